import {
  type acceptAnnouncement as acceptRoute,
  type Announcement,
  type createPairingCode as pairingRoute,
  type Device,
  type DeviceCommand,
  type DeviceSummary,
  type getPairingCode as pairingStateRoute,
  type sendCommand as sendRoute,
  type sendCommands as sendManyRoute,
  type updateDevice as updateRoute,
} from '@gatehouse/contract/features/devices.ts'
import type { Language } from '@gatehouse/contract/envelope.ts'
import { type CommandKind, isDoorCommand } from '@gatehouse/contract/device/commands.ts'
import { directions, readerWays } from '@gatehouse/contract/device/passage-words.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Body, Reply } from '@gatehouse/contract/route.ts'
import { replaceGroupPorts, replaceGroups } from '../../device-link/device-group-store.ts'
import { updateDevice } from '../../device-link/device-store.ts'
import { type CommandRow, commandKindOf } from '../../device-link/outbox/command-store.ts'
import { queueCommand } from '../../device-link/outbox/commands.ts'
import { noteConfigurationChanged } from '../../device-link/outbox/configuration-changes.ts'
import type { selectWaiting } from './pairing/announcement-store.ts'
import { acceptAnnounced, rejectAnnounced } from './pairing/announcements.ts'
import { noteGroupsChanged, noteRetry } from '../../device-link/outbox/people-changes.ts'
import { findWaitingCode } from './pairing/pairing-store.ts'
import { issuePairingCode, type PlannedDevice } from './pairing/pairing-code.ts'
import { removeDevice } from './pairing/remove-device.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import type { Config } from '../../lib/config.ts'
import { type Ctx, hint, may, nameOfActor } from '../../ctx.ts'
import type { MakeSwitches } from '../../drivers/driver.ts'
import { capabilitiesOf } from '../../drivers/makes.ts'
import { requireReason } from '../doors/opening-actions.ts'
import { keepHeldReaders, refuseHeldReader } from '../lockdown/held-reader-reads.ts'
import { requireGroups } from '../person-groups/person-group-reads.ts'
import { noteOtherWay, refuseOtherWay, renameDoorOfDevice } from '../sites/door-actions.ts'
import { readDevice, readPairedDevice } from './device-reads.ts'
import { countDevices, lockDevice, selectDevicesNamed } from './device-store.ts'

/**
 * The dependencies of this service beside `ctx`: the licence's limit, and the fingerprint of the server's certificate
 * for terminals.
 */
export type DeviceDeps = {
  deviceLimit: () => number | null
  certificateFingerprint: () => Promise<string | null>
  isBrokerReachable: () => boolean
  config: Config
  makes: Pick<MakeSwitches, 'isOn'>
}

/** @throws AppError licence.device-limit */
export async function createPairingCode(
  ctx: Ctx,
  deps: DeviceDeps,
  input: Body<typeof pairingRoute>,
  language: Language,
) {
  ctx.audit.item = input.name
  const limit = deps.deviceLimit()
  if (limit !== null && (await countDevices(ctx.db)) >= limit) throw new AppError('licence.device-limit', { limit })
  const planned = planOf(input, language)
  return { ...(await issuePairingCode(ctx, planned)), certificateFingerprint: await deps.certificateFingerprint() }
}

/** The state of a pairing code. A used code is recognised by the device that it created. */
export async function getPairingCode(ctx: Ctx, id: string): Promise<Reply<typeof pairingStateRoute>> {
  const device = await readPairedDevice(ctx.db, id)
  if (device) return { state: 'joined', device }
  const isWaiting = await findWaitingCode(ctx.db, id, ctx.clock.now().toString())
  return { state: isWaiting ? 'waiting' : 'over', device: null }
}

/**
 * In the caller's transaction, so that the device gets nobody of other groups, and is heard from nowhere else, before they hold.
 * @throws AppError announcement.not-found, device.cannot, device.serial-taken, group.not-found, licence.device-limit
 */
export async function acceptAnnouncement(
  ctx: Ctx,
  deps: DeviceDeps,
  id: string,
  { groupIds, sourceNetwork, ...input }: Body<typeof acceptRoute>,
  language: Language,
): Promise<DeviceSummary> {
  ctx.audit.item = input.name
  await requireGroups(ctx.db, groupIds ?? [])
  const deviceId = await acceptAnnounced(ctx, deps.deviceLimit(), id, planOf(input, language))
  if (groupIds === undefined && !sourceNetwork) return getDevice(ctx, deviceId)
  return changeDevice(ctx, deviceId, { groupIds, sourceNetwork })
}

const planOf = (
  { name, location, direction, checksLiveness }: Body<typeof pairingRoute>,
  language: Language,
): PlannedDevice => ({
  name,
  location: location ?? null,
  direction: directions.indexOf(direction),
  checksLiveness,
  language,
})

/** @throws AppError announcement.not-found */
export async function rejectAnnouncement(ctx: Ctx, id: string): Promise<void> {
  ctx.audit.item = await rejectAnnounced(ctx, id)
}

export const toAnnouncement = (row: Awaited<ReturnType<typeof selectWaiting>>['rows'][number]): Announcement => ({
  id: row.id,
  make: row.make,
  checkCode: row.check_code,
  serialNumber: row.serial_number,
  type: row.type,
  model: row.versions.model,
  manufacturer: row.versions.manufacturer,
  appVersion: row.versions.appVersion,
  address: row.address,
  isSerialTaken: row.is_serial_taken,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
})

/** @throws AppError device.not-found */
export async function getDevice(ctx: Ctx, id: string): Promise<Device> {
  const device = await readDevice(ctx.db, id)
  if (!device) throw new AppError('device.not-found')
  return device
}

/**
 * @throws AppError device.not-found, device.cannot, device.changed-meanwhile, device.direction-of-door, group.not-found, lockdown.holds-reader, request.invalid for a zone that
 * does not exist
 */
export async function changeDevice(ctx: Ctx, id: string, input: Body<typeof updateRoute>): Promise<Device> {
  // Groups are locked before the device, in the same order as by the deletion of a group.
  await requireGroups(ctx.db, input.groupIds ?? [])
  const device = await lockDevice(ctx.db, id)
  if (!device) throw new AppError('device.not-found')
  ctx.audit.item = device.name
  if (input.revision !== undefined && input.revision !== device.settings_revision)
    throw new AppError('device.changed-meanwhile')
  if (input.timeZone) refuseUnknownZone(input.timeZone)
  const before = await getDevice(ctx, id)
  if (input.sourceNetwork && !before.capabilities.isTiedToNetwork)
    throw new AppError('device.cannot', { name: device.name })
  const turnsTo = input.direction !== undefined && input.direction !== before.direction ? input.direction : undefined
  if (turnsTo !== undefined) await refuseOtherWay(ctx, id, readerWays[turnsTo])
  const values = {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.location === undefined ? {} : { location: input.location }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.direction === undefined ? {} : { direction: directions.indexOf(input.direction) }),
    ...(input.timeZone === undefined ? {} : { time_zone: input.timeZone }),
    ...(input.sourceNetwork === undefined ? {} : { source_network: input.sourceNetwork }),
    updated_at: ctx.clock.now().toString(),
  }
  await keepHeldReaders(ctx, () => updateDevice(ctx.db, id, values))
  if (turnsTo !== undefined) await noteOtherWay(ctx, id)
  if (input.name !== undefined) await renameDoorOfDevice(ctx, id, device.name, input.name)
  const changedGroups = input.groupIds ? await replaceGroups(ctx.db, id, input.groupIds) : []
  const hasOtherDoors = input.groupPorts ? await replaceGroupPorts(ctx.db, id, input.groupPorts) : false
  if (changedGroups.length > 0 || hasOtherDoors) {
    await noteConfigurationChanged(ctx, [id], 'settings', 'access')
    if (changedGroups.length > 0) await noteGroupsChanged(ctx, id, changedGroups)
  } else await noteConfigurationChanged(ctx, [id], 'settings')
  await hint(ctx, { to: 'consoles', topic: 'devices', id })
  if (input.timeZone !== undefined) await hint(ctx, { to: 'consoles', topic: 'sites' })
  if (input.sourceNetwork !== undefined && input.sourceNetwork !== before.sourceNetwork)
    await hint(ctx, { to: 'servers', what: 'device-changed', id: before.ldid })
  const after = await getDevice(ctx, id)
  ctx.audit.changes = changesBetween(before, after, [
    'people',
    'capabilities',
    'heldPorts',
    'clockOffsetMs',
    'clockMeasuredAt',
    'isOnline',
    'lastSeenAt',
    'effectiveTimeZone',
    'previousIp',
    'ipChangedAt',
  ])
  return after
}

/** Unbinds a device. @throws AppError device.not-found, lockdown.holds-reader */
export async function unbindDevice(ctx: Ctx, id: string): Promise<void> {
  ctx.audit.item = (await getDevice(ctx, id)).name
  await refuseHeldReader(ctx, id)
  if (!(await removeDevice(ctx, id))) throw new AppError('device.not-found')
}

/** Refuses a command to a door by an administrator who only looks after devices: restarting is theirs, opening is not. */
function refuseOpening(ctx: Ctx, kind: CommandKind): void {
  if (isDoorCommand(kind) && !may(ctx, 'live.control')) throw new AppError('device.opens-for-others')
}

/**
 * @throws AppError device.opens-for-others, device.not-found, device.cannot, device.offline for a door that could not be opened in time, door.reason-needed,
 * lockdown.holds-reader for a device that would unbind itself, request.invalid for a door that the device does not have
 */
export async function sendCommand(
  ctx: Ctx,
  id: string,
  { kind, reason, expiresInSeconds, port }: Body<typeof sendRoute>,
): Promise<DeviceCommand> {
  refuseOpening(ctx, kind)
  const device = await lockDevice(ctx.db, id)
  if (!device) throw new AppError('device.not-found')
  ctx.audit.item = device.name
  ctx.audit.facts = { command: kind }
  if (reason) ctx.audit.remark = reason
  if (capabilitiesOf(device).commands[kind] !== null) throw new AppError('device.cannot', { name: device.name })
  if (port !== undefined && port > device.door_count)
    throw new AppError('request.invalid', {
      fields: 'port',
      issues: [{ path: 'port', problem: 'too-great', max: device.door_count }],
    })
  await requireReason(ctx, [id], { kind, reason })
  if (kind === 'open-once' && !device.is_online) throw new AppError('device.offline')
  if (kind === 'unbind') await refuseHeldReader(ctx, id)
  const command = { kind, reason: reason ?? null, createdBy: nameOfActor(ctx), expiresInSeconds, port: port ?? null }
  return toCommand(await queueCommand(ctx, id, command), ctx.clock.now())
}

/** Sends a command to those of many devices that know it; an offline device gets it when it comes back in time. @throws AppError door.reason-needed */
export async function sendCommands(ctx: Ctx, { deviceIds, kind, reason }: Body<typeof sendManyRoute>) {
  refuseOpening(ctx, kind)
  const devices = await selectDevicesNamed(ctx.db, deviceIds)
  ctx.audit.item = devices
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 255)
  ctx.audit.facts = { command: kind }
  if (reason) ctx.audit.remark = reason
  await requireReason(ctx, deviceIds, { kind, reason })
  const able = devices.filter((device) => capabilitiesOf(device).commands[kind] === null)
  for (const { id } of able) await queueCommand(ctx, id, { kind, reason: reason ?? null, createdBy: nameOfActor(ctx) })
  return {
    sent: able.length,
    offline: able.filter(({ is_online: isOnline }) => !isOnline).length,
    unable: devices.length - able.length,
    missing: new Set(deviceIds).size - devices.length,
  }
}

/** @throws AppError device.not-found */
export async function retryPeople(ctx: Ctx, id: string, personIds: readonly string[] | undefined) {
  const device = await lockDevice(ctx.db, id)
  if (!device) throw new AppError('device.not-found')
  ctx.audit.item = device.name
  const count = await noteRetry(ctx, id, personIds)
  await hint(ctx, { to: 'consoles', topic: 'devices', id })
  return { count }
}

/** A command without an answer in time is expired, whether or not a job has marked it. */
export const toCommand = (row: CommandRow, now: Temporal.Instant): DeviceCommand => ({
  id: row.id,
  kind: commandKindOf(row.kind),
  port: row.port,
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
