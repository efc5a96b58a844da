import type { PlanPoint } from '@gatehouse/contract/features/floor-plans.ts'

export type ArrowKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

/** The direction of each arrow key, on a plan whose second axis points down. */
export const arrowSteps: Readonly<Record<ArrowKey, PlanPoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

export const isArrowKey = (key: string): key is ArrowKey => key in arrowSteps

/** A step aside counts as three ahead, so that an arrow goes along a corridor before it goes to another. */
const asideWeight = 3

/**
 * The place that an arrow key leads to: the nearest of those that lie more in its direction than beside it. `aspect` is the width of
 * the plan by its height, since places are shares of both. Undefined: there is none.
 */
export function nearestPlace<T extends PlanPoint>(
  places: readonly T[],
  from: PlanPoint,
  key: ArrowKey,
  aspect: number,
): T | undefined {
  const step = arrowSteps[key]
  const distances = places.flatMap((place) => {
    const [right, down] = [(place.x - from.x) * aspect, place.y - from.y]
    const ahead = right * step.x + down * step.y
    const aside = Math.abs(right * step.y) + Math.abs(down * step.x)
    return ahead > 0 && ahead >= aside ? [{ place, distance: ahead + aside * asideWeight }] : []
  })
  return distances.toSorted((a, b) => a.distance - b.distance)[0]?.place
}
