import { alarmCodes, isMoment } from '@gatehouse/engine/alarm/vocabulary.ts'
import { failExpiredReleases, purgeGroups, readAlarmSettings } from './alarm-event-store.ts'
import { evaluateDueRecords } from './link/record-alarms.ts'
import { watchOfflineDevices } from './link/offline-alarms.ts'
import { watchOverdueVisits } from './link/overdue-visits.ts'
import type { RepeatingJob } from '../../jobs/job-runner.ts'
import { hint, type Services } from '../../ctx.ts'
import { mailAlarms } from './alarm-notices.ts'
import { deleteOldAlarms } from './alarm-store.ts'

/** Alarms that no message of a device triggers: silence, visitors who stay, and commands that no device answered. */
export async function watchAlarms(services: Pick<Services, 'db' | 'clock' | 'log'>): Promise<void> {
  const at = services.clock.now().round('millisecond').toString()
  const changed =
    (await evaluateDueRecords(services)) +
    (await watchOfflineDevices(services)) +
    (await watchOverdueVisits(services)) +
    (await failExpiredReleases(services.db, { at, kind: 'release-failed', by: null, text: null, claimedAt: null }))
  if (changed > 0) await hint(services, { to: 'consoles', topic: 'alarms' })
}

/** Longer than any two events can lie apart and still be one alarm. */
export const purgeOldGroups = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  purgeGroups(db, clock.now().subtract({ hours: 48 }).toString(), Object.values(alarmCodes).filter(isMoment))

/** The number of alarms in one transaction: short enough that no request waits for it. */
const chunk = 2_000

/** Deletes released alarms that are older than their retention period. */
export async function deleteExpiredAlarms({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const { keep_days } = await readAlarmSettings(db)
  if (keep_days === null) return
  const before = clock
    .now()
    .subtract({ hours: keep_days * 24 })
    .toString()
  while ((await deleteOldAlarms(db, before, chunk)) === chunk);
}

export const alarmJobs = (services: Services): RepeatingJob[] => [
  { name: 'watch-alarms', cron: '* * * * *', run: () => watchAlarms(services) },
  {
    name: 'forget-alarm-groups',
    cron: '23 * * * *',
    run: async () => void (await purgeOldGroups(services)),
  },
  { name: 'drop-old-alarms', cron: '43 2 * * *', freesDisk: true, run: () => deleteExpiredAlarms(services) },
  { name: 'mail-alarms', cron: '* * * * *', run: () => mailAlarms(services) },
]
