import { emergencyEnded, openedSince } from '@gatehouse/contract/device/outcome-words.ts'
import type { LockdownKind } from '@gatehouse/contract/features/lockdown.ts'
import { type Ctx, nameOfActor } from '../../ctx.ts'
import { cancelOpenings, cancelWaiting } from '../../device-link/outbox/command-store.ts'
import { queueCommand } from '../../device-link/outbox/commands.ts'
import { hintDevices } from '../../device-link/outbox/device-hints.ts'
import { canOpen } from './can-open.ts'
import { selectReadersWithin, selectStillOpen } from './lockdown-reads.ts'

/*
 * Devices that know lockdowns pull them. The others are closed by their settings, which say that they are out of service, and opened by
 * a command.
 */

/** A door of a device; the port is null where the device has no other. */
type HeldDoor = { id: string; port: number | null }
export type Within = { knowing: string[]; others: HeldDoor[] }

type HeldReader = { id: string; port: number | null; door_count: number; scope: string }

/** Everywhere is also at the doors of a controller that no site has: nobody knows who stands behind them. */
export function doorsOf({ id, port, door_count: count, scope }: HeldReader): HeldDoor[] {
  if (count === 1) return [{ id, port: null }]
  return scope === 'everything' ? Array.from({ length: count }, (_, at) => ({ id, port: at + 1 })) : [{ id, port }]
}
const idsOf = (doors: readonly HeldDoor[]) => [...new Set(doors.map(({ id }) => id))]
const keyOf = ({ id, port }: HeldDoor) => `${id} ${port}`

/** The devices within an active lockdown; of one everywhere also those at no door. Of a controller each door that is within, and everywhere all of them. */
export async function findWithin(ctx: Ctx, lockdownId: string): Promise<Within> {
  const readers = await selectReadersWithin(ctx.db, lockdownId)
  const knows = ({ abilities }: { abilities: readonly string[] }) => abilities.includes('lockdown')
  const others = new Map(
    readers
      // A command that a device has no word for would wait for nothing, and end as one that it refused.
      .filter((reader) => !knows(reader) && (reader.kind === 'lockdown' || canOpen(reader)))
      .flatMap(doorsOf)
      .map((door) => [keyOf(door), door]),
  )
  return { knowing: idsOf(readers.filter(knows)), others: [...others.values()] }
}

/**
 * A device that was offline while it ended must not stay open for good when it is online again. One that was offline when it began is told
 * when it comes back, for as long as the emergency holds: what waits then is cancelled, since a door that opens late opens for anybody.
 */
const waitingSeconds = 30 * 86_400

type Told = { kind: 'hold-open'; lockdownId: string } | { kind: 'normal' }

async function command(ctx: Ctx, doors: readonly HeldDoor[], told: Told): Promise<void> {
  const more = { reason: null, createdBy: nameOfActor(ctx), expiresInSeconds: waitingSeconds }
  for (const { id, port } of doors) await queueCommand(ctx, id, { ...told, ...more, port })
}

/** A command of before that still waits to close a door would close it in this emergency: a device that was offline takes its commands late. */
async function cancelClosings({ db, clock }: Ctx, doors: readonly HeldDoor[]): Promise<void> {
  const ended = { result: openedSince, now: clock.now().toString() }
  for (const { id, port } of doors) await cancelWaiting(db, { deviceId: id, kind: 'normal', port }, ended)
}

type Begun = { id: string; kind: LockdownKind }

/** In the transaction that begins it. */
export async function tellBegin(ctx: Ctx, { id, kind }: Begun, { knowing, others }: Within): Promise<void> {
  await hintDevices(ctx, 'lockdown', knowing)
  if (kind === 'lockdown') return hintDevices(ctx, 'configuration', idsOf(others))
  await cancelClosings(ctx, others)
  await command(ctx, others, { kind: 'hold-open', lockdownId: id })
}

/** In the transaction that releases it, after it is released. */
export async function tellRelease(ctx: Ctx, { id, kind }: Begun, { knowing, others }: Within): Promise<void> {
  await hintDevices(ctx, 'lockdown', knowing)
  const ended = { result: emergencyEnded, now: ctx.clock.now().toString() }
  await cancelOpenings(ctx.db, id, ended)
  if (kind === 'lockdown' || others.length === 0) return hintDevices(ctx, 'configuration', idsOf(others))
  const stillOpen = new Set((await selectStillOpen(ctx.db, idsOf(others))).flatMap(doorsOf).map(keyOf))
  await command(
    ctx,
    others.filter((door) => !stillOpen.has(keyOf(door))),
    { kind: 'normal' },
  )
}
