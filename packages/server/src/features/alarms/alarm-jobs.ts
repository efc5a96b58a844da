import { failExpiredReleases } from '../../device-link/alarm-store.ts'
import { judgeDueRecords } from '../../device-link/door-alarms.ts'
import { watchOfflineDevices } from '../../device-link/offline-alarms.ts'
import type { RepeatingJob } from '../../jobs/job-runner.ts'
import { hint, type Services } from '../../lib/ctx.ts'
import { mailAlarms } from './alarm-notices.ts'

/** What no message of a device sets off: silence, and commands that nobody answered. */
export async function watchAlarms(services: Pick<Services, 'db' | 'clock' | 'log'>): Promise<void> {
  const at = services.clock.now().round('millisecond').toString()
  const changed =
    (await judgeDueRecords(services)) +
    (await watchOfflineDevices(services)) +
    (await failExpiredReleases(services.db, { at, kind: 'release-failed', by: null, text: null }))
  if (changed > 0) await hint(services, { to: 'consoles', topic: 'alarms' })
}

export const alarmJobs = (services: Services): RepeatingJob[] => [
  { name: 'watch-alarms', cron: '* * * * *', run: () => watchAlarms(services) },
  { name: 'mail-alarms', cron: '* * * * *', run: () => mailAlarms(services) },
]
