import {
  highestSequence,
  maxAlarms,
  pushAlarms as pushAlarmsRoute,
  sequenceStep,
  type WireAlarm,
  wireAlarm,
} from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { type AlarmEvent, noSubject, subjectOfPort } from '@gatehouse/engine/alarm/alarm-event.ts'
import { isDoorAlarm } from '@gatehouse/engine/alarm/vocabulary.ts'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { lockAlarmProgress, updateAlarmProgress } from '../../../device-link/progress-store.ts'
import { insertMessages, selectPicturedCodes } from '../alarm-event-store.ts'
import { EntryRefused, looseAlarms, readBatch } from '../../../device-link/read-batch.ts'
import { placeByTime, readInstant } from '../../../device-link/device-time.ts'
import { readJpeg } from '../../../device-link/read-jpeg.ts'
import { storeAlarmEvents } from './store-alarm-events.ts'

/** The body of the contract, but each alarm is checked by itself. */
export const pushAlarmsOneByOne = { ...pushAlarmsRoute, body: looseAlarms(maxAlarms) }

/** Before its arrival is known, an alarm has only the time that the device claims. */
type Message = Omit<AlarmEvent, 'atMs' | 'claimedAt'> & { sequence: number; said: string; image: Buffer | null }

/**
 * Stores a device's messages about its alarms: each message once, by its content. Its number only orders it, and says how far the device
 * has come: somebody else may have taken a higher one. `ports`: the doors of alarms at a device with several, by the ids of the alarms.
 * Gives the outcome after the commit.
 * @throws AppError request.invalid, device.credentials-wrong when the device was unbound meanwhile
 */
export async function pushAlarms(
  ctx: Ctx,
  deviceId: string,
  { alarms, refusesSingly }: z.output<typeof pushAlarmsOneByOne.body>,
  ports: ReadonlyMap<string, number> = new Map(),
) {
  const { rows, refused } = readBatch(alarms, {
    name: 'alarms',
    schema: wireAlarm,
    toRow: (alarm) => readMessage(alarm, ports.get(alarm.id)),
    refusesSingly,
  })
  if (refused.length > 0) ctx.log.warn({ deviceId, refused }, 'alarms of a device cannot be taken')
  const messages = rows.toSorted((a, b) => a.sequence - b.sequence)
  await keepPictures(ctx, deviceId, messages)
  return inTransaction(ctx, async (ctx) => {
    const storedSequence = await lockAlarmProgress(ctx.db, deviceId)
    if (storedSequence === undefined) throw new AppError('device.credentials-wrong')
    const fresh = (await insertMessages(ctx.db, deviceId, messages)).flatMap(({ place, isReleased }) => {
      const message = messages[place]
      if (!message) return []
      return message.state === 'raised' && isReleased ? { ...message, state: 'raised-late' as const } : message
    })
    await storeAlarmEvents(ctx, deviceId, await withTimes(ctx, fresh))
    const last = highestWithinReach(storedSequence, messages)
    if (last !== storedSequence) await updateAlarmProgress(ctx.db, deviceId, last)
    return { stored: fresh.length, known: messages.length - fresh.length, storedSequence: last, refused }
  })
}

/** The device's highest number after these messages. A number from before numbers had a limit is replaced. */
function highestWithinReach(storedSequence: number, messages: readonly Message[]): number {
  const isSpoilt = storedSequence >= highestSequence
  const from = isSpoilt ? 0 : storedSequence
  const reach = Math.min(from + sequenceStep, highestSequence - 1)
  const last = messages.findLast(({ sequence }) => sequence <= reach)?.sequence ?? 0
  return last > from ? last : storedSequence
}

function readMessage(alarm: WireAlarm, port: number | undefined): Message {
  const refuse = (field: keyof WireAlarm, problem: string): never => {
    throw new EntryRefused(field, problem)
  }
  return {
    sequence: alarm.sequence,
    state: alarm.state,
    said: readInstant(alarm.at) ?? refuse('at', 'no-instant'),
    code: alarm.code,
    subject:
      (isDoorAlarm(alarm.code) ? alarm.personId : null) ?? (port === undefined ? noSubject : subjectOfPort(port)),
    deviceAlarmId: alarm.id,
    description: alarm.description === '' ? null : alarm.description,
    personId: alarm.personId,
    recordId: null,
    canRelease: alarm.canRelease,
    image: alarm.image === null ? null : readJpeg(alarm.image),
    imageHash: null,
  }
}

async function withTimes({ db, clock }: Ctx, messages: readonly Message[]): Promise<AlarmEvent[]> {
  const said = messages.map((message) => message.said)
  const timeOf = await placeByTime(db, said, clock.now().round('millisecond').toString())
  return messages.map((message) => {
    const { at, claimedAt } = timeOf(message.said)
    return { ...message, atMs: Temporal.Instant.from(at).epochMilliseconds, claimedAt }
  })
}

/**
 * Keeps one picture of each type, before the transaction: an alarm that arrived a thousand times shows the first. An alarm of a
 * decision has the picture of its record, which is kept once.
 */
async function keepPictures(ctx: Ctx, deviceId: string, messages: readonly Message[]): Promise<void> {
  if (messages.every(({ image }) => image === null)) return
  const pictured = await selectPicturedCodes(ctx.db, deviceId)
  for (const message of messages) {
    if (message.image === null || message.state !== 'raised') continue
    if (pictured.has(message.code) && !isDoorAlarm(message.code)) continue
    pictured.add(message.code)
    message.imageHash = await ctx.blobs.put(message.image)
  }
}
