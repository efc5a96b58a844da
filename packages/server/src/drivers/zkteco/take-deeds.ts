import type { DeedAtDevice } from '../device-events.ts'
import { instantOf } from './protocol/local-time.ts'
import type { OperationRow } from './protocol/read-attendance.ts'
import type { ZkParts, ZkSession } from './zk-session.ts'
import { forgetPortraits, noteOnce, updateZkDevice } from './zkteco-store.ts'

/** The operations that administrators want to hear of; faces and fingers that are enrolled come as registrations, and passages as records. */
const deeds: ReadonlyMap<number, DeedAtDevice> = new Map([
  [4, 'menu-opened'],
  [5, 'setting-changed'],
  [9, 'person-deleted'],
  [13, 'data-cleared'],
  [21, 'time-set'],
  [30, 'person-added'],
  [71, 'privilege-changed'],
])

/** A terminal may send the operations of years: older ones are history. */
const maxAgeHours = 24

/** Tells what somebody did at the terminal itself. One whose data were cleared gets everything again. */
export async function takeDeeds(
  { services, events }: ZkParts,
  session: ZkSession,
  rows: readonly OperationRow[],
  timeZone: string,
): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  for (const row of rows) {
    const deed = row.kind === 'operation' ? deeds.get(row.code) : undefined
    if (row.kind !== 'operation' || deed === undefined || row.time === null) continue
    const at = instantOf(row.time, timeZone)
    if (now.since(at).total('hours') > maxAgeHours) continue
    const key = ['deed', row.code, row.operator, row.time.toString(), ...row.details].join(' ')
    if (!(await noteOnce(db, session.device.id, key, now.toString()))) continue
    await events.doneAtDevice(session.device, deed, row.operator)
    if (deed !== 'data-cleared') continue
    await forgetPortraits(db, session.device.id)
    await updateZkDevice(db, session.device.id, { people_cursor: null, next_cursor: null, rights_tag: null })
    session.hasWork = true
  }
}
