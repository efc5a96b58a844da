import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../lib/ctx.ts'
import { addUpMemberCounts } from './person-group-store.ts'

export const personGroupJobs = ({ db }: Pick<Services, 'db'>): RepeatingJob[] => [
  { name: 'add-up-member-counts', cron: '* * * * *', run: () => addUpMemberCounts(db) },
]
