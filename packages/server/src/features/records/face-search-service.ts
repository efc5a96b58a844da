import type { FaceSearchResult } from '@gatehouse/contract/features/records.ts'
import { maxFacesFound } from '@gatehouse/contract/features/records.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { scoreOfCosine } from '@gatehouse/face/core/compare-embeddings.ts'
import { thresholdsOf } from '@gatehouse/face/core/recogniser-spec.ts'
import { openCaptureEmbedding } from '../../face/open-embedding.ts'
import type { StrangerSearch } from '../../face/stranger-search.ts'
import type { Ctx } from '../../ctx.ts'
import { findPeopleAlike } from '../../people/portraits/portrait-reads.ts'
import { countDueCaptures, findFace } from './capture-reads.ts'
import { readFoundRecords, recordVisibilityOf } from './record-reads.ts'
import { getRecord } from './record-service.ts'

/** Searches at once in one process: the first of them may wait until all faces are read, and the others behind it. */
const maxUnderWay = 20

/** A person checks the results: one too many is better than the right one missed. */
const thresholdFor = (modelId: string): number => thresholdsOf(modelId).verify

let underWay = 0

/**
 * People, and strangers of the last days, who resemble the main face of a photograph, near and in the middle, which is not stored.
 * @throws AppError record.no-face, portrait.unreadable, portrait.too-large, server.busy
 */
export async function searchPhotograph(
  ctx: Ctx,
  strangers: StrangerSearch,
  photograph: Buffer,
  days: number,
): Promise<FaceSearchResult> {
  const { faces, main, modelId } = await ctx.face.analyse(photograph)
  if (!main) throw new AppError('record.no-face')
  const { embedding } = main
  const found = await search(ctx, strangers, { embedding, modelId, days })
  // of kinds that the caller does not read not even the fact
  const threshold = thresholdFor(modelId)
  const people = await findPeopleAlike(ctx, { embedding, modelId, threshold, visibleOnly: true })
  ctx.audit.facts = { ...ctx.audit.facts, people: people.length }
  return { faces: faces.length, ...found, people }
}

/** The other records with the face of a record. @throws AppError record.not-found, record.face-unread, server.busy */
export async function searchRecord(
  ctx: Ctx,
  strangers: StrangerSearch,
  id: string,
  days: number,
): Promise<FaceSearchResult> {
  const record = await getRecord(ctx, id)
  ctx.audit.item = `${record.device.name}, ${record.recognisedAt}`
  const face = await findFace(ctx.db, id)
  if (!face) throw new AppError('record.face-unread')
  const embedding = openCaptureEmbedding(ctx.keys, id, face.sealed)
  if (!embedding) throw new AppError('record.face-unread')
  return {
    faces: 1,
    people: [],
    ...(await search(ctx, strangers, { embedding, modelId: face.modelId, days, exceptId: id })),
  }
}

type Asked = { embedding: Float32Array; modelId: string; days: number; exceptId?: string }

async function search(
  ctx: Ctx,
  strangers: StrangerSearch,
  { days, ...asked }: Asked,
): Promise<Omit<FaceSearchResult, 'faces' | 'people'>> {
  if (underWay >= maxUnderWay) throw new AppError('server.busy')
  underWay++
  try {
    const since = ctx.clock
      .now()
      .subtract({ hours: days * 24 })
      .toString()
    const { near, compared, isCut } = await strangers.search({
      ...asked,
      since,
      threshold: thresholdFor(asked.modelId),
      limit: maxFacesFound,
    })
    const records = await readFoundRecords(ctx.db, near, recordVisibilityOf(ctx))
    const items = near.flatMap(({ id, cosine }) => {
      const found = records.get(id)
      return found ? [{ score: scoreOfCosine(cosine), ...found }] : []
    })
    ctx.audit.facts = { days, found: items.length, compared }
    return { compared, isCut, waiting: await countDueCaptures(ctx.db), items }
  } finally {
    underWay--
  }
}
