import { Readable } from 'node:stream'
import type { Language } from '@gatehouse/contract/envelope.ts'
import { mostImagesInZip, type RecordFilter } from '@gatehouse/contract/features/records.ts'
import { recordWords } from '@gatehouse/contract/texts/record-words.ts'
import { ZipFile } from 'yazl'
import type { Ctx } from '../../lib/ctx.ts'
import { csvStream } from '../../lib/spreadsheet.ts'
import { readCompany } from '../company/company-reads.ts'
import { readPictured, readRecordPage, recordSightOf } from './record-reads.ts'

/** Rows asked for at a time: what is in memory, however long the file becomes. */
const chunk = 5_000

/** `2026-11-21 08:30:00` on the wall of a zone. */
function wallTime(timeZone: string): (instant: string) => string {
  // Swedish writes ISO 8601 with a space. One formatter for a million rows.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  return (instant) => format.format(Temporal.Instant.from(instant).epochMilliseconds)
}

/** A word as people read it; one that only its terminal knows, as it came. */
const wordOf = (texts: Readonly<Record<string, string>>, word: string, unknown: string) =>
  (Object.hasOwn(texts, word) && texts[word]) || unknown.replace('{word}', () => word)

/** The records of a filter as CSV, a chunk at a time; reads on only as fast as the reader takes it. */
export async function recordCsv(ctx: Ctx, filter: RecordFilter, language: Language): Promise<Readable> {
  const words = recordWords[language]
  const local = wallTime((await readCompany(ctx.db)).timeZone)
  const sight = recordSightOf(ctx)
  // Before the first byte: whoever takes only half of it leaves a line, too.
  ctx.audit.facts = { filter }
  async function* rows() {
    for (let after: string | undefined; ;) {
      const { items, next } = await readRecordPage(ctx.db, { ...filter, after, size: chunk }, sight)
      yield items.map((record) => [
        record.id,
        local(record.recognisedAt),
        local(record.receivedAt),
        record.person?.name,
        words.kind[record.kind],
        [record.device.name, record.device.location].filter(Boolean).join(' · '),
        words.direction[record.direction],
        wordOf(words.entryMode, record.entryMode, words.unknown),
        record.score,
        record.opened ? words.door.opened : words.door.refused,
        record.abnormal === 'none' ? '' : wordOf(words.abnormal, record.abnormal, words.unknown),
        record.misrecognition && words.misrecognition[record.misrecognition],
        record.hasDoubtfulTime ? words.yes : '',
      ])
      if (next === null) return
      after = next
    }
  }
  return csvStream(Object.values(words.column), rows())
}

/** The pictures of a filter as a zip; each is opened when its turn comes, so that one at a time is in memory. */
export async function recordImages(ctx: Ctx, filter: RecordFilter): Promise<NodeJS.ReadableStream> {
  const rows = await readPictured(ctx.db, filter, recordSightOf(ctx), mostImagesInZip)
  const local = wallTime((await readCompany(ctx.db)).timeZone)
  ctx.audit.facts = { pictures: rows.length, filter }
  const zip = new ZipFile()
  zip.on('error', (error) => ctx.log.error({ err: error }, 'a zip of pictures could not be written'))
  for (const [index, row] of rows.entries()) {
    const at = local(row.recognised_at).replaceAll(':', '').replace(' ', '-')
    const name = [String(index + 1).padStart(4, '0'), at, row.name, row.device_name].filter(Boolean).join('_')
    zip.addReadStreamLazy(`${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.jpg`, { compress: false }, (give) => {
      // One that retention took meanwhile is an empty file rather than a broken zip.
      ctx.blobs.get(row.capture_hash).then(
        (bytes) => give(null, Readable.from(bytes ?? Buffer.alloc(0), { objectMode: false })),
        (error: unknown) => give(error, Readable.from([])),
      )
    })
  }
  zip.end()
  return zip.outputStream
}
