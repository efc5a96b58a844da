import type { LockdownKind } from '@gatehouse/contract/features/lockdown.ts'
import { type Ctx, nameOfActor } from '../../ctx.ts'
import { queueCommand } from '../../device-link/outbox/commands.ts'
import { hintDevices } from '../../device-link/outbox/device-hints.ts'
import { selectDevicesWithin, selectStillOpen } from './lockdown-reads.ts'

/*
 * Devices that know lockdowns pull them. The others are closed by their settings, which say that they are out of service, and opened by
 * a command.
 */

export type Within = { knowing: string[]; others: string[] }

/** The devices within an active lockdown. */
export async function findWithin(ctx: Ctx, lockdownId: string): Promise<Within> {
  const devices = await selectDevicesWithin(ctx.db, lockdownId)
  const idsOf = (knows: boolean) =>
    devices.filter(({ abilities }) => abilities.includes('lockdown') === knows).map(({ id }) => id)
  return { knowing: idsOf(true), others: idsOf(false) }
}

async function command(ctx: Ctx, deviceIds: readonly string[], kind: 'hold-open' | 'normal'): Promise<void> {
  for (const deviceId of deviceIds)
    await queueCommand(ctx, deviceId, { kind, reason: null, createdBy: nameOfActor(ctx), expiresInSeconds: 3600 })
}

/** In the transaction that begins it. */
export async function tellBegin(ctx: Ctx, kind: LockdownKind, { knowing, others }: Within): Promise<void> {
  await hintDevices(ctx, 'lockdown', knowing)
  if (kind === 'lockdown') await hintDevices(ctx, 'configuration', others)
  else await command(ctx, others, 'hold-open')
}

/** In the transaction that releases it, after it is released. */
export async function tellRelease(ctx: Ctx, kind: LockdownKind, { knowing, others }: Within): Promise<void> {
  await hintDevices(ctx, 'lockdown', knowing)
  if (kind === 'lockdown' || others.length === 0) return hintDevices(ctx, 'configuration', others)
  const stillOpen = await selectStillOpen(ctx.db, others)
  await command(
    ctx,
    others.filter((id) => !stillOpen.includes(id)),
    'normal',
  )
}
