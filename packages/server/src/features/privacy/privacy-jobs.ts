import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../lib/ctx.ts'
import { prunePersonChanges } from './privacy-store.ts'

export const privacyJobs = ({ db }: Services): RepeatingJob[] => [
  { name: 'prune-person-changes', cron: '23 * * * *', run: async () => void (await prunePersonChanges(db)) },
]
