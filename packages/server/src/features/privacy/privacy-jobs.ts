import { purgeFormerNames } from '../attendance/attendance-actions.ts'
import { deleteAppliedChanges, deleteAppliedEnds } from '../../device-link/outbox/people-change-store.ts'
import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../ctx.ts'
import { deleteOldErasures } from './privacy-store.ts'

export const privacyJobs = ({ db, clock }: Services): RepeatingJob[] => [
  {
    name: 'prune-person-changes',
    cron: '23 * * * *',
    async run() {
      await deleteAppliedChanges(db)
      await purgeFormerNames({ db })
      await deleteAppliedEnds(db)
      await deleteOldErasures(db, clock.now().toString())
    },
  },
]
