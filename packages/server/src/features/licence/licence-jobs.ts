import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../ctx.ts'
import type { LicenceState } from './licence-service.ts'
import { noteLatestTime } from '../../db/installation-store.ts'

/**
 * Between two looks at the clock the time advances by ten minutes; after a night without power it catches up within
 * some hours.
 */
const maxSecondsAtOnce = 86_400

export const licenceJobs = ({ db, clock }: Services, state: LicenceState): RepeatingJob[] => [
  {
    name: 'note-latest-time',
    cron: '*/10 * * * *',
    run: async () => {
      await noteLatestTime(db, clock.now().toString(), maxSecondsAtOnce)
      await state.refresh()
    },
  },
]
