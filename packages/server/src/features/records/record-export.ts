import { Readable } from 'node:stream'
import { csvLine } from '@gatehouse/contract/csv.ts'
import type { Language } from '@gatehouse/contract/envelope.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import {
  maxCountedRecords,
  maxImagesInZip,
  type RecognitionRecord,
  type RecordFilter,
} from '@gatehouse/contract/features/records.ts'
import { withNamesIn } from '@gatehouse/contract/texts/default-names.ts'
import type { RecordWords } from '@gatehouse/contract/texts/record-words-en.ts'
import { recordWords } from '@gatehouse/contract/texts/record-words.ts'
import { ZipFile } from 'yazl'
import type { Ctx } from '../../ctx.ts'
import { type Cell, csvHead, csvStream, plainCell, xlsxStream } from '../../lib/spreadsheet.ts'
import { readCompany } from '../../company/company-reads.ts'
import {
  countRecords,
  readDeviceZones,
  readPictured,
  readRecordPage,
  readRecordStaff,
  recordVisibilityOf,
} from './record-reads.ts'

/** The number of rows that are read at a time, so that memory does not depend on the size of the file. */
const chunk = 5_000

/** The additional columns of a file: by the record, and the zone of its device. */
async function openDetails(ctx: Ctx, language: Language) {
  const { timeZone } = await readCompany(ctx.db)
  const zones = new Map(
    (await readDeviceZones(ctx.db)).map(({ device_id, time_zone }) => [device_id, time_zone ?? timeZone]),
  )
  const zoneOf = (deviceId: string | null) => (deviceId && zones.get(deviceId)) ?? timeZone
  const staffOf = async (records: readonly RecognitionRecord[]) => {
    const rows = await readRecordStaff(ctx.db, records)
    return new Map(
      rows.map(({ id, job_id, department }) => [
        id,
        { jobId: job_id, department: department && withNamesIn(language, department) },
      ]),
    )
  }
  return { zoneOf, staffOf }
}

/** A word as people read it; a word that only its terminal knows, unchanged. */
const wordOf = (texts: Readonly<Record<string, string>>, word: string, unknown: string) =>
  (Object.hasOwn(texts, word) && texts[word]) || unknown.replace('{word}', () => word)

/** One line of the export for each of these records, in the order of the columns. */
async function* recordRows(ctx: Ctx, filter: RecordFilter, language: Language) {
  const words = recordWords[language]
  const sight = recordVisibilityOf(ctx)
  const { zoneOf, staffOf } = await openDetails(ctx, language)
  for (let after: string | undefined; ;) {
    const { items, next } = await readRecordPage(ctx.db, { ...filter, after, size: chunk }, sight)
    const staff = await staffOf(items)
    yield items.map((record) => rowOf(record, staff.get(record.id), zoneOf(record.device.id), words))
    if (next === null) return
    after = next
  }
}

type Staff = { jobId: string | null; department: string | null }

function rowOf(record: RecognitionRecord, staff: Staff | undefined, zone: string, words: RecordWords): Cell[] {
  // The time that the device's own clock showed, however wrong it was.
  const at = Temporal.Instant.from(record.claimedAt ?? record.recognisedAt).toZonedDateTimeISO(zone)
  return [
    record.id,
    at.toPlainDateTime(),
    // a plus alone begins a formula
    `UTC${at.offset}`,
    zone,
    Temporal.Instant.from(record.receivedAt).toZonedDateTimeISO(zone).toPlainDateTime(),
    record.person?.name,
    staff?.jobId,
    staff?.department,
    words.kind[record.kind],
    placeOf(record),
    words.direction[record.direction],
    wordOf(words.entryMode, record.entryMode, words.unknown),
    record.score,
    record.opened ? words.door.opened : words.door.refused,
    record.abnormal === 'none' ? '' : wordOf(words.abnormal, record.abnormal, words.unknown),
    record.misrecognition && words.misrecognition[record.misrecognition],
    record.hasDoubtfulTime ? words.yes : '',
    record.candidates.map(({ name }) => name).join('; '),
  ]
}

const placeOf = ({ device, door }: RecognitionRecord) =>
  [device.name, door?.name, device.location].filter(Boolean).join(' · ')

/**
 * The records of a filter as a file, a chunk at a time; reads on only as fast as the reader takes it. In a workbook a
 * text stays a text (job id 00953), which a CSV cannot express.
 * @throws AppError record.too-many-for-workbook
 */
export async function recordFile(
  ctx: Ctx,
  { format, language, ...filter }: RecordFilter & { format: 'csv' | 'xlsx'; language: Language },
) {
  const words = recordWords[language]
  // Before the first byte: a caller who takes only half of it leaves a line, too.
  ctx.audit.facts = { filter }
  const head = Object.values(words.column)
  const rows = recordRows(ctx, filter, language)
  if (format === 'csv') return { type: 'text/csv; charset=utf-8', stream: csvStream(head, rows) }
  const { isMore } = await countRecords(ctx, { ...filter, exact: false }, recordVisibilityOf(ctx))
  if (isMore) throw new AppError('record.too-many-for-workbook', { limit: maxCountedRecords })
  return {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    stream: xlsxStream(words.sheet, head, rows),
  }
}

/** Characters that every file system allows in a name, and that people can read: `Front door (moved)` stays so. */
const fileText = (text: string) =>
  text
    .replaceAll(/[\p{C}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * The pictures of a filter as a zip, with a list of their records; each is opened when its turn comes, so that one at a
 * time is in memory.
 */
export async function recordImages(
  ctx: Ctx,
  { language, ...filter }: RecordFilter & { language: Language },
): Promise<NodeJS.ReadableStream> {
  const words = recordWords[language]
  const pictured = await readPictured(ctx.db, filter, recordVisibilityOf(ctx), maxImagesInZip)
  const { zoneOf, staffOf } = await openDetails(ctx, language)
  const staff = await staffOf(pictured.map(({ record }) => record))
  ctx.audit.facts = { pictures: pictured.length, filter }
  const zip = new ZipFile()
  zip.on('error', (error) => ctx.log.error({ err: error }, 'a zip of pictures could not be written'))
  const list = [csvHead([words.picture, ...Object.values(words.column)])]
  for (const [index, { record, hash }] of pictured.entries()) {
    const row = rowOf(record, staff.get(record.id), zoneOf(record.device.id), words).map(plainCell)
    const at = String(row[1]).replaceAll(':', '')
    const parts = [String(index + 1).padStart(4, '0'), at, record.person?.name, record.device.name]
    const name = `${fileText(parts.filter(Boolean).join(' – ')).slice(0, 200)}.jpg`
    list.push(csvLine([name, ...row]))
    zip.addReadStreamLazy(name, { compress: false }, (give) => {
      // A picture that retention deleted meanwhile is an empty file rather than a broken zip.
      ctx.blobs.get(hash).then(
        (bytes) => give(null, Readable.from(bytes ?? Buffer.alloc(0), { objectMode: false })),
        (error: unknown) => give(error, Readable.from([])),
      )
    })
  }
  zip.addBuffer(Buffer.from(list.join('')), `${words.list}.csv`)
  zip.end()
  return zip.outputStream
}
