import { AppError } from '@gatehouse/contract/errors.ts'
import type { Language } from '@gatehouse/contract/envelope.ts'
import {
  type ImportRun,
  type startPortraitBatch as startRoute,
  maxWorkbookBytes,
  maxPictures,
  maxPicturesAtOnce,
  zipPartSize,
} from '@gatehouse/contract/features/imports.ts'
import { importTexts, problemText } from '@gatehouse/contract/texts/import-texts.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import type { UploadedFile } from '../../http/read-files.ts'
import { createSystemCtx, type Ctx, hint, inTransaction, nameOfActor, type Services } from '../../ctx.ts'
import { discardBlobs } from '../../blobs/garbage-store.ts'
import { consentColumn, takeConsent } from '../../people/consent/consent-actions.ts'
import { readImport, readRowsAfter } from './import-reads.ts'
import { deleteImport } from './import-actions.ts'
import { notifyProgress } from './import-progress.ts'
import {
  addToTotal,
  closeRun,
  countOutcomes,
  findRun,
  insertRows,
  insertRun,
  lastNumber,
  lockRun,
  type NewRow,
  type Run,
  selectOldRuns,
  selectParts,
  upsertPart,
} from './import-store.ts'
import { labelHash, sealLabel } from './row-label.ts'
import { textOfCsv } from './read-csv.ts'
import { makeResult, readWorkbook } from './sheet-thread.ts'
import { openZip, picturesOf } from './zip-pictures.ts'

/** The retention period of a finished import: its file holds people's numbers. */
const keptDays = 30
const oleSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const zipSignature = Buffer.from('504b0304', 'hex')
const listNames = /\.(xls|xlsx|csv)$/i

const creatorOf = ({ actor }: Ctx) => ({
  created_by: actor.kind === 'account' ? actor.id : null,
  creator: nameOfActor({ actor }),
})

/** Notifies the runners of imports when the caller's transaction commits. */
const wake = (ctx: Ctx) => hint(ctx, { to: 'servers', what: 'imports' })

/** @throws AppError import.not-found */
export async function getRun(ctx: Ctx, id: string): Promise<ImportRun> {
  const run = await readImport(ctx.db, id)
  if (!run) throw new AppError('import.not-found')
  return run
}

/**
 * Accepts a list of staff, and reads it once, so that a wrong file is refused at once. The lines are worked
 * through afterwards.
 * @throws AppError import.* (one for each way in which a file is not the one that is asked for), server.busy
 */
export async function startListImport(
  ctx: Ctx,
  files: readonly UploadedFile[],
  { makesDepartments, language }: { makesDepartments: boolean; language: Language },
): Promise<ImportRun> {
  const [file, ...others] = files
  if (!file) throw new AppError('import.file-missing')
  ctx.audit.item = file.name
  if (others.length > 0) throw new AppError('import.one-file')
  if (file.isCut || file.bytes.byteLength > maxWorkbookBytes) throw new AppError('import.too-large')
  if (!listNames.test(file.name)) throw new AppError('import.file-missing')
  if (file.bytes.byteLength === 0) throw new AppError('import.no-bytes')
  const bytes = listBytesOf(file, language)
  const list = await readWorkbook(bytes, language)
  const sourceHash = await ctx.blobs.put(bytes)
  return inTransaction(ctx, async (ctx) => {
    const { id } = await insertRun(ctx.db, {
      kind: 'staff',
      state: 'running',
      name: file.name,
      makes_departments: makesDepartments,
      source_hash: sourceHash,
      ignored_columns: JSON.stringify(list.ignoredColumns),
      total: list.lines.length,
      ...creatorOf(ctx),
    })
    await wake(ctx)
    await notifyProgress(ctx, id)
    return getRun(ctx, id)
  })
}

/**
 * The bytes to store: a CSV is converted to UTF-8 from the encoding of its country, so that it is always read alike.
 * @throws AppError import.not-xls, import.damaged
 */
function listBytesOf({ name, bytes }: UploadedFile, language: Language): Buffer {
  const isOle = bytes.subarray(0, oleSignature.length).equals(oleSignature)
  const isZip = bytes.subarray(0, zipSignature.length).equals(zipSignature)
  if (/\.xls$/i.test(name)) {
    if (!isOle) throw new AppError('import.not-xls')
    return bytes
  }
  if (/\.xlsx$/i.test(name)) {
    // A workbook with a password is no zip.
    if (!isZip) throw new AppError('import.damaged')
    return bytes
  }
  const text = isOle || isZip ? undefined : textOfCsv(bytes, language)
  if (text === undefined) throw new AppError('import.damaged')
  return Buffer.from(text)
}

/** @throws AppError consent.missing, consent.other-text */
export async function startPortraitBatch(
  ctx: Ctx,
  { name, force, consent }: Body<typeof startRoute>,
): Promise<ImportRun> {
  ctx.audit.item = name
  const { id } = await insertRun(ctx.db, {
    kind: 'portraits',
    state: 'uploading',
    name,
    adds_anyway: force,
    consent: consentColumn(await takeConsent(ctx, 'staff', consent)),
    ...creatorOf(ctx),
  })
  await notifyProgress(ctx, id)
  return getRun(ctx, id)
}

/** @throws AppError import.not-found, import.closed */
async function lockUploading(ctx: Ctx, id: string): Promise<Run> {
  const run = await lockRun(ctx.db, id)
  if (run?.kind !== 'portraits') throw new AppError('import.not-found')
  if (run.state !== 'uploading') throw new AppError('import.closed')
  ctx.audit.item = run.name
  return run
}

/** @throws AppError import.not-found, import.closed, import.file-missing, import.too-many */
export async function addPictures(ctx: Ctx, id: string, files: readonly UploadedFile[]) {
  if (files.length === 0) throw new AppError('import.file-missing')
  if (files.length > maxPicturesAtOnce) throw new AppError('import.too-many', { limit: maxPicturesAtOnce })
  await inTransaction(ctx, (ctx) => lockUploading(ctx, id))
  const kept: { file: UploadedFile; hash: Buffer | null }[] = []
  for (const file of files) kept.push({ file, hash: file.isCut ? null : await ctx.blobs.put(file.bytes) })
  return inTransaction(ctx, async (ctx) => {
    const run = await lockUploading(ctx, id)
    if (run.total + files.length > maxPictures) throw new AppError('import.too-many', { limit: maxPictures })
    const last = await lastNumber(ctx.db, id)
    const rows = kept.map(({ file, hash }, index): NewRow => ({
      number: last + 1 + index,
      label: sealLabel(ctx.keys, file.name),
      labelHash: labelHash(ctx.keys, file.name),
      sourceHash: hash,
      outcome: file.isCut ? 'failed' : null,
      problems: file.isCut ? [{ problem: 'too-large' }] : [],
      personId: null,
    }))
    const added = await insertRows(ctx.db, id, rows)
    await addToTotal(ctx.db, id, added.size)
    // If a picture of that name exists already, the bytes of the second upload are discarded.
    if (added.size < rows.length)
      await discardBlobs(
        ctx.db,
        rows.flatMap(({ sourceHash }) => sourceHash ?? []),
      )
    const outcomes = rows.flatMap(({ number, outcome }) => (outcome && added.has(number) ? [outcome] : []))
    await countOutcomes(ctx.db, id, outcomes)
    await wake(ctx)
    await notifyProgress(ctx, id)
    return { added: added.size, known: rows.length - added.size }
  })
}

/** @throws AppError import.not-found, import.closed, import.file-missing, import.part-wrong */
export async function addZipPart(ctx: Ctx, id: string, number: number, files: readonly UploadedFile[]): Promise<void> {
  const [file] = files
  if (!file) throw new AppError('import.file-missing')
  const size = file.bytes.byteLength
  if (files.length > 1 || size === 0 || size > zipPartSize) throw new AppError('import.part-wrong')
  await inTransaction(ctx, (ctx) => lockUploading(ctx, id))
  const blobHash = await ctx.blobs.put(file.bytes)
  await inTransaction(ctx, async (ctx) => {
    await lockUploading(ctx, id)
    await upsertPart(ctx.db, { run_id: id, number, blob_hash: blobHash, byte_size: file.bytes.byteLength })
  })
}

/** @throws AppError import.not-found */
export async function readParts(ctx: Ctx, id: string) {
  await getRun(ctx, id)
  return (await selectParts(ctx.db, id)).map(({ number, byte_size }) => ({ number, size: byte_size }))
}

/**
 * Ends the upload: the pictures of the zip become lines of the batch, and the batch ends with the last of them.
 * @throws AppError import.not-found, import.closed, import.part-missing, import.part-wrong, import.zip-damaged, import.too-many
 */
export async function finishUpload(ctx: Ctx, id: string): Promise<ImportRun> {
  const run = await inTransaction(ctx, (ctx) => lockUploading(ctx, id))
  const parts = await selectParts(ctx.db, id)
  for (const [index, part] of parts.entries()) {
    if (part.number !== index) throw new AppError('import.part-missing', { number: index + 1 })
    if (index < parts.length - 1 && part.byte_size !== zipPartSize) throw new AppError('import.part-wrong')
  }
  const rows = parts.length > 0 ? await listZip(ctx, parts) : []
  if (run.total + rows.length > maxPictures) throw new AppError('import.too-many', { limit: maxPictures })
  return inTransaction(ctx, async (ctx) => {
    await lockUploading(ctx, id)
    const last = await lastNumber(ctx.db, id)
    const added = await insertRows(
      ctx.db,
      id,
      rows.map((row, index) => ({ ...row, number: last + 1 + index })),
    )
    await addToTotal(ctx.db, id, added.size)
    await countOutcomes(
      ctx.db,
      id,
      rows.flatMap(({ outcome }) => outcome ?? []),
    )
    await closeRun(ctx.db, id, 'running', null)
    await wake(ctx)
    await notifyProgress(ctx, id)
    return getRun(ctx, id)
  })
}

async function listZip(ctx: Ctx, parts: Awaited<ReturnType<typeof selectParts>>): Promise<Omit<NewRow, 'number'>[]> {
  const zip = await openZip(ctx.blobs, parts).catch(() => {
    throw new AppError('import.zip-damaged')
  })
  try {
    if (zip.entryCount > maxPictures) throw new AppError('import.too-many', { limit: maxPictures })
    const rows = new Map<string, Omit<NewRow, 'number'>>()
    for await (const { path, problem } of picturesOf(zip)) {
      const hash = labelHash(ctx.keys, path)
      // The first of several files with one name counts, as when they are read.
      if (rows.has(hash.toString('hex'))) continue
      rows.set(hash.toString('hex'), {
        label: sealLabel(ctx.keys, path),
        labelHash: hash,
        sourceHash: null,
        outcome: problem ? 'failed' : null,
        problems: problem ? [{ problem }] : [],
        personId: null,
      })
    }
    return [...rows.values()]
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('import.zip-damaged')
  } finally {
    zip.close()
  }
}

/** @throws AppError import.not-found, import.closed */
export async function cancelRun(ctx: Ctx, id: string): Promise<ImportRun> {
  const run = await lockRun(ctx.db, id)
  if (!run) throw new AppError('import.not-found')
  ctx.audit.item = run.name
  if (run.state !== 'uploading' && run.state !== 'running') throw new AppError('import.closed')
  await closeRun(ctx.db, id, 'cancelled', ctx.clock.now().toString())
  await notifyProgress(ctx, id)
  return getRun(ctx, id)
}

/** @throws AppError import.not-found, import.still-running */
export async function removeRun(ctx: Ctx, id: string): Promise<void> {
  const run = await lockRun(ctx.db, id)
  if (!run) throw new AppError('import.not-found')
  ctx.audit.item = run.name
  if (run.state === 'running' || run.state === 'uploading') throw new AppError('import.still-running')
  await deleteImport(ctx, id)
}

/** Deletes imports that ended a month ago, and uploads that nobody continued. */
export async function purgeOldImports(services: Services): Promise<void> {
  const before = services.clock
    .now()
    .subtract({ hours: 24 * keptDays })
    .toString()
  for (const { id } of await selectOldRuns(services.db, before)) {
    const ctx = createSystemCtx(services)
    await inTransaction(ctx, (ctx) => deleteImport(ctx, id))
  }
}

const linesAtOnce = 1_000

/** The uploaded list with a column of the result of each line. @throws AppError import.not-found, server.busy */
export async function makeResultFile(
  ctx: Ctx,
  id: string,
  language: Language,
): Promise<{ name: string; bytes: Buffer }> {
  const run = await findRun(ctx.db, id)
  const bytes = run?.source_hash && (await ctx.blobs.get(run.source_hash))
  if (!run || !bytes) throw new AppError('import.not-found')
  const texts = importTexts[language]
  const lines = new Map<number, string>()
  const list = await readWorkbook(bytes, language)
  for (const { number } of list.lines) lines.set(number, texts.notDone)
  for (let after = 0; ;) {
    const rows = await readRowsAfter(ctx.db, ctx.keys, id, after, linesAtOnce)
    for (const row of rows) {
      const reasons = row.problems.map((problem) => problemText(language, problem)).join('; ')
      const outcome = row.outcome ? texts.outcomes[row.outcome] : texts.notDone
      lines.set(row.number, reasons ? `${outcome}. ${reasons}` : outcome)
      after = row.number
    }
    if (rows.length < linesAtOnce) break
  }
  // The type that `writeResult` writes.
  const ending = /\.xls$/i.test(run.name) ? 'xls' : 'xlsx'
  const name = `${run.name.replace(listNames, '')} - ${texts.result}.${ending}`
  return { name, bytes: await makeResult(bytes, language, lines) }
}
