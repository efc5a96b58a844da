import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import { isLive, onLiveLine } from '../../api/live.ts'
import { askServer, type BoardState, createBoardStore } from './board-store.ts'
import { facesAfter, noFaces } from './faces-at-doors.ts'

/** The board of Live while the page is there. */
export function useHouse() {
  const [store] = useState(() => createBoardStore(askServer))
  const [state, setState] = useState(store.state)
  // A press need not wait until a board is drawn.
  useEffect(() => store.subscribe(() => startTransition(() => setState(store.state))), [store])
  useEffect(() => store.follow(), [store])
  const isLineOpen = useSyncExternalStore(onLiveLine, isLive)
  return { ...state, isLive: isLineOpen && state.error === undefined, retry: () => void store.ask() }
}

/** The faces at doors now, of the events that have just come. */
export function useFaces({ arrived, arrivedMs }: Pick<BoardState, 'arrived' | 'arrivedMs'>) {
  const [seen, setSeen] = useState(arrived)
  const [faces, setFaces] = useState(noFaces)
  if (arrived !== seen) {
    setSeen(arrived)
    setFaces(facesAfter(faces, arrived, arrivedMs))
  }
  const [first] = faces.faces.toSorted((a, b) => a.goesMs - b.goesMs)
  useEffect(() => {
    if (!first) return
    const timer = setTimeout(
      () => setFaces((now) => facesAfter(now, [], performance.now())),
      Math.max(0, first.goesMs - performance.now()) + 20,
    )
    return () => clearTimeout(timer)
  }, [first])
  return faces
}
