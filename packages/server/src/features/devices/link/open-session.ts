import { maxClockOffsetMs } from '../../../device-link/device-time.ts'
import { isDeepStrictEqual } from 'node:util'
import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import { hashForm, type hello as helloRoute, topicPrefix } from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { z } from 'zod'
import { insertOperation } from '../../../http/operation-log-store.ts'
import { type Ctx, hint } from '../../../ctx.ts'
import type { BrokerAddress } from '../../../device-link/broker/device-broker.ts'
import type { LiveUpdates } from '../../../hints/live-updates.ts'
import type { DeviceIdentity } from '../../../device-link/device-directory.ts'
import {
  type DeviceRow,
  findDevice,
  raiseRevision,
  selectErasedAt,
  updateDevice,
} from '../../../device-link/device-store.ts'
import { versionColumns } from '../pairing/pair-device.ts'
import { notePeopleOfDevice } from '../../../device-link/outbox/people-changes.ts'
import { selectSuspendedIds } from '../../../people/suspension-reads.ts'
import { raiseDeviceAlarm } from '../../alarms/link/device-alarm-actions.ts'

type Input = z.output<typeof helloRoute.body>

/**
 * A device connects: its versions, address and clock are noted. Its type and serial number, which identify it for good,
 * stay as they were at pairing.
 */
export async function openSession(
  ctx: Ctx,
  device: DeviceIdentity,
  input: Input,
  broker: BrokerAddress,
  liveUpdates: LiveUpdates,
  requestId: string,
) {
  const row = await findDevice(ctx.db, device.id, input.schemaTag)
  if (!row) throw new AppError('device.credentials-wrong')
  const now = ctx.clock.now()
  const offsetMs = readInstant(input.clockAt).epochMilliseconds - now.epochMilliseconds
  const reported = { ...versionColumns(input.versions), ip: ctx.address }
  const before: Record<string, unknown> = row
  const isChanged = Object.entries(reported).some(([name, value]) => !isDeepStrictEqual(before[name], value))
  const isNewSchema = input.schemaTag !== null && input.schemaTag !== row.settings_schema_tag
  // Its tag is the hash of a stored schema: that schema's defaults are wanted from now on. The device pulls its settings after this.
  const isKnownSchema = isNewSchema && row.known_schema_id !== null
  if (isKnownSchema) await raiseRevision(ctx.db, [device.id], 'settings')
  await updateDevice(ctx.db, device.id, {
    clock_offset_ms: Math.max(-maxClockOffsetMs, Math.min(maxClockOffsetMs, offsetMs)),
    clock_measured_at: now.toString(),
    ...(isChanged ? { ...reported, updated_at: now.toString() } : {}),
    ...(input.versions.hashes === hashForm && !row.knows_slow_hashes ? { knows_slow_hashes: true } : {}),
    ...(isNewRun(row, input) ? { run_id: input.runId, run_id_before: row.run_id } : {}),
    ...(isKnownSchema ? { settings_schema_id: row.known_schema_id, settings_schema_tag: input.schemaTag } : {}),
  })
  // A program of before held shorter periods: its successor gets the suspensions themselves.
  if (!row.abilities.includes('suspensions') && reported.abilities.includes('suspensions'))
    await notePeopleOfDevice(ctx, device.id, await selectSuspendedIds(ctx))
  // From now on it can follow the rules of areas and interlocks, of which its document had none.
  if (!row.abilities.includes('surroundings') && reported.abilities.includes('surroundings'))
    await raiseRevision(ctx.db, [device.id], 'access')
  if (isChanged) liveUpdates.notify('devices')
  if (await noteRun(ctx, row, input, requestId)) liveUpdates.notify('alarms')
  return {
    serverAt: now.round('millisecond').toString(),
    topicPrefix: topicPrefix(row.ldid),
    broker,
    storedSequence: row.record_sequence ?? 0,
    wantsSchema: isNewSchema && !isKnownSchema,
    storedAlarmSequence: row.alarm_sequence ?? 0,
    restored: restoreOf(row),
    erased: (await selectErasedAt(ctx.db, device.id)).map(({ person_id }) => person_id),
  }
}

/** The device's highest record in the backup from which the installation was last restored; null: not restored since the pairing. */
const restoreOf = ({ restore_id: id, restored_sequence, restored_alarm_sequence }: DeviceRow) =>
  id === null ? null : { id, sequence: restored_sequence ?? 0, alarmSequence: restored_alarm_sequence ?? 0 }

const isNewRun = ({ run_id }: DeviceRow, { runId }: Input) => runId !== null && runId !== run_id

/** A clone that is seen again within this time is not reported again. */
const cloneReportHours = 1

/**
 * Each start of a terminal has a run of its own, and an earlier run never connects again, unless two machines
 * share one identity and take turns. Another serial number proves the same at once. Gives whether an alarm was raised.
 */
async function noteRun(ctx: Ctx, row: DeviceRow, { runId, versions }: Input, requestId: string): Promise<boolean> {
  const isOther = versions.serialNumber !== row.serial_number
  const isBack = runId !== null && runId === row.run_id_before && runId !== row.run_id
  if (!isOther && !isBack) return false
  const now = ctx.clock.now()
  await updateDevice(ctx.db, row.id, { clone_seen_at: now.toString() })
  const isDue =
    row.clone_seen_at === null ||
    Temporal.Instant.compare(now, Temporal.Instant.from(row.clone_seen_at).add({ hours: cloneReportHours })) >= 0
  if (!isDue) return false
  ctx.log.warn({ deviceId: row.id, address: ctx.address }, 'two machines live with one identity')
  const line = { module: 'device', event: 'clone-seen', side: 'device', address: ctx.address, requestId } as const
  await insertOperation(ctx.db, {
    ...line,
    actor: ctx.actor,
    note: { item: row.name, facts: { serialNumber: versions.serialNumber } },
  })
  await hint(ctx, { to: 'consoles', topic: 'devices', id: row.id })
  const description = [versions.serialNumber, ctx.address].filter(Boolean).join(' · ')
  await raiseDeviceAlarm(ctx, row.id, { code: alarmCodes.cloned, description })
  return true
}

function readInstant(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text)
  } catch {
    // ISO 8601 in form, but no instant (an offset of +99:99).
    throw new AppError('request.invalid', { fields: 'clockAt' })
  }
}
