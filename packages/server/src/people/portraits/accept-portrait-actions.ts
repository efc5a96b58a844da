import type { DisplayPortrait, PortraitSource, PortraitVerdict } from '@gatehouse/contract/features/portraits.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Turn } from '@gatehouse/face/node/face-jobs.ts'
import sharp from 'sharp'
import { insertImage } from '../../blobs/image-store.ts'
import { readCompany } from '../../company/company-reads.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { sealEmbedding } from '../../face/open-embedding.ts'
import { checksOf, judgeOf } from './portrait-judge.ts'
import { insertTemplate } from './portrait-store.ts'

/** The longest side of a stored portrait; terminals get the same picture. */
const keptSide = 800

/**
 * Evaluates an uploaded portrait by the enterprise's quality level and keeps it, with its embedding, until a person uses it.
 * @throws AppError portrait.unreadable, portrait.too-large, portrait.check-failed (with every check), server.busy
 */
export async function acceptPortrait(ctx: Ctx, bytes: Buffer, source: PortraitSource): Promise<PortraitVerdict> {
  const { qualityLevel } = await readCompany(ctx.db)
  const report = await ctx.face.checkPortrait(bytes, qualityLevel, keptSide)
  const checks = checksOf(report)
  if (!report.passed || !report.face) {
    const failed = checks.filter(({ passed }) => !passed).map(({ check }) => check)
    const picture = { width: report.width, height: report.height, face: report.face && boxOf(report.face.box) }
    throw new AppError('portrait.check-failed', { failed: failed.join(', '), checks, ...picture })
  }
  const { kept } = report
  if (!kept) throw new Error('the face engine gave no picture back')
  const { jpeg, ...size } = kept
  // A turned picture was cut out of the photograph as it was decoded, and may be smaller than the longest side of a stored one.
  const scale = Math.max(kept.width, kept.height) / Math.max(report.width, report.height)
  const face = boxOf(report.face.box, scale)
  const blobHash = await ctx.blobs.put(jpeg)
  const { modelId } = report
  const { embedding } = report.face
  return inTransaction(ctx, async (ctx) => {
    const { id } = await insertImage(ctx.db, {
      kind: 'portrait',
      blob_hash: blobHash,
      content_type: 'image/jpeg',
      ...size,
      byte_size: jpeg.byteLength,
    })
    await insertTemplate(ctx.db, {
      image_id: id,
      model_id: modelId,
      embedding_sealed: sealEmbedding(ctx.keys, id, embedding),
      checks: JSON.stringify(checks),
      face: JSON.stringify(face),
      source,
      judged_by: judgeOf(qualityLevel),
      judged_at: ctx.clock.now().toString(),
    })
    return { id, ...size, face, checks, ...(report.turned && { turned: scaleTurn(report.turned, scale) }) }
  })
}

const scaleTurn = ({ width, height, matrix }: Turn, scale: number) => ({
  width,
  height,
  matrix: matrix.map((value) => value * scale),
})

type Box = { left: number; top: number; right: number; bottom: number }
const boxOf = ({ left, top, right, bottom }: Box, scale = 1) => ({
  x: left * scale,
  y: top * scale,
  width: (right - left) * scale,
  height: (bottom - top) * scale,
})

/**
 * Keeps a picture that is only displayed: it must be a picture, and needs no other check (MAN-10).
 * @throws AppError portrait.unreadable, portrait.too-large, server.busy
 */
export async function acceptDisplayPortrait(ctx: Ctx, bytes: Buffer): Promise<DisplayPortrait> {
  const [kept] = await ctx.face.resize(bytes, [keptSide])
  if (!kept) throw new Error('the face engine gave no picture back')
  const { width, height } = await sharp(kept).metadata()
  const blobHash = await ctx.blobs.put(kept)
  return inTransaction(ctx, async (ctx) => {
    const { id } = await insertImage(ctx.db, {
      kind: 'display',
      blob_hash: blobHash,
      content_type: 'image/jpeg',
      width,
      height,
      byte_size: kept.byteLength,
    })
    return { id, width, height }
  })
}
