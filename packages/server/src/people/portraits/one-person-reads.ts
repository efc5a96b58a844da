import { AppError } from '@gatehouse/contract/errors.ts'
import { cosineToPerson } from '@gatehouse/face/core/compare-embeddings.ts'
import { thresholdsOf } from '@gatehouse/face/core/recogniser-spec.ts'
import type { Ctx } from '../../ctx.ts'
import { faceOf } from './portrait-reads.ts'

/**
 * The portraits among these that do not show the person of the others, one after the other the one that is least like the rest; of two the
 * later one.
 * @throws AppError portrait.not-found
 */
export async function findOthers(ctx: Ctx, portraitIds: readonly string[]): Promise<string[]> {
  const faces = await Promise.all(
    portraitIds.map(async (id) => {
      const face = await faceOf(ctx, id)
      if (!face) throw new AppError('portrait.not-found')
      return { id, ...face }
    }),
  )
  const others: string[] = []
  while (faces.length > 1) {
    const least = faces
      .map((face) => {
        const rest = faces.filter((one) => one !== face && one.modelId === face.modelId)
        const score = cosineToPerson(
          rest.map(({ embedding }) => embedding),
          face.embedding,
        )
        return { face, lead: score - thresholdsOf(face.modelId).verify }
      })
      .reduce((least, one) => (one.lead <= least.lead ? one : least))
    if (least.lead >= 0) return others
    others.push(least.face.id)
    faces.splice(faces.indexOf(least.face), 1)
  }
  return others
}
