import {
  mostAlarms,
  pushAlarms as pushAlarmsRoute,
  type WireAlarm,
  wireAlarm,
} from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../lib/ctx.ts'
import { type AlarmEvent, noSubject } from './alarm-group.ts'
import { lockAlarmProgress, selectPicturedCodes, updateAlarmProgress } from './alarm-store.ts'
import { EntryRefused, looseAlarms, readBatch } from './read-batch.ts'
import { placeByTime, readInstant } from './device-time.ts'
import { readJpeg } from './record-rows.ts'
import { storeAlarmEvents } from './store-alarm-events.ts'

/** As the contract says, but that each alarm is looked at by itself. */
export const pushAlarmsOneByOne = { ...pushAlarmsRoute, body: looseAlarms(mostAlarms) }

/** Until it is known when it arrived, it has only the time that the device said. */
type Message = Omit<AlarmEvent, 'atMs' | 'claimedAt'> & { sequence: number; said: string; image: Buffer | null }

/**
 * Stores what a device says of its alarms: each message once, by its sequence number. Gives the outcome after the commit.
 * @throws AppError request.invalid, device.credentials-wrong when the device was unbound meanwhile
 */
export async function pushAlarms(
  ctx: Ctx,
  deviceId: string,
  { alarms, refusesSingly }: z.output<typeof pushAlarmsOneByOne.body>,
) {
  const { rows, refused } = readBatch(alarms, { name: 'alarms', schema: wireAlarm, toRow: readMessage, refusesSingly })
  if (refused.length > 0) ctx.log.warn({ deviceId, refused }, 'alarms of a device cannot be taken')
  const messages = rows.toSorted((a, b) => a.sequence - b.sequence)
  await keepPictures(ctx, deviceId, messages)
  return inTransaction(ctx, async (ctx) => {
    const storedSequence = await lockAlarmProgress(ctx.db, deviceId)
    if (storedSequence === undefined) throw new AppError('device.credentials-wrong')
    const fresh = messages.filter(
      ({ sequence }, index) => sequence > storedSequence && sequence !== messages[index - 1]?.sequence,
    )
    await storeAlarmEvents(ctx, deviceId, await placed(ctx, fresh))
    const last = fresh.at(-1)?.sequence ?? storedSequence
    await updateAlarmProgress(ctx.db, deviceId, last)
    return { stored: fresh.length, known: messages.length - fresh.length, storedSequence: last, refused }
  })
}

function readMessage(alarm: WireAlarm): Message {
  const refuse = (field: keyof WireAlarm, problem: string): never => {
    throw new EntryRefused(field, problem)
  }
  if (alarm.sequence > Number.MAX_SAFE_INTEGER) refuse('sequence', 'too-large')
  return {
    sequence: alarm.sequence,
    state: alarm.state,
    said: readInstant(alarm.at) ?? refuse('at', 'no-instant'),
    code: alarm.code,
    subject: noSubject,
    deviceAlarmId: alarm.id,
    description: alarm.description === '' ? null : alarm.description,
    personId: alarm.personId,
    recordId: null,
    canRelease: alarm.canRelease,
    image: alarm.image === null ? null : (readJpeg(alarm.image) ?? refuse('image', 'no-jpeg')),
    imageHash: null,
  }
}

async function placed({ db, clock }: Ctx, messages: readonly Message[]): Promise<AlarmEvent[]> {
  const said = messages.map((message) => message.said)
  const place = await placeByTime(db, said, clock.now().round('millisecond').toString())
  return messages.map((message) => {
    const { at, claimedAt } = place(message.said)
    return { ...message, atMs: Temporal.Instant.from(at).epochMilliseconds, claimedAt }
  })
}

/** One picture of each kind, before the transaction: an alarm that came a thousand times shows the first. */
async function keepPictures(ctx: Ctx, deviceId: string, messages: readonly Message[]): Promise<void> {
  if (messages.every(({ image }) => image === null)) return
  const pictured = await selectPicturedCodes(ctx.db, deviceId)
  for (const message of messages) {
    if (message.image === null || message.state !== 'raised' || pictured.has(message.code)) continue
    pictured.add(message.code)
    message.imageHash = await ctx.blobs.put(message.image)
  }
}
