import { type PackageInput, maxPackageBytes, packagePartSize } from '@gatehouse/contract/features/upgrades.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { packageRulesOf } from '../../drivers/makes.ts'
import { signedName } from './link/offer-upgrades.ts'
import { pieceSize, readPiece } from './link/package-pieces.ts'
import { lockPackage, type PackageRow } from './upgrade-store.ts'
import { type Ctx, hint, inTransaction, nameOfActor } from '../../ctx.ts'
import { discardBlobs } from '../../blobs/garbage-store.ts'
import type { PackageHashes } from './package-hashes.ts'
import { findTrustedKey, readSignatureFile, requireSignature } from './package-signature.ts'
import {
  columnsOfUpload,
  deletePieces,
  insertPackage,
  lockUnfinishedTwin,
  selectPieces,
  updatePackageRow,
  upsertPieces,
} from './package-store.ts'

const piecesPerPart = packagePartSize / pieceSize

/**
 * Begins an upload: everything that can be refused without the file is refused here. An unfinished one of this version
 * is taken over, and the parts of the same file that have arrived count.
 * @throws AppError package.*
 */
export async function beginUpload(ctx: Ctx, keysFolder: string, input: PackageInput): Promise<string> {
  ctx.audit.item = `${input.title} ${input.version}`
  requireSize(input.size)
  if (input.kind === 'firmware' && input.model === null) throw new AppError('package.model-missing')
  if (input.kind === 'application' && (input.packageName === null || input.versionCode === null))
    throw new AppError('package.name-missing')
  if (input.form === 'split' && input.baseVersion === null) throw new AppError('package.base-missing')
  requireTime(input.strategy, input.timedAt)
  requireAbility(input)
  const signature = readSignatureFile(input.signature)
  await findTrustedKey(keysFolder, signature.keyId)
  const whole = { ...input, baseVersion: input.form === 'split' ? input.baseVersion : null }
  const columns = columnsOfUpload(whole, signature, nameOfActor(ctx), ctx.clock.now().toString())
  const twin = await lockUnfinishedTwin(ctx.db, whole)
  if (twin) {
    if (twin.signed_sha256 !== signature.sha256 || twin.size !== input.size) await dropPieces(ctx, twin.id)
    await updatePackageRow(ctx.db, twin.id, columns)
  }
  const { id } = twin ?? (await insertPackage(ctx.db, columns))
  await hint(ctx, { to: 'consoles', topic: 'upgrades' })
  return id
}

/** @throws AppError package.empty, package.too-large */
function requireSize(size: number): void {
  if (size === 0) throw new AppError('package.empty')
  if (size > maxPackageBytes) throw new AppError('package.too-large', { limit: maxPackageBytes / 1024 / 1024 })
}

const dropPieces = async (ctx: Ctx, id: string) => discardBlobs(ctx.db, await deletePieces(ctx.db, id))

/**
 * Another file replaces the one that was begun. @throws AppError package.not-found, package.uploaded, package.empty …
 */
export async function restartUpload(
  ctx: Ctx,
  id: string,
  { fileName, size }: Pick<PackageInput, 'fileName' | 'size'>,
): Promise<void> {
  await lockUnfinished(ctx, id)
  requireSize(size)
  await dropPieces(ctx, id)
  const uploaded = { uploaded_by: nameOfActor(ctx), uploaded_at: ctx.clock.now().toString() }
  await updatePackageRow(ctx.db, id, { ...uploaded, file_name: fileName, size })
  await hint(ctx, { to: 'consoles', topic: 'upgrades' })
}

/** @throws AppError package.time-missing */
export function requireTime(strategy: string, timedAt: string | null): void {
  if (strategy === 'timed' && timedAt === null) throw new AppError('package.time-missing')
}

type Asked = Pick<PackageInput, 'kind' | 'form' | 'strategy' | 'hardwareVersions' | 'isForced'> & { make: string }

/** The make's terminals take such a package, and what is said of it. @throws AppError package.not-for-make */
export function requireAbility({ make, kind, form, strategy, hardwareVersions, isForced }: Asked): void {
  const rules = packageRulesOf(make, kind)
  if (!rules?.forms.includes(form) || !rules.strategies.includes(strategy)) throw new AppError('package.not-for-make')
  // Of terminals that tell no hardware none would get it; where nobody is asked, nobody is forced.
  const saysTooMuch =
    (hardwareVersions !== '' && !rules.tellsHardware) || (isForced && !rules.strategies.includes('normal'))
  if (saysTooMuch) throw new AppError('package.not-for-make')
}

/** @throws AppError package.not-found, package.uploaded */
async function lockUnfinished(ctx: Ctx, id: string): Promise<PackageRow> {
  const row = await lockPackage(ctx.db, id)
  if (!row) throw new AppError('package.not-found')
  ctx.audit.item = `${row.title} ${row.version}`
  if (row.is_uploaded) throw new AppError('package.uploaded')
  return row
}

/** The parts with every piece stored. */
export async function readParts(ctx: Ctx, id: string): Promise<number[]> {
  const row = await inTransaction(ctx, ({ db }) => lockPackage(db, id))
  if (!row) throw new AppError('package.not-found')
  const there = new Map<number, number>()
  for (const { number, size } of await selectPieces(ctx.db, id)) {
    const part = Math.floor(number / piecesPerPart)
    there.set(part, (there.get(part) ?? 0) + size)
  }
  return [...there].filter(([part, size]) => size === sizeOfPart(row.size, part)).map(([part]) => part)
}

const sizeOfPart = (size: number, part: number) => Math.min(packagePartSize, size - part * packagePartSize)

/**
 * Stores one part as it arrives, a piece of it in memory at a time, hashing on the way.
 * @throws AppError package.not-found, package.uploaded, package.part-wrong
 */
export async function addPart(
  ctx: Ctx,
  hashes: PackageHashes,
  id: string,
  part: number,
  openBody: (maxBytes: number) => AsyncIterable<Buffer> | undefined,
): Promise<void> {
  const { size } = await inTransaction(ctx, (ctx) => lockUnfinished(ctx, id))
  const expected = sizeOfPart(size, part)
  const body = expected > 0 ? openBody(expected + 1) : undefined
  if (!body) throw new AppError('package.part-wrong')
  const first = part * piecesPerPart
  const hashing = hashes.begin(id, first)
  const pieces: { number: number; size: number; hash: Buffer }[] = []
  let arrived = 0
  try {
    for await (const bytes of inPieces(body)) {
      arrived += bytes.length
      if (arrived > expected) continue
      hashing.update(bytes)
      pieces.push({ number: first + pieces.length, size: bytes.length, hash: await ctx.blobs.put(bytes) })
    }
    if (arrived !== expected) throw new AppError('package.part-wrong')
    await inTransaction(ctx, async (ctx) => {
      // Another file may have replaced this one meanwhile.
      const now = await lockUnfinished(ctx, id)
      if (now.size !== size) throw new AppError('package.part-wrong')
      await discardBlobs(ctx.db, await upsertPieces(ctx.db, id, pieces))
    })
  } catch (error) {
    // Nothing of an incomplete part is kept.
    await discardBlobs(
      ctx.db,
      pieces.map(({ hash }) => hash),
    )
    throw error
  }
  hashing.keep(pieces.length)
}

/** Cuts the bytes into pieces of one size; the last one may be smaller. */
async function* inPieces(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    waiting.push(chunk)
    length += chunk.length
    while (length >= pieceSize) {
      const all = Buffer.concat(waiting)
      yield all.subarray(0, pieceSize)
      waiting = [all.subarray(pieceSize)]
      length -= pieceSize
    }
  }
  if (length > 0) yield Buffer.concat(waiting)
}

/**
 * The upload is complete: does it match the signature? If not, nothing of it stays, so that the right file can be sent
 * in its place.
 * @throws AppError package.part-missing, package.hash-wrong, package.signature-wrong …
 */
export async function finishUpload(ctx: Ctx, hashes: PackageHashes, keysFolder: string, id: string): Promise<void> {
  const row = await inTransaction(ctx, (ctx) => lockUnfinished(ctx, id))
  const pieces = await selectPieces(ctx.db, id)
  const arrived = pieces.reduce((sum, { size }) => sum + size, 0)
  if (arrived !== row.size) throw new AppError('package.part-missing')
  const key = await findTrustedKey(keysFolder, row.key_id)
  const hash = () => hashes.finish(id, pieces.length, (number) => readPiece(ctx, id, number))
  let { md5, sha256 } = await hash()
  // The bytes that this process hashed may have been replaced through another one: the stored bytes decide.
  if (sha256 !== row.signed_sha256) ({ md5, sha256 } = await hash())
  if (sha256 !== row.signed_sha256) {
    await inTransaction(ctx, async (ctx) => {
      await lockUnfinished(ctx, id)
      await dropPieces(ctx, id)
    })
    throw new AppError('package.hash-wrong', { actual: sha256 })
  }
  requireSignature(key, factsOf(row, sha256), { signature: row.signature, signedFor: signedForOf(row) })
  await inTransaction(ctx, async (ctx) => {
    await lockUnfinished(ctx, id)
    await updatePackageRow(ctx.db, id, { md5, sha256, is_uploaded: true })
    await hint(ctx, { to: 'consoles', topic: 'upgrades' })
  })
}

/** The word that the signature of a package names besides: terminals of one make must not take packages of another. */
export const signedForOf = ({ make, kind }: Pick<PackageRow, 'make' | 'kind'>): string | null =>
  packageRulesOf(make, kind)?.signedFor ?? null

export const factsOf = (row: PackageRow, sha256: string) => ({
  kind: row.kind,
  name: signedName(row),
  version: row.version,
  versionCode: row.version_code,
  baseVersion: row.base_version,
  size: row.size,
  sha256,
})
