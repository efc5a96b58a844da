import type { FloorPlan, PlanPlace, PlanPoint } from '@gatehouse/contract/features/floor-plans.ts'

/** The way out of an area at a wall of it, in the plan's picture; its length is 1. */
type WayOut = { x: number; y: number }

/** A door further away from every wall than this share of the plan's longer side stands in none. */
const reach = 0.018

/** The wall in which a door stands, by the outlines of areas: the way through it, out of the area. Undefined: it is near none. */
export function wallAt({ width, height, places }: FloorPlan, door: PlanPoint): WayOut | undefined {
  const scale = ({ x, y }: PlanPoint) => ({ x: x * width, y: y * height })
  const at = scale(door)
  let nearest = reach * Math.max(width, height)
  let way: WayOut | undefined
  for (const corners of places.flatMap(outlineOf)) {
    const outline = corners.map(scale)
    const turns = Math.sign(areaOf(outline))
    for (const [index, from] of outline.entries()) {
      const to = outline[(index + 1) % outline.length] ?? from
      const length = Math.hypot(to.x - from.x, to.y - from.y)
      if (length === 0) continue
      const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
      const share = Math.min(length, Math.max(0, (at.x - from.x) * along.x + (at.y - from.y) * along.y))
      const distance = Math.hypot(at.x - from.x - along.x * share, at.y - from.y - along.y * share)
      // Of two rooms that share a wall, the first one: their order on the plan is always the same.
      if (distance >= nearest) continue
      nearest = distance
      way = { x: along.y * turns, y: -along.x * turns }
    }
  }
  return way
}

const outlineOf = ({ corners }: PlanPlace) => (corners ? [corners] : [])

/** Twice the area; its sign says which way round the corners go. */
const areaOf = (outline: readonly PlanPoint[]) =>
  outline.reduce((sum, { x, y }, index) => {
    const next = outline[(index + 1) % outline.length] ?? { x, y }
    return sum + x * next.y - next.x * y
  }, 0)
