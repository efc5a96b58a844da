import { decodingBytes } from '@gatehouse/face/node/decoding-memory.ts'
import sharp from 'sharp'
import { seal, unsealOrSkip } from '../../lib/seal.ts'
import type { RepeatingJob } from '../../jobs/job-runner.ts'
import type { ReportedRecord } from '../device-events.ts'
import { entryModeOf } from './protocol/event-words.ts'
import { instantOf } from './protocol/local-time.ts'
import type { EventRow } from './protocol/read-access.ts'
import type { AttendanceRow } from './protocol/read-attendance.ts'
import type { Photo } from './protocol/read-photo.ts'
import type { ZkParts, ZkSession } from './zk-session.ts'
import { noticeIgnoredHours } from './presence/notice-ignored-hours.ts'
import { forgetMoments, forgetPictures, notePhoto, noteRecords, selectPictures } from './zkteco-store.ts'

/** A record with the moment that its photograph names. */
export type ZkRecord = ReportedRecord & { moment: string }

export const keyOfEvent = (row: EventRow): string =>
  // The running number begins again after a restart: alone it would name two records.
  [momentOf(row.time, row.pin), row.event, row.door, row.card ?? '', row.index ?? ''].join('|')

const momentOf = (time: Temporal.PlainDateTime, pin: string | null) =>
  `${time.toString({ smallestUnit: 'second' })} ${pin ?? ''}`.trim()
const numberOf = (pin: string | null): number | null => (pin !== null && /^\d{1,9}$/.test(pin) ? Number(pin) : null)

export function recordOfAttendance(row: AttendanceRow, timeZone: string, hasStates: boolean): ZkRecord {
  const moment = momentOf(row.time, row.pin)
  const isStranger = row.pin === null
  return {
    moment,
    key: [moment, row.status ?? '', row.verify, row.sequence ?? ''].join('|'),
    number: numberOf(row.pin),
    isKnownThere: !isStranger,
    recognisedAt: instantOf(row.time, timeZone).toString(),
    entryMode: entryModeOf(row.verify),
    opened: !isStranger,
    abnormal: isStranger ? 'stranger' : 'none',
    capture: null,
    port: null,
    way: hasStates ? wayOf(row.status) : null,
  }
}

/** In, out, out for a break, in again, in and out of overtime; null where nobody has set a state. */
const ways = ['entry', 'exit', 'exit', 'entry', 'entry', 'exit'] as const
const wayOf = (status: number | null) => (status === null ? null : (ways[status] ?? null))

export function recordOfEvent(
  row: EventRow,
  { opened, abnormal, mode = 'any' }: Pick<ReportedRecord, 'opened' | 'abnormal'> & { mode?: string },
  timeZone: string,
): ZkRecord {
  const moment = momentOf(row.time, row.pin)
  const verified = entryModeOf(row.verify)
  return {
    moment,
    key: keyOfEvent(row),
    number: numberOf(row.pin),
    isKnownThere: row.pin !== null,
    recognisedAt: instantOf(row.time, timeZone).toString(),
    entryMode: verified === 'any' ? mode : verified,
    opened,
    abnormal,
    capture: null,
    port: row.door > 0 ? row.door : null,
    way: row.way === 0 ? 'entry' : row.way === 1 ? 'exit' : null,
  }
}

const context = 'zkteco_moment.picture'

/** Records of one statement: a terminal that was offline for weeks sends more than a statement has parameters. */
const maxAtOnce = 1_000

/** Stores records, each with its photograph if that came before it. */
export async function takeRecords(parts: ZkParts, session: ZkSession, records: readonly ZkRecord[]): Promise<void> {
  for (let from = 0; from < records.length; from += maxAtOnce)
    await takeSome(parts, session, records.slice(from, from + maxAtOnce))
}

async function takeSome(parts: ZkParts, session: ZkSession, records: readonly ZkRecord[]): Promise<void> {
  const { services, events } = parts
  const { device } = session
  const { db, keys, clock } = services
  const received_at = clock.now().toString()
  const moments = [...new Map(records.map(({ moment, key }) => [moment, key]))].map(([moment, record_key]) => ({
    device_id: device.id,
    moment,
    record_key,
    received_at,
  }))
  const open = (rows: Awaited<ReturnType<typeof selectPictures>>) =>
    new Map(
      rows.flatMap(({ moment, picture_sealed: sealed }) => {
        const picture = sealed && unsealOrSkip(keys.column, sealed, context)
        return picture ? [[moment, picture] as const] : []
      }),
    )
  const names = moments.map(({ moment }) => moment)
  const pictures = open(await selectPictures(db, device.id, names))
  const { disputed } = await events.records(
    device,
    records.map(({ moment, ...record }) => ({ ...record, capture: pictures.get(moment) ?? null })),
  )
  // From now on a photograph goes to its record; one that came a moment ago is taken there here.
  const late = open(await noteRecords(db, moments))
  for (const { moment, record_key } of moments) {
    const picture = pictures.has(moment) ? undefined : late.get(moment)
    if (picture) await events.picture(device, record_key, picture)
  }
  if (late.size > 0) await forgetPictures(db, device.id, names)
  await noticeIgnoredHours(parts, session, records, disputed)
}

/** A terminal sends again what was not answered; the keys of what it sent are kept for this time. */
const keptHours = 25
/** A photograph waits for its record for this time, at most twice. */
const waitingHours = 1

/** The job forgets what joins records and photographs once that is old, of every device. */
export const momentsJob = ({ db, clock }: Pick<ZkParts['services'], 'db' | 'clock'>): RepeatingJob => ({
  name: 'forget-zkteco-moments',
  cron: '41 * * * *',
  freesDisk: true,
  run: () => {
    const before = (hours: number) => clock.now().subtract({ hours }).toString()
    return forgetMoments(db, { keysBefore: before(keptHours), picturesBefore: before(waitingHours) })
  },
})

/** A larger picture is not kept with a record. */
const maxBytes = 190_000
const maxSide = 1280
/** Cameras of terminals have a few megapixels, and decoding those takes less. */
const maxDecodingBytes = 128 * 1024 ** 2

/** Brings a photograph to its record, or keeps it until that comes. None is kept where pictures are off. */
export async function takePhoto(
  { services, events, intents }: ZkParts,
  { device }: ZkSession,
  { pin, time, jpeg }: Photo,
): Promise<void> {
  const { db, keys, clock, log } = services
  if (!(await intents.keepsPictures())) return
  const picture = jpeg.length > maxBytes ? await shrink(jpeg) : jpeg
  if (!picture) {
    log.warn(
      { deviceId: device.id, bytes: jpeg.length },
      'a photograph of a terminal is damaged; its record stays without',
    )
    return
  }
  const moment = momentOf(time, pin)
  const found = await notePhoto(db, {
    device_id: device.id,
    moment,
    picture_sealed: seal(keys.column, picture, context),
    received_at: clock.now().toString(),
  })
  if (!found?.record_key) return
  await events.picture(device, found.record_key, picture)
  await forgetPictures(db, device.id, [moment])
}

/** undefined: it is no picture. The terminal would send it again for ever, and nothing after it. One that was cut on its way is shown as far as it came. */
const shrink = async (jpeg: Buffer): Promise<Buffer | undefined> =>
  decodingBytes(jpeg) > maxDecodingBytes
    ? undefined
    : sharp(jpeg, { limitInputPixels: 40_000_000, failOn: 'none' })
        .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: 75 })
        .toBuffer()
        .catch(() => undefined)
