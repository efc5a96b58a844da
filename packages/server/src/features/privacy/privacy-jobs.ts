import { purgeFormerNames } from '../attendance/attendance-actions.ts'
import {
  deleteAppliedChanges,
  deleteAppliedEnds,
  deleteOldApplied,
} from '../../device-link/outbox/people-change-store.ts'
import { freeNumbers } from '../../people/device-number-store.ts'
import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../ctx.ts'
import { deleteOldErasures } from './privacy-store.ts'

/** How far back the server knows when a device forgot whom. */
const appliedDays = 30

export const privacyJobs = ({ db, clock }: Services): RepeatingJob[] => [
  {
    name: 'prune-person-changes',
    cron: '23 * * * *',
    async run() {
      await deleteAppliedChanges(db)
      await purgeFormerNames({ db })
      await deleteAppliedEnds(db)
      await freeNumbers(db)
      await deleteOldApplied(
        db,
        clock
          .now()
          .subtract({ hours: appliedDays * 24 })
          .toString(),
      )
      await deleteOldErasures(db, clock.now().toString())
    },
  },
]
