import type { PlanPlace, PlanPoint } from '@gatehouse/contract/features/floor-plans.ts'

/** A plan that is being changed: its places, and what they were before each change. */
export type PlanEdits = {
  places: readonly PlanPlace[]
  past: readonly (readonly PlanPlace[])[]
  /** Changes of one gesture, a drag or a row of arrow keys, are undone together. */
  gesture: string | null
}

/** A thing that can be placed. */
export type Placeable = Pick<PlanPlace, 'kind' | 'id' | 'name'>

export const keyOf = ({ kind, id }: Pick<PlanPlace, 'kind' | 'id'>) => `${kind}-${id}`

export const beginEdits = (places: readonly PlanPlace[]): PlanEdits => ({ places, past: [], gesture: null })

const maxUndo = 100
/** Half of the side of the outline that an area gets first. */
const firstHalf = 0.1
const minCorners = 3

const within = (share: number) => Math.min(1, Math.max(0, share))
const withinPlan = ({ x, y }: PlanPoint): PlanPoint => ({ x: within(x), y: within(y) })

function apply({ places, past, gesture }: PlanEdits, next: readonly PlanPlace[], now: string | null = null): PlanEdits {
  const goesOn = now !== null && now === gesture
  return { places: next, past: goesOn ? past : [...past, places].slice(-maxUndo), gesture: now }
}

const replace = (edits: PlanEdits, key: string, change: (place: PlanPlace) => PlanPlace, gesture?: string) =>
  apply(
    edits,
    edits.places.map((place) => (keyOf(place) === key ? change(place) : place)),
    gesture,
  )

/** Puts it there, or moves it there. */
export function putPlace(edits: PlanEdits, thing: Placeable, at: PlanPoint): PlanEdits {
  const { kind, id, name } = thing
  if (edits.places.some((place) => keyOf(place) === keyOf(thing))) return movePlace(edits, keyOf(thing), at)
  return apply(edits, [...edits.places, { kind, id, name, ...withinPlan(at), corners: null }])
}

/** Moves a place to a point, and the outline of an area with it, as far as both stay on the plan. */
export function movePlace(edits: PlanEdits, key: string, to: PlanPoint, gesture?: string): PlanEdits {
  return replace(
    edits,
    key,
    (place) => {
      const all = [place, ...(place.corners ?? [])]
      const bounded = (axis: 'x' | 'y') => {
        const shares = all.map((point) => point[axis])
        return Math.min(1 - Math.max(...shares), Math.max(-Math.min(...shares), to[axis] - place[axis]))
      }
      const [right, down] = [bounded('x'), bounded('y')]
      const moved = ({ x, y }: PlanPoint) => withinPlan({ x: x + right, y: y + down })
      return { ...place, ...moved(place), corners: place.corners?.map(moved) ?? null }
    },
    gesture,
  )
}

export const removePlace = (edits: PlanEdits, key: string): PlanEdits =>
  apply(
    edits,
    edits.places.filter((place) => keyOf(place) !== key),
  )

/** A rectangle around its point, whose corners are moved then; or none again. */
export const toggleOutline = (edits: PlanEdits, key: string): PlanEdits =>
  replace(edits, key, (place) => {
    if (place.corners) return { ...place, corners: null }
    const [left, right] = [within(place.x - firstHalf), within(place.x + firstHalf)]
    const [top, bottom] = [within(place.y - firstHalf), within(place.y + firstHalf)]
    const corners = [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ]
    return { ...place, corners }
  })

const changeCorners = (
  edits: PlanEdits,
  key: string,
  change: (corners: PlanPoint[]) => PlanPoint[],
  gesture?: string,
) => replace(edits, key, (place) => (place.corners ? { ...place, corners: change(place.corners) } : place), gesture)

export const moveCorner = (edits: PlanEdits, key: string, index: number, to: PlanPoint, gesture?: string): PlanEdits =>
  changeCorners(edits, key, (corners) => corners.with(index, withinPlan(to)), gesture)

/** A corner more, halfway to the next one. */
export const addCorner = (edits: PlanEdits, key: string, index: number): PlanEdits =>
  changeCorners(edits, key, (corners) => {
    const [from, to] = [corners[index], corners[(index + 1) % corners.length]]
    if (!from || !to) return corners
    return corners.toSpliced(index + 1, 0, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })
  })

/** An outline has three corners at least. */
export const removeCorner = (edits: PlanEdits, key: string, index: number): PlanEdits =>
  changeCorners(edits, key, (corners) => (corners.length > minCorners ? corners.toSpliced(index, 1) : corners))

export function undo(edits: PlanEdits): PlanEdits {
  const before = edits.past.at(-1)
  return before ? { places: before, past: edits.past.slice(0, -1), gesture: null } : edits
}
