import { setTimeout as wait } from 'node:timers/promises'
import { formatOf } from '@gatehouse/face/core/picture-format.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { duplicateFace, portraitRefusal } from '@gatehouse/contract/features/portraits.ts'
import { photoLimit } from '../../http/read-image-body.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { keepConsent } from '../../people/consent/consent-actions.ts'
import { acceptPortrait } from '../../people/portraits/accept-portrait-actions.ts'
import { discardBlobs } from '../../blobs/garbage-store.ts'
import { dropPortraits } from '../../people/portraits/portrait-actions.ts'
import { findByFileName } from '../staff/staff-file-name-reads.ts'
import { giveFurtherPortrait, givePortrait } from '../staff/staff-import-actions.ts'
import { notifyProgress } from './import-progress.ts'
import {
  countOutcomes,
  endLease,
  finishRun,
  isTheirPortrait,
  lockRun,
  type Problem,
  type Run,
  selectParts,
  selectWaiting,
  selectWaitingLabels,
  settleRow,
  type Verdict,
} from './import-store.ts'
import { labelHash, openLabel } from './row-label.ts'
import { pictureHashOf } from './picture-hash.ts'
import { openZip, picturesOf } from './zip-pictures.ts'

type Picture = { number: number; label: string; sourceHash: Buffer | null; read: () => Promise<Buffer | undefined> }

const page = 100
/** The batch waits this long while other requests fill the face engine's queue. */
const busyMs = 250

/**
 * Evaluates and hands out the pictures of a batch, two for each face worker and two more, so that none of the workers waits
 * for its next picture while others are read and saved. Finished pictures stay finished: a server that restarts in between goes on
 * with the rest.
 */
export async function importPortraits(ctx: Ctx, run: Run, signal: AbortSignal): Promise<void> {
  // Further pictures of a person come after the first one, whatever the order of the files.
  const further: Picture[] = []
  const startedAt = performance.now()
  let settled = 0
  let isOpen = true
  // Pictures are stored one at a time: two pictures of the same new face must not both be the first.
  let saving: Promise<unknown> = Promise.resolve()
  const withMutex = <T>(work: () => Promise<T>): Promise<T> => {
    const result = saving.then(work)
    saving = result.catch(() => {})
    return result
  }

  async function lane(pictures: AsyncIterator<Picture, undefined>, isFirst: boolean): Promise<void> {
    for (;;) {
      if (!isOpen || signal.aborted) return
      const { value: picture, done } = await pictures.next()
      if (done) return
      if (isFirst && furtherNameOf(nameOfFile(picture.label)) !== undefined) {
        further.push(picture)
        continue
      }
      const evaluated = await evaluate(ctx, picture, signal)
      if (!evaluated) return
      isOpen &&= await withMutex(async () => {
        const perSecond = settled === 0 ? null : settled / ((performance.now() - startedAt) / 1000)
        const isGoingOn = await settle(ctx, run, picture, evaluated, perSecond)
        settled += 1
        return isGoingOn
      })
    }
  }
  const runThrough = (pictures: AsyncIterator<Picture, undefined>, isFirst: boolean) =>
    Promise.all(Array.from({ length: 2 * ctx.face.workers + 2 }, () => lane(pictures, isFirst)))
  await runThrough(waitingPictures(ctx, run), true)
  await runThrough(eachOf(further), false)
  if (signal.aborted || !isOpen) await endLease(ctx.db, run.id)
  else await finishRun(ctx.db, run.id, ctx.clock.now().toString())
  await notifyProgress(ctx, run.id)
}

async function* eachOf<T>(items: readonly T[]): AsyncGenerator<T, undefined> {
  yield* items
  return undefined
}

const nameOfFile = (label: string) =>
  (label.split(/[\\/]/).at(-1) ?? '')
    .replace(/\.[^.]*$/, '')
    .trim()
    .normalize('NFC')

/** The name of a person before the number of a further picture, as in `1001-2` or `1001 (2)`; undefined for any other name. */
const furtherNameOf = (name: string): string | undefined => {
  const [, dashed, bracketed] = /^(?:(.+?)\s*[-_]\s*[2-9]|(.+?)\s*[(（][1-9][)）])$/.exec(name) ?? []
  return dashed ?? bracketed
}

/** The unfinished pictures: those that were uploaded as files, then those in the zip. */
async function* waitingPictures(ctx: Ctx, run: Run): AsyncGenerator<Picture, undefined> {
  for (let after = 0; ;) {
    const rows = await selectWaiting(ctx.db, run.id, after, page)
    for (const { number, label_sealed, source_hash } of rows) {
      yield {
        number,
        label: openLabel(ctx.keys, label_sealed),
        sourceHash: source_hash,
        read: () => (source_hash ? ctx.blobs.get(source_hash) : Promise.resolve(undefined)),
      }
      after = number
    }
    if (rows.length < page) break
  }
  const inZip = await selectWaitingLabels(ctx.db, run.id)
  if (inZip.size === 0) return undefined
  // The zip is not closed: others still read their pictures when the list has ended, and it holds nothing open.
  const zip = await openZip(ctx.blobs, await selectParts(ctx.db, run.id))
  for await (const { path, read } of picturesOf(zip)) {
    const hash = labelHash(ctx.keys, path).toString('hex')
    const number = inZip.get(hash)
    // The first of several files with one name counts; a zip may name one file thousands of times.
    inZip.delete(hash)
    if (number !== undefined) yield { number, label: path, sourceHash: null, read }
  }
  return undefined
}

type Evaluated =
  | { kind: 'refused'; verdict: Verdict }
  | { kind: 'good'; personId: string; portraitId: string; pictureHash: Buffer; isFurther: boolean }

const refused = (problem: Problem, personId?: string): Evaluated => ({
  kind: 'refused',
  verdict: { outcome: 'failed', problems: [problem], personId: personId ?? null },
})

/** Finds the person of a picture and evaluates the face; undefined when the server is closing. */
async function evaluate(ctx: Ctx, { label, read }: Picture, signal: AbortSignal): Promise<Evaluated | undefined> {
  const name = nameOfFile(label)
  const byName = await findByFileName(ctx.db, ctx.keys, name)
  const furtherName = byName.kind === 'nobody' ? furtherNameOf(name) : undefined
  const found = furtherName === undefined ? byName : await findByFileName(ctx.db, ctx.keys, furtherName)
  if (found.kind !== 'found') return refused({ problem: found.kind })
  const personId = found.id
  const bytes = await read()
  if (!bytes) return refused({ problem: 'damaged' }, personId)
  // A browser that cannot read the file that was chosen sends its name alone.
  if (bytes.byteLength === 0) return refused({ problem: 'unreadable' }, personId)
  if (!formatOf(bytes)) return refused({ problem: 'wrong-type' }, personId)
  if (bytes.byteLength > photoLimit) return refused({ problem: 'too-large' }, personId)
  const pictureHash = pictureHashOf(bytes)
  if (await isTheirPortrait(ctx.db, personId, pictureHash))
    return { kind: 'refused', verdict: { outcome: 'unchanged', personId } }
  for (;;) {
    if (signal.aborted) return undefined
    try {
      const { id } = await acceptPortrait(ctx, bytes, 'batch')
      return { kind: 'good', personId, portraitId: id, pictureHash, isFurther: furtherName !== undefined }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code !== 'server.busy') return refused(problemOf(error), personId)
    }
    await wait(busyMs)
  }
}

function problemOf(error: AppError): Problem {
  if (error.code === 'portrait.too-large') return { problem: 'too-large' }
  if (error.code !== 'portrait.check-failed') return { problem: 'unreadable' }
  const { data } = portraitRefusal.safeParse(error.details)
  return { problem: 'check-failed', checks: data?.checks.filter(({ passed }) => !passed) ?? [] }
}

/** Gives a portrait to its person and stores the result of the picture, both or neither; false if the batch was stopped. */
async function settle(
  ctx: Ctx,
  run: Run,
  picture: Picture,
  evaluated: Evaluated,
  perSecond: number | null,
): Promise<boolean> {
  const verdict = await inTransaction(ctx, async (ctx) => {
    const locked = await lockRun(ctx.db, run.id)
    if (!locked || locked.state === 'cancelled') return undefined
    const verdict = evaluated.kind === 'refused' ? evaluated.verdict : await handOut(ctx, run, evaluated)
    if (await settleRow(ctx.db, run.id, picture.number, verdict)) {
      await countOutcomes(ctx.db, run.id, [verdict.outcome], perSecond)
      if (picture.sourceHash && verdict.outcome !== 'failed') await discardBlobs(ctx.db, [picture.sourceHash])
    }
    await notifyProgress(ctx, run.id)
    return verdict
  })
  // The next picture is compared with this one; the hint would come too late.
  if (verdict?.portrait && verdict.personId) await ctx.people.gallery.refreshPerson(verdict.personId)
  return verdict !== undefined
}

const problemsOfPortrait: Partial<Record<string, 'duplicate-face' | 'other-face' | 'portrait-limit'>> = {
  'portrait.duplicate-face': 'duplicate-face',
  'portrait.not-alike': 'other-face',
  'portrait.limit-reached': 'portrait-limit',
}

/** Gives the portrait to its person, inside the caller's transaction. */
async function handOut(
  ctx: Ctx,
  run: Run,
  { personId, portraitId, pictureHash, isFurther }: Extract<Evaluated, { kind: 'good' }>,
): Promise<Verdict> {
  try {
    const portrait = { personId, portraitId, force: run.adds_anyway }
    if (await (isFurther ? giveFurtherPortrait(ctx, portrait, run.creator) : givePortrait(ctx, portrait))) {
      await keepConsent(ctx, personId, run.consent, run.creator)
      return { outcome: 'updated', personId, portrait: { id: portraitId, pictureHash } }
    }
    await dropPortraits(ctx, [portraitId])
    return { outcome: 'failed', problems: [{ problem: 'person-gone' }] }
  } catch (error) {
    // It is refused before anything of it is written.
    if (!(error instanceof AppError)) throw error
    const problem = problemsOfPortrait[error.code]
    if (problem === undefined) throw error
    await dropPortraits(ctx, [portraitId])
    if (problem !== 'duplicate-face') return { outcome: 'failed', problems: [{ problem }], personId }
    const nearest = duplicateFace.safeParse(error.details).data?.alike[0]
    return {
      outcome: 'failed',
      problems: [{ problem: 'duplicate-face' }],
      personId,
      ...(nearest ? { alike: { personId: nearest.person?.id ?? null, score: nearest.score } } : {}),
    }
  }
}
