import { AppError } from '@gatehouse/contract/errors.ts'
import { cosineOf } from '@gatehouse/face/core/compare-embeddings.ts'
import { thresholdsOf } from '@gatehouse/face/core/recogniser-spec.ts'
import type { Ctx } from '../../ctx.ts'
import { faceOf } from './portrait-reads.ts'

type Face = { id: string } & NonNullable<Awaited<ReturnType<typeof faceOf>>>

/**
 * Whether two photographs may stand side by side as one person's. It asks for more than a door asks of somebody whom a card has named: hardly
 * a stranger is so alike.
 */
function areOfOne(a: Face, b: Face): boolean {
  if (a.modelId !== b.modelId) return false
  const { verify, duplicate } = thresholdsOf(a.modelId)
  return cosineOf(a.embedding, b.embedding) >= Math.max(verify, duplicate)
}

/**
 * The portraits among these that do not show the person of the others. Every two are compared: photographs mixed of two people would join
 * them, where each is only like the middle of the rest. Left out first is the one that differs from most others; of two the later one.
 * @throws AppError portrait.not-found
 */
export async function findOthers(ctx: Ctx, portraitIds: readonly string[]): Promise<string[]> {
  const faces: Face[] = await Promise.all(
    portraitIds.map(async (id) => {
      const face = await faceOf(ctx, id)
      if (!face) throw new AppError('portrait.not-found')
      return { id, ...face }
    }),
  )
  const others: string[] = []
  for (;;) {
    const [first, ...rest] = faces.map((face) => ({
      face,
      differing: faces.filter((one) => one !== face && !areOfOne(one, face)).length,
    }))
    if (!first) return others
    const most = rest.reduce((most, one) => (one.differing >= most.differing ? one : most), first)
    if (most.differing === 0) return others
    others.push(most.face.id)
    faces.splice(faces.indexOf(most.face), 1)
  }
}
