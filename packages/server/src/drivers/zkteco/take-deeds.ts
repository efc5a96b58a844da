import { inTransaction } from '../../ctx.ts'
import { withMutex } from '../../lib/with-mutex.ts'
import type { Db } from '../../db/open-database.ts'
import type { DeedAtDevice } from '../device-events.ts'
import { instantOf } from './protocol/local-time.ts'
import type { OperationRow } from './protocol/read-attendance.ts'
import { queueOf, type ZkParts, type ZkSession } from './zk-session.ts'
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

/** Whether administrators want to hear of this operation, and can be told when it was. */
export const isDeed = (row: OperationRow): boolean =>
  row.kind === 'operation' && deeds.has(row.code) && row.time !== null

/** A terminal may send the operations of years: older ones are history. */
const maxAgeHours = 24

/** Tells what somebody did at the terminal itself. One whose data were cleared gets everything again. */
export async function takeDeeds(
  { services, events }: ZkParts,
  session: ZkSession,
  rows: readonly OperationRow[],
  timeZone: string,
): Promise<void> {
  const now = services.clock.now()
  const deviceId = session.device.id
  for (const row of rows) {
    const deed = row.kind === 'operation' ? deeds.get(row.code) : undefined
    if (row.kind !== 'operation' || deed === undefined || row.time === null) continue
    const at = instantOf(row.time, timeZone)
    if (now.since(at).total('hours') > maxAgeHours) continue
    const key = ['deed', row.code, row.operator, row.time.toString(), ...row.details].join(' ')
    const isNew = await withMutex(queueOf(session), () =>
      // Noted alone it would never be carried out if the database failed in between: the terminal's repetition is known.
      inTransaction(services, async ({ db }) => {
        if (!(await noteOnce(db, deviceId, key, now.toString()))) return false
        await events.doneAtDevice(session.device, deed, row.operator, db)
        if (deed === 'data-cleared') await forgetAll(db, deviceId)
        return true
      }),
    )
    if (isNew && deed === 'data-cleared') session.hasWork = true
  }
}

/** It has nobody: everybody is sent again, with their faces and rights. */
async function forgetAll(db: Db, deviceId: string): Promise<void> {
  await forgetPortraits(db, deviceId)
  await updateZkDevice(db, deviceId, { people_cursor: null, next_cursor: null, rights_tag: null })
}
