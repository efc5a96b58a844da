import type { LiveEvent, LivePassage } from '@gatehouse/contract/features/live/board.ts'

/** Faces that stand at doors at once; more become a number. */
export const maxFaces = 6
export const faceMs = 3_000

/** A face at its door, and the moment at which it goes. */
export type DoorFace = { passage: LivePassage & { doorId: string }; goesMs: number }
export type Faces = { faces: readonly DoorFace[]; more: number }

export const noFaces: Faces = { faces: [], more: 0 }

/** The faces after some have arrived: the newest of each door, at most `maxFaces`, and how many have no room. */
export function facesAfter(before: Faces, arrived: readonly LiveEvent[], nowMs: number): Faces {
  const fresh = arrived.flatMap((event): DoorFace[] =>
    event.type === 'passage' && event.doorId !== null
      ? [{ passage: { ...event, doorId: event.doorId }, goesMs: nowMs + faceMs }]
      : [],
  )
  const staying = before.faces.filter(({ goesMs }) => goesMs > nowMs)
  const byDoor = new Map<string, DoorFace>()
  for (const face of [...fresh, ...staying]) if (!byDoor.has(face.passage.doorId)) byDoor.set(face.passage.doorId, face)
  const all = [...byDoor.values()]
  if (all.length === 0) return noFaces
  return { faces: all.slice(0, maxFaces), more: Math.max(0, all.length - maxFaces) }
}
