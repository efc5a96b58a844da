import { type Ctx, hint, inTransaction } from '../../ctx.ts'
import { nameOnlyDoor, reopenOpenings } from '../../device-link/outbox/command-store.ts'
import { hintDevices } from '../../device-link/outbox/device-hints.ts'
import { canOpen } from './can-open.ts'
import { selectStillOpen } from './lockdown-reads.ts'
import { countDoorsOf, holdRule } from './lockdown-store.ts'
import { doorsOf, tellBegin } from './tell-devices.ts'

/**
 * Opens a device that joins while an emergency open holds where it is, as those opened that were there when it began. One that knows
 * lockdowns pulls them. In the caller's transaction.
 */
export async function openJoined(ctx: Ctx, id: string, abilities: readonly string[]): Promise<void> {
  if (abilities.includes('lockdown')) return
  const held = (await selectStillOpen(ctx.db, [id])).filter(canOpen)
  for (const lockdownId of new Set(held.map((one) => one.lockdown_id)))
    await tellBegin(ctx, { id: lockdownId, kind: 'emergency-open' }, { knowing: [], others: [{ id, port: null }] })
}

/**
 * A device tells that it has more doors than were known. In an emergency what opens its only door is for its first, and those of the
 * others that are within are opened, too: each answers for itself. In the caller's transaction.
 * @param before how many were known
 */
export async function openFurtherDoors(ctx: Ctx, id: string, before: number): Promise<void> {
  const held = (await selectStillOpen(ctx.db, [id])).filter(
    (one) => canOpen(one) && !one.abilities.includes('lockdown') && one.door_count > before,
  )
  if (before === 1) await nameOnlyDoor(ctx.db, id)
  for (const [lockdownId, readers] of Map.groupBy(held, (one) => one.lockdown_id)) {
    const ports = new Set(readers.flatMap(doorsOf).flatMap(({ port }) => (port !== null && port > before ? port : [])))
    const others = [...ports].map((port) => ({ id, port }))
    await tellBegin(ctx, { id: lockdownId, kind: 'emergency-open' }, { knowing: [], others })
  }
}

/**
 * A device may have restarted, and shut the doors that an emergency holds open: they are told again, and have not confirmed until it answers.
 * Gives those doors by their ports.
 */
export const openAgain = (ctx: Ctx, id: string): Promise<number[]> =>
  inTransaction(ctx, async (ctx) => {
    const ports = await reopenOpenings(ctx.db, id)
    if (ports.length === 0) return []
    await hintDevices(ctx, 'commands', [id])
    await hint(ctx, { to: 'consoles', topic: 'commands', id })
    const all = Array.from({ length: await countDoorsOf(ctx.db, id) }, (_, at) => at + 1)
    return ports.includes(null) ? all : all.filter((port) => ports.includes(port))
  })

/**
 * No emergency begins until the caller's transaction ends, and one that began is known: it counts the doors of devices, and a device that tells
 * more of them at that moment would be told to open its only door.
 */
export const holdBeginnings = (ctx: Pick<Ctx, 'db'>): Promise<unknown> => holdRule(ctx.db)
