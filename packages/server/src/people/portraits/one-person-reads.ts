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

async function readFace(ctx: Ctx, id: string): Promise<Face> {
  const face = await faceOf(ctx, id)
  if (!face) throw new AppError('portrait.not-found')
  return { id, ...face }
}

/** The portraits among these that this one is unlike. @throws AppError portrait.not-found */
export async function findUnlike(ctx: Ctx, portraitId: string, others: readonly string[]): Promise<string[]> {
  const face = await readFace(ctx, portraitId)
  const unlike: string[] = []
  for (const id of others) if (!areOfOne(await readFace(ctx, id), face)) unlike.push(id)
  return unlike
}

/** Photographs that do not show the person of the others, and of the others those that each of them is unlike. */
export type Others = { portraitIds: string[]; unlike: Record<string, string[]> }

/**
 * The portraits among these that do not show the person of the others; null: there are none. Every two are compared: photographs mixed of two people would join
 * them, where each is only like the middle of the rest. Left out first is the one that differs from most others; of two the later one.
 * @throws AppError portrait.not-found
 */
export async function findOthers(ctx: Ctx, portraitIds: readonly string[]): Promise<Others | null> {
  const faces = await Promise.all(portraitIds.map((id) => readFace(ctx, id)))
  const others: Face[] = []
  for (;;) {
    const [first, ...rest] = faces.map((face) => ({
      face,
      differing: faces.filter((one) => one !== face && !areOfOne(one, face)).length,
    }))
    if (!first) break
    const most = rest.reduce((most, one) => (one.differing >= most.differing ? one : most), first)
    if (most.differing === 0) break
    others.push(most.face)
    faces.splice(faces.indexOf(most.face), 1)
  }
  if (others.length === 0) return null
  const unlikeOf = (other: Face) => faces.filter((face) => !areOfOne(other, face)).map(({ id }) => id)
  return {
    portraitIds: others.map(({ id }) => id),
    unlike: Object.fromEntries(others.map((other) => [other.id, unlikeOf(other)])),
  }
}
