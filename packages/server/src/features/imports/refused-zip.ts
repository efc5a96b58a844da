import { csvLine } from '@gatehouse/contract/csv.ts'
import { Readable } from 'node:stream'
import type { Language } from '@gatehouse/contract/envelope.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { importTexts, problemText } from '@gatehouse/contract/texts/import-texts.ts'
import { ZipFile } from 'yazl'
import type { Ctx } from '../../ctx.ts'
import { csvHead } from '../../lib/spreadsheet.ts'
import { readRowsAfter } from './import-reads.ts'
import { findRun, selectParts } from './import-store.ts'
import { openZip, picturesOf } from './zip-pictures.ts'

const rowsAtOnce = 500

/**
 * The pictures that were refused, under their names, and a list of the reasons: mended, the folder can be uploaded as it
 * is. Streams: one picture is in memory at a time. @throws AppError import.not-found
 */
export async function createRefusedZip(
  ctx: Ctx,
  runId: string,
  language: Language,
): Promise<{ name: string; stream: Readable }> {
  const run = await findRun(ctx.db, runId)
  if (run?.kind !== 'portraits') throw new AppError('import.not-found')
  const zip = new ZipFile()
  // yazl declares the old stream interface.
  const stream = Readable.from(zip.outputStream)
  fill(ctx, zip, runId, language).catch((error: unknown) => {
    ctx.log.error({ err: error }, 'the refused pictures could not be put together')
    stream.destroy(error instanceof Error ? error : undefined)
  })
  return { name: run.name, stream }
}

async function fill(ctx: Ctx, zip: ZipFile, runId: string, language: Language): Promise<void> {
  const texts = importTexts[language]
  const reasons = [csvHead([texts.file, texts.result])]
  const inZip = new Set<string>()
  for (let after = 0; ;) {
    const rows = await readRowsAfter(ctx.db, ctx.keys, runId, after, rowsAtOnce)
    for (const { number, label, outcome, problems, alike, sourceHash } of rows) {
      after = number
      if (outcome !== 'failed') continue
      const why = problems.map((problem) => problemText(language, problem)).join('; ')
      reasons.push(csvLine([label, alike?.person ? `${why} (${alike.person.name})` : why]))
      if (sourceHash) put(zip, label, () => ctx.blobs.get(sourceHash))
      else inZip.add(label)
    }
    if (rows.length < rowsAtOnce) break
  }
  const parts = await selectParts(ctx.db, runId)
  if (inZip.size > 0 && parts.length > 0) {
    const uploaded = await openZip(ctx.blobs, parts)
    for await (const { path, problem, read } of picturesOf(uploaded))
      if (inZip.has(path) && problem === undefined) put(zip, path, read)
  }
  zip.addBuffer(Buffer.from(reasons.join('')), 'reasons.csv')
  zip.end()
}

/** A file that is only read when the zip reaches it. */
function put(zip: ZipFile, path: string, read: () => Promise<Buffer | undefined>): void {
  zip.addReadStreamLazy(path.replaceAll('\\', '/'), { compress: false }, (give) => {
    read().then(
      (bytes) => give(null, Readable.from([bytes ?? Buffer.of()])),
      (error: unknown) => give(error, Readable.from([])),
    )
  })
}
