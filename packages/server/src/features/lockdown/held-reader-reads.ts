import { AppError } from '@gatehouse/contract/errors.ts'
import type { Ctx } from '../../ctx.ts'
import type { Db } from '../../db/open-database.ts'
import { readerDirection } from '../../device-link/outbox/configuration-store.ts'

/** The devices at which a lockdown or an emergency open holds, each with whether it leads out, where a lockdown lets people pass. */
const selectHeld = (db: Db) =>
  db
    .selectFrom('device_lockdown as l')
    .innerJoin('device as d', 'd.id', 'l.device_id')
    .select(['l.lockdown_id', 'd.id', 'd.name', readerDirection.as('direction')])
    .distinct()
    .execute()

type Held = Awaited<ReturnType<typeof selectHeld>>[number]

const leadsOut = ({ direction }: Held) => direction === 2

/**
 * Makes a change of places and readers, unless it takes a reader out of what holds there: one person could open the door by that,
 * where two have to release it. In the caller's transaction, which the refusal undoes.
 * @throws AppError lockdown.holds-reader
 */
export async function keepHeldReaders<T>({ db }: Pick<Ctx, 'db'>, change: () => Promise<T>): Promise<T> {
  const before = await selectHeld(db)
  const changed = await change()
  if (before.length === 0) return changed
  const after = new Map((await selectHeld(db)).map((held) => [`${held.lockdown_id} ${held.id}`, held]))
  for (const held of before) {
    const kept = after.get(`${held.lockdown_id} ${held.id}`)
    if (!kept || (leadsOut(kept) && !leadsOut(held))) throw new AppError('lockdown.holds-reader', { name: held.name })
  }
  return changed
}

/** The device, where a lockdown or an emergency open holds at it. */
const findHeld = (db: Db, deviceId: string) =>
  db
    .selectFrom('device_lockdown as l')
    .innerJoin('device as d', 'd.id', 'l.device_id')
    .select('d.name')
    .where('d.id', '=', deviceId)
    .executeTakeFirst()

/** Whether a lockdown or an emergency open holds at this device. */
export const isHeldReader = async (db: Db, deviceId: string): Promise<boolean> =>
  (await findHeld(db, deviceId)) !== undefined

/**
 * Refuses to take a device away while a lockdown or an emergency open holds at it: one person could unbind it, and pair it again at
 * another door. A device that reports what it has done tells a fact, and is not asked about here.
 * @throws AppError lockdown.holds-reader
 */
export async function refuseHeldReader({ db }: Pick<Ctx, 'db'>, deviceId: string): Promise<void> {
  const held = await findHeld(db, deviceId)
  if (held) throw new AppError('lockdown.holds-reader', { name: held.name })
}
