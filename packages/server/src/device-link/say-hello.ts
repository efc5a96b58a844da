import { type hello as helloRoute, topicPrefix } from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import type { BrokerAddress } from './broker/device-broker.ts'
import type { ConsoleNews } from './console-news.ts'
import type { DeviceIdentity } from './device-directory.ts'
import { findDevice, findStoredSequence, updateDeviceRow } from './device-store.ts'
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
  return {
    serverAt: now.round('millisecond').toString(),
    topicPrefix: topicPrefix(row.ldid),
    broker,
    storedSequence: await findStoredSequence(ctx.db, device.id),
    wantsSchema: input.schemaTag !== null && input.schemaTag !== row.settings_schema_tag,
  }
}

function readInstant(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text)
  } catch {
    // ISO 8601 in form, but no instant (an offset of +99:99).
    throw new AppError('request.invalid', { fields: 'clockAt' })
  }
}
