import { AppError } from '@gatehouse/contract/errors.ts'
import type { commandLiveDoor } from '@gatehouse/contract/features/live/board.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { type Ctx, nameOfActor } from '../../ctx.ts'
import { queueCommand } from '../../device-link/outbox/commands.ts'
import { capabilitiesOf } from '../../drivers/makes.ts'
import { requireReason } from '../doors/opening-actions.ts'
import { readDoorDevices } from './live-command-reads.ts'

/** @throws AppError door.not-found, live.no-reader, door.reason-needed, device.cannot, device.offline for a door that could not be opened in time */
export async function commandDoor(ctx: Ctx, doorId: string, { kind, reason }: Body<typeof commandLiveDoor>) {
  const door = await readDoorDevices(ctx.db, doorId)
  if (!door) throw new AppError('door.not-found')
  ctx.audit.item = door.name
  ctx.audit.facts = { command: kind }
  if (reason) ctx.audit.remark = reason
  if (door.devices.length === 0) throw new AppError('live.no-reader')
  await requireReason(
    ctx,
    door.devices.map(({ id }) => id),
    { kind, reason },
  )
  const able = door.devices.filter((device) => capabilitiesOf(device).commands[kind] === null)
  if (able.length === 0) throw new AppError('device.cannot', { name: door.name })
  const online = able.filter(({ is_online: isOnline }) => isOnline)
  // Nobody waits at a door until its device is back; a door that is to be held is held then, too.
  const called = kind === 'open-once' ? online : able
  if (called.length === 0) throw new AppError('device.offline')
  for (const { id, door_count: doors, port } of called)
    await queueCommand(ctx, id, {
      kind,
      reason: reason ?? null,
      createdBy: nameOfActor(ctx),
      port: doors > 1 ? port : null,
    })
  return { sent: called.length, offline: able.length - online.length }
}
