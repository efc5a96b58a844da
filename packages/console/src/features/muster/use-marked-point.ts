import type { Muster } from '@gatehouse/contract/features/muster.ts'
import { useState } from 'react'

/** The only point of the site, or the one where most were marked safe; null: it is not known. */
export function likelyPoint({ points }: Pick<Muster, 'points'>): string | null {
  const [first, ...others] = points.toSorted((a, b) => b.markedHere - a.markedHere)
  const isClear = first !== undefined && others.every(({ markedHere }) => markedHere < first.markedHere)
  return isClear ? first.id : null
}

/** The muster point that marks of this page carry: the likely one until somebody chooses another or marks the first person. */
export function useMarkedPoint(muster: Pick<Muster, 'points'>) {
  const [chosen, setChosen] = useState<string | null>()
  const pointId = chosen === undefined ? likelyPoint(muster) : chosen
  return {
    pointId,
    choose: setChosen,
    /** From the first mark on it no longer changes by itself: a point must not change under the hand that marks. */
    keep: () => setChosen(pointId),
  }
}
