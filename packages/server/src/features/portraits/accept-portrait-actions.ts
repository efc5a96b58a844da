import type { PortraitVerdict } from '@gatehouse/contract/features/portraits.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { readCompany } from '../company/company-reads.ts'
import { type Ctx, inTransaction } from '../../lib/ctx.ts'
import { seal } from '../../lib/seal.ts'
import { insertPortraitImage, insertTemplate } from './portrait-store.ts'

/** Longest side of a portrait as it is kept; terminals get it as it is. */
const keptSide = 800

/**
 * Judges an uploaded portrait by the enterprise's quality level and keeps it, with its embedding, until somebody takes it.
 * @throws AppError portrait.unreadable, portrait.too-large, portrait.check-failed (with every check), server.busy
 */
export async function acceptPortrait(ctx: Ctx, bytes: Buffer): Promise<PortraitVerdict> {
  const { qualityLevel } = await readCompany(ctx.db)
  const report = await ctx.face.checkPortrait(bytes, qualityLevel)
  const checks = report.checks.map(({ check, signal, value, limit, bound, passed }) => ({
    check,
    signal,
    value,
    limit,
    bound,
    passed,
  }))
  if (!report.passed || !report.face) {
    const failed = checks.filter(({ passed }) => !passed).map(({ check }) => check)
    throw new AppError('portrait.check-failed', { failed: failed.join(', '), checks })
  }
  const [kept] = await ctx.face.resize(bytes, [keptSide])
  if (!kept) throw new Error('the face engine gave no picture back')
  const scale = Math.min(1, keptSide / Math.max(report.width, report.height))
  const { left, top, right, bottom } = report.face.box
  const face = { x: left * scale, y: top * scale, width: (right - left) * scale, height: (bottom - top) * scale }
  const size = { width: Math.round(report.width * scale), height: Math.round(report.height * scale) }
  const blobHash = await ctx.blobs.put(kept)
  const { modelId } = report
  const { embedding } = report.face
  return inTransaction(ctx, async (ctx) => {
    const { id } = await insertPortraitImage(ctx.db, {
      blob_hash: blobHash,
      content_type: 'image/jpeg',
      ...size,
      byte_size: kept.byteLength,
    })
    await insertTemplate(ctx.db, {
      image_id: id,
      model_id: modelId,
      embedding_sealed: seal(ctx.keys.embedding, embeddingBytes(embedding), `face_template ${id}`),
      checks: JSON.stringify(checks),
      face: JSON.stringify(face),
    })
    return { id, ...size, face, checks }
  })
}

const embeddingBytes = (embedding: Float32Array) =>
  new Uint8Array(embedding.buffer, embedding.byteOffset, embedding.byteLength)
