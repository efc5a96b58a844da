import { type hello as helloRoute, topicPrefix } from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { z } from 'zod'
import { insertOperation } from '../http/operation-log-store.ts'
import { type Ctx, hint } from '../lib/ctx.ts'
import { findStoredAlarmSequence } from './alarm-store.ts'
import type { BrokerAddress } from './broker/device-broker.ts'
import type { ConsoleNews } from './console-news.ts'
import type { DeviceIdentity } from './device-directory.ts'
import { type DeviceRow, findDevice, findStoredSequence, updateDeviceRow } from './device-store.ts'
import { versionColumns } from './pair-device.ts'

type Input = z.output<typeof helloRoute.body>

/** Beyond this the column is full; what matters is that it is far off. */
const mostOffsetMs = 2_147_483_647

/**
 * A device starts talking: its versions, address and clock are noted. What names the device for good (type, serial
 * number) stays as it was at pairing.
 */
export async function sayHello(
  ctx: Ctx,
  device: DeviceIdentity,
  input: Input,
  broker: BrokerAddress,
  news: ConsoleNews,
  requestId: string,
) {
  const row = await findDevice(ctx.db, device.id)
  if (!row) throw new AppError('device.credentials-wrong')
  const now = ctx.clock.now()
  const offsetMs = readInstant(input.clockAt).epochMilliseconds - now.epochMilliseconds
  const reported = { ...versionColumns(input.versions), ip: ctx.address }
  const before: Record<string, unknown> = row
  const isNews = Object.entries(reported).some(([name, value]) => before[name] !== value)
  await updateDeviceRow(ctx.db, device.id, {
    clock_offset_ms: Math.max(-mostOffsetMs, Math.min(mostOffsetMs, offsetMs)),
    clock_measured_at: now.toString(),
    ...(isNews ? { ...reported, updated_at: now.toString() } : {}),
  })
  if (isNews) news.tell('devices')
  await noteRun(ctx, row, input, requestId)
  return {
    serverAt: now.round('millisecond').toString(),
    topicPrefix: topicPrefix(row.ldid),
    broker,
    storedSequence: await findStoredSequence(ctx.db, device.id),
    wantsSchema: input.schemaTag !== null && input.schemaTag !== row.settings_schema_tag,
    storedAlarmSequence: await findStoredAlarmSequence(ctx.db, device.id),
  }
}

/** So long a clone that is seen again is the same piece of news. */
const cloneNewsHours = 1

/**
 * Each start of a terminal has a run of its own, and a run that was succeeded never speaks again, unless two machines
 * live with one identity and take turns. Another serial number says the same at once.
 */
async function noteRun(ctx: Ctx, row: DeviceRow, { runId, versions }: Input, requestId: string): Promise<void> {
  const isOther = versions.serialNumber !== row.serial_number
  const isBack = runId !== null && runId === row.run_id_before && runId !== row.run_id
  if (runId !== null && runId !== row.run_id)
    await updateDeviceRow(ctx.db, row.id, { run_id: runId, run_id_before: row.run_id })
  if (!isOther && !isBack) return
  const now = ctx.clock.now()
  await updateDeviceRow(ctx.db, row.id, { clone_seen_at: now.toString() })
  const isNews =
    row.clone_seen_at === null ||
    Temporal.Instant.compare(now, Temporal.Instant.from(row.clone_seen_at).add({ hours: cloneNewsHours })) >= 0
  if (!isNews) return
  ctx.log.warn({ deviceId: row.id, address: ctx.address }, 'two machines live with one identity')
  const line = { module: 'device', event: 'clone-seen', side: 'device', address: ctx.address, requestId } as const
  await insertOperation(ctx.db, { ...line, actor: ctx.actor, note: { item: row.name, remark: versions.serialNumber } })
  await hint(ctx, { to: 'consoles', topic: 'devices', id: row.id })
}

function readInstant(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text)
  } catch {
    // ISO 8601 in form, but no instant (an offset of +99:99).
    throw new AppError('request.invalid', { fields: 'clockAt' })
  }
}
