import { hashForm, type hello as helloRoute, topicPrefix } from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { z } from 'zod'
import type { Ctx } from '../../../ctx.ts'
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
import { notePeopleOfDevice } from '../../../device-link/outbox/people-changes.ts'
import { selectSuspendedIds } from '../../../people/suspension-reads.ts'
import { noteClone } from './note-clone.ts'
import { changedVersions, clockColumns } from './note-versions.ts'

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
  const changed = changedVersions(ctx, row, input.versions)
  const abilities = changed?.abilities ?? row.abilities
  const isNewSchema = input.schemaTag !== null && input.schemaTag !== row.settings_schema_tag
  // Its tag is the hash of a stored schema: that schema's defaults are wanted from now on. The device pulls its settings after this.
  const isKnownSchema = isNewSchema && row.known_schema_id !== null
  // With another recogniser another threshold holds: the device pulls its settings after this.
  const isOtherModel = changed !== undefined && changed.face_model_id !== row.face_model_id
  if (isKnownSchema || isOtherModel) await raiseRevision(ctx.db, [device.id], 'settings')
  await updateDevice(ctx.db, device.id, {
    ...clockColumns(ctx, offsetMs),
    ...changed,
    ...(input.versions.hashes === hashForm && !row.knows_slow_hashes ? { knows_slow_hashes: true } : {}),
    ...(isNewRun(row, input) ? { run_id: input.runId, run_id_before: row.run_id } : {}),
    ...(isKnownSchema ? { settings_schema_id: row.known_schema_id, settings_schema_tag: input.schemaTag } : {}),
  })
  // A program of before held shorter periods: its successor gets the suspensions themselves.
  if (!row.abilities.includes('suspensions') && abilities.includes('suspensions'))
    await notePeopleOfDevice(ctx, device.id, await selectSuspendedIds(ctx))
  // From now on it can follow the rules of areas and interlocks, of which its document had none.
  if (!row.abilities.includes('surroundings') && abilities.includes('surroundings'))
    await raiseRevision(ctx.db, [device.id], 'access')
  if (changed) liveUpdates.notify('devices')
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

/**
 * Each start of a terminal has a run of its own, and an earlier run never connects again, unless two machines
 * share one identity and take turns. Another serial number proves the same at once. Gives whether an alarm was raised.
 */
async function noteRun(ctx: Ctx, row: DeviceRow, { runId, versions }: Input, requestId: string): Promise<boolean> {
  const isOther = versions.serialNumber !== row.serial_number
  const isBack = runId !== null && runId === row.run_id_before && runId !== row.run_id
  if (!isOther && !isBack) return false
  return noteClone(ctx, row, versions.serialNumber, requestId)
}

function readInstant(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text)
  } catch {
    // ISO 8601 in form, but no instant (an offset of +99:99).
    throw new AppError('request.invalid', { fields: 'clockAt' })
  }
}
