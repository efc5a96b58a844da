import type { Ctx } from '../../ctx.ts'
import { canOpen } from './can-open.ts'
import { selectStillOpen } from './lockdown-reads.ts'
import { tellBegin } from './tell-devices.ts'

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
