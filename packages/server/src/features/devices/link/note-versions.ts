import { isDeepStrictEqual } from 'node:util'
import type { DeviceVersions } from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { type DeviceRow, findDevice, updateDevice } from '../../../device-link/device-store.ts'
import { maxClockOffsetMs } from '../../../device-link/device-time.ts'
import { holdBeginnings, openFurtherDoors } from '../../lockdown/joined-device-actions.ts'
import { versionColumns } from '../pairing/pair-device.ts'

/** The columns of what a device says of itself, and of its address, if they differ from what was known. */
export function changedVersions(ctx: Ctx, row: DeviceRow, versions: DeviceVersions) {
  const reported = { ...versionColumns(versions), ip: ctx.address }
  const before: Record<string, unknown> = row
  const isChanged = Object.entries(reported).some(([name, value]) => !isDeepStrictEqual(before[name], value))
  if (!isChanged) return undefined
  const now = ctx.clock.now().toString()
  return { ...reported, ...movedColumns(ctx, row), updated_at: now }
}

/** A terminal may get another address; its page tells the one before. */
const movedColumns = (ctx: Ctx, { ip }: Pick<DeviceRow, 'ip'>) =>
  ip !== null && ip !== ctx.address ? { previous_ip: ip, ip_changed_at: ctx.clock.now().toString() } : {}

/** A device of another make called, and said nothing of itself. Gives whether its address is another than before. */
export async function noteAddress(ctx: Ctx, deviceId: string): Promise<boolean> {
  const row = await findDevice(ctx.db, deviceId, null)
  if (!row || row.ip === ctx.address) return false
  await updateDevice(ctx.db, deviceId, { ip: ctx.address, ...movedColumns(ctx, row) })
  return true
}

export const clockColumns = (ctx: Ctx, offsetMs: number) => ({
  clock_offset_ms: Math.max(-maxClockOffsetMs, Math.min(maxClockOffsetMs, offsetMs)),
  clock_measured_at: ctx.clock.now().toString(),
})

/**
 * A device of another make connects. Its type and serial number stay as they were when it was accepted. Gives whether it said
 * anything new of itself.
 */
export async function noteVersions(
  ctx: Ctx,
  deviceId: string,
  versions: DeviceVersions,
  clockOffsetMs: number | null,
): Promise<boolean> {
  const row = await findDevice(ctx.db, deviceId, null)
  if (!row) throw new AppError('device.credentials-wrong')
  const changed = changedVersions(ctx, row, versions)
  const columns = { ...changed, ...(clockOffsetMs === null ? {} : clockColumns(ctx, clockOffsetMs)) }
  if (Object.keys(columns).length > 0) await updateDevice(ctx.db, deviceId, columns)
  return changed !== undefined
}

const maxDoors = 64

/** A controller tells how many doors it has. Gives whether that is new. */
export async function noteDoorCount(ctx: Ctx, deviceId: string, count: number): Promise<boolean> {
  const known = await findDevice(ctx.db, deviceId, null)
  const door_count = Math.max(1, Math.min(maxDoors, count))
  if (!known || known.door_count === door_count) return false
  return inTransaction(ctx, async (ctx) => {
    await holdBeginnings(ctx)
    const row = await findDevice(ctx.db, deviceId, null)
    if (!row || row.door_count === door_count) return false
    await updateDevice(ctx.db, deviceId, { door_count, updated_at: ctx.clock.now().toString() })
    await openFurtherDoors(ctx, deviceId, row.door_count)
    return true
  })
}

/** A device was taken for another type of its make when it was accepted. Its name for the link keeps the letters of before. */
export const noteType = async (ctx: Ctx, deviceId: string, type: string): Promise<void> => {
  await updateDevice(ctx.db, deviceId, { type, updated_at: ctx.clock.now().toString() })
}

export const noteClockOffset = async (ctx: Ctx, deviceId: string, offsetMs: number): Promise<void> => {
  await updateDevice(ctx.db, deviceId, clockColumns(ctx, offsetMs))
}
