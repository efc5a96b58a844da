import {
  type createPairingCode as pairingRoute,
  type Device,
  type DeviceCommand,
  directions,
  type sendCommand as sendRoute,
  type updateDevice as updateRoute,
} from '@gatehouse/contract/features/devices.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { type CommandRow, commandKindOf } from '../../device-link/command-store.ts'
import { queueCommand } from '../../device-link/commands.ts'
import { noteConfigurationChanged } from '../../device-link/configuration-changes.ts'
import { noteGroupsChanged } from '../../device-link/people-changes.ts'
import { issuePairingCode } from '../../device-link/pairing-code.ts'
import { removeDevice } from '../../device-link/remove-device.ts'
import { type Ctx, hint } from '../../lib/ctx.ts'
import { requireGroups } from '../person-groups/person-group-reads.ts'
import { readDevice } from './device-reads.ts'
import { countDevices, lockDevice, replaceGroups, updateDevice } from './device-store.ts'

/** What this service needs beside `ctx`: the licence's limit, and what a terminal checks the server's certificate by. */
export type DeviceDeps = { deviceLimit: () => number | null; certificateFingerprint: () => Promise<string | null> }

/** @throws AppError licence.device-limit */
export async function createPairingCode(ctx: Ctx, deps: DeviceDeps, input: Body<typeof pairingRoute>) {
  ctx.audit.item = input.name
  const limit = deps.deviceLimit()
  if (limit !== null && (await countDevices(ctx.db)) >= limit) throw new AppError('licence.device-limit', { limit })
  const planned = { name: input.name, location: input.location ?? null, direction: directions.indexOf(input.direction) }
  const { code, expiresAt } = await issuePairingCode(ctx, planned)
  return { code, expiresAt, certificateFingerprint: await deps.certificateFingerprint() }
}

/** @throws AppError device.not-found */
export async function getDevice(ctx: Ctx, id: string): Promise<Device> {
  const device = await readDevice(ctx.db, id)
  if (!device) throw new AppError('device.not-found')
  return device
}

/** @throws AppError device.not-found, group.not-found, request.invalid for a zone that does not exist */
export async function changeDevice(ctx: Ctx, id: string, input: Body<typeof updateRoute>): Promise<Device> {
  // Groups are held before the device, as by whoever deletes a group.
  await requireGroups(ctx.db, input.groupIds ?? [])
  const before = await lockDevice(ctx.db, id)
  if (!before) throw new AppError('device.not-found')
  ctx.audit.item = before.name
  if (input.timeZone) refuseUnknownZone(input.timeZone)
  await updateDevice(ctx.db, id, {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.location === undefined ? {} : { location: input.location }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.direction === undefined ? {} : { direction: directions.indexOf(input.direction) }),
    ...(input.timeZone === undefined ? {} : { time_zone: input.timeZone }),
    updated_at: ctx.clock.now().toString(),
  })
  const changedGroups = input.groupIds ? await replaceGroups(ctx.db, id, input.groupIds) : []
  if (changedGroups.length > 0) {
    await noteConfigurationChanged(ctx, [id], 'settings', 'access')
    await noteGroupsChanged(ctx, id, changedGroups)
  } else await noteConfigurationChanged(ctx, [id], 'settings')
  await hint(ctx, { to: 'consoles', topic: 'devices', id })
  return getDevice(ctx, id)
}

/** Unbinds a device. @throws AppError device.not-found */
export async function unbindDevice(ctx: Ctx, id: string): Promise<void> {
  const removed = await removeDevice(ctx, id)
  if (!removed) throw new AppError('device.not-found')
  ctx.audit.item = removed.name
}

/** @throws AppError device.not-found, device.offline for a door that could not be opened in time */
export async function sendCommand(
  ctx: Ctx,
  id: string,
  { kind, reason }: Body<typeof sendRoute>,
): Promise<DeviceCommand> {
  const device = await lockDevice(ctx.db, id)
  if (!device) throw new AppError('device.not-found')
  ctx.audit.item = device.name
  ctx.audit.remark = reason ? `${kind}: ${reason}` : kind
  if (kind === 'open-once' && !device.is_online) throw new AppError('device.offline')
  const createdBy = ctx.actor.kind === 'account' ? ctx.actor.name : ctx.actor.kind
  return toCommand(await queueCommand(ctx, id, { kind, reason: reason ?? null, createdBy }), ctx.clock.now())
}

/** A command that nobody answered in time is expired, whether or not somebody looked. */
export const toCommand = (row: CommandRow, now: Temporal.Instant): DeviceCommand => ({
  id: row.id,
  kind: commandKindOf(row.kind),
  state: row.state === 'waiting' && Temporal.Instant.compare(now, row.expires_at) >= 0 ? 'expired' : row.state,
  reason: row.reason,
  result: row.result,
  createdBy: row.created_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  finishedAt: row.finished_at,
})

function refuseUnknownZone(timeZone: string): void {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone)
  } catch {
    throw new AppError('request.invalid', {
      fields: 'timeZone',
      issues: [{ path: 'timeZone', problem: 'unknown-zone' }],
    })
  }
}
