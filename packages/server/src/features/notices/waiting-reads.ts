import { maxWaiting } from '@gatehouse/contract/features/notices/counts.ts'
import type { Db } from '../../db/open-database.ts'
import { countLaxDevices } from '../devices/lax-device-reads.ts'

/** Alarms, visits and terminals that wait for somebody, each counted no further than one more than is shown. */
export const selectWaiting = (db: Db) => ({
  alarms: db
    .selectFrom('alarm')
    .select('id')
    .where('status', 'in', ['raised', 'release-failed'])
    .where('status', '<>', 'released')
    .limit(maxWaiting + 1),
  visits: db
    .selectFrom('visit_request')
    .select('id')
    .where('state', '=', 'pending')
    .limit(maxWaiting + 1),
  devices: db
    .selectFrom('device_announcement')
    .select('id')
    .where('state', '=', 'waiting')
    .limit(maxWaiting + 1),
})

export async function readWaiting(db: Db) {
  const { alarms, visits, devices } = selectWaiting(db)
  const [lax, ...rows] = await Promise.all([countLaxDevices(db), alarms.execute(), visits.execute(), devices.execute()])
  const atMost = (count: number) => ({ count: Math.min(count, maxWaiting), isMore: count > maxWaiting })
  const [ofAlarms, ofVisits, ofDevices] = rows.map(({ length }) => atMost(length))
  return { alarms: ofAlarms, visits: ofVisits, devices: ofDevices, laxDoors: atMost(lax) }
}
