import type { FaceSearchResult } from '@gatehouse/contract/features/records.ts'
import { mostFacesFound } from '@gatehouse/contract/features/records.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { cosineOf, matchThresholds, scoreOfCosine } from '@gatehouse/face/core/compare-embeddings.ts'
import { openCaptureEmbedding } from '../../face/open-embedding.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { countDueCaptures, findFace, readFacePage, type SealedFace } from './capture-reads.ts'
import { readFoundRecords, recordSightOf } from './record-reads.ts'
import { getRecord } from './record-service.ts'

/** Faces opened and compared between two turns of the event loop: about 3 ms. */
const slice = 200
/** The newest of the days asked for; more would keep somebody waiting for many seconds. */
const mostCompared = 200_000
/** In one process at once: a search takes a core for its slices. */
const mostUnderWay = 2

/** What is found is looked at by a person: rather one too many than the one missed. */
const threshold = matchThresholds.verify

let underWay = 0

/**
 * Strangers of the last days who look like the largest face of a photograph, which is forgotten with the call.
 * @throws AppError record.no-face, portrait.unreadable, portrait.too-large, server.busy
 */
export async function searchPhotograph(ctx: Ctx, photograph: Buffer, days: number): Promise<FaceSearchResult> {
  const { faces, main, modelId } = await ctx.face.analyse(photograph)
  if (!main) throw new AppError('record.no-face')
  return { faces: faces.length, ...(await search(ctx, { embedding: main.embedding, modelId, days })) }
}

/** Where else the face of a record was seen. @throws AppError record.not-found, record.face-unread, server.busy */
export async function searchRecord(ctx: Ctx, id: string, days: number): Promise<FaceSearchResult> {
  const record = await getRecord(ctx, id)
  ctx.audit.item = `${record.device.name}, ${record.recognisedAt}`
  const face = await findFace(ctx.db, id)
  if (!face) throw new AppError('record.face-unread')
  const embedding = openCaptureEmbedding(ctx.keys, id, face.sealed)
  return { faces: 1, ...(await search(ctx, { embedding, modelId: face.modelId, days, exceptId: id })) }
}

type Asked = { embedding: Float32Array; modelId: string; days: number; exceptId?: string }

async function search(ctx: Ctx, { days, ...asked }: Asked): Promise<Omit<FaceSearchResult, 'faces'>> {
  if (underWay >= mostUnderWay) throw new AppError('server.busy')
  underWay++
  try {
    const since = ctx.clock
      .now()
      .subtract({ hours: days * 24 })
      .toString()
    const { near, compared, isCut } = await compareAll(ctx, { ...asked, since })
    const records = await readFoundRecords(ctx.db, near, recordSightOf(ctx))
    const items = near.flatMap(({ id, cosine }) => {
      const found = records.get(id)
      return found ? [{ score: Math.round(scoreOfCosine(cosine)), ...found }] : []
    })
    ctx.audit.facts = { days, found: items.length, compared }
    return { compared, isCut, waiting: await countDueCaptures(ctx.db), items }
  } finally {
    underWay--
  }
}

type Near = { id: string; recognisedAt: string; cosine: number }

/** Every face since an instant is opened and compared, a slice at a time: between two slices the process answers others. */
async function compareAll(
  ctx: Ctx,
  { embedding, modelId, since, exceptId }: Omit<Asked, 'days'> & { since: string },
): Promise<{ near: Near[]; compared: number; isCut: boolean }> {
  let near: Near[] = []
  let compared = 0
  for (let after: SealedFace | undefined; compared < mostCompared;) {
    const page = await readFacePage(ctx.db, { since, modelId, after, size: slice })
    const alike = page.flatMap(({ record_id, recognised_at, embedding_sealed }) => {
      if (record_id === exceptId) return []
      const cosine = cosineOf(embedding, openCaptureEmbedding(ctx.keys, record_id, embedding_sealed))
      return cosine >= threshold ? [{ id: record_id, recognisedAt: recognised_at, cosine }] : []
    })
    if (alike.length > 0) near = [...near, ...alike].toSorted((a, b) => b.cosine - a.cosine).slice(0, mostFacesFound)
    compared += page.filter(({ record_id }) => record_id !== exceptId).length
    if (page.length < slice) return { near, compared, isCut: false }
    after = page.at(-1)
  }
  return { near, compared, isCut: true }
}
