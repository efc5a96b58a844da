import { useSyncExternalStore } from 'react'

/** The rows of the list on the page, in its order: what a panel beside it calls next and previous. */
export type ListedRows = {
  ids: readonly string[]
  /** How many rows stand on the pages before, and how many there are in all, where the list knows. */
  before: number | undefined
  total: number | undefined
  open: (id: string) => void
}

let listed: ListedRows | undefined
const listeners = new Set<() => void>()

function set(next: ListedRows | undefined) {
  listed = next
  for (const listener of listeners) listener()
}

/** Told by the list that is shown; gives what takes it back. */
export function listRows(rows: ListedRows): () => void {
  set(rows)
  return () => {
    if (listed === rows) set(undefined)
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export type Neighbours = {
  /** In the whole list, where that is known. */
  place: number | undefined
  of: number | undefined
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

/** The neighbours of a row that is shown beside its list. Undefined: it is in no list on this page. */
export function neighboursOf(rows: ListedRows | undefined, id: string | undefined): Neighbours | undefined {
  const index = rows && id !== undefined ? rows.ids.indexOf(id) : -1
  if (!rows || index < 0) return undefined
  const to = (other: string | undefined) => (other === undefined ? undefined : () => rows.open(other))
  return {
    place: rows.before === undefined ? undefined : rows.before + index + 1,
    of: rows.total,
    previous: to(rows.ids[index - 1]),
    next: to(rows.ids[index + 1]),
  }
}

export const useNeighbours = (id: string | undefined) =>
  neighboursOf(
    useSyncExternalStore(subscribe, () => listed),
    id,
  )
