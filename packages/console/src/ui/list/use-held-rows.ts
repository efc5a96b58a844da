import { useEffect, useRef, useState } from 'react'
import { onChange } from '../../api/call.ts'

type Row = { id: string }

/** Above this the person is reading further down, and rows must not move under the pointer. */
const topPixels = 40
const highlightMs = 2_000
/** The effect of an action of this page is shown at once if it comes within this time. */
const ownMs = 10_000

type Place = {
  /** Which list it is: filters and page. Another one is shown at once. */
  list: string
  /** Still the rows of the previous list: nothing to compare yet. */
  isPlaceholder: boolean
}

/**
 * Rows that come or change their order do so by themselves while nobody works with the list. While the pointer or the focus
 * is on its rows, or somebody reads further down, the rows stay in their places, each with what is new of itself, and the
 * number of new ones is told, to be taken in by a click.
 */
export function useHeldRows<R extends Row>(rows: readonly R[] | undefined, { list, isPlaceholder }: Place) {
  const [held, setHeld] = useState({ rows, list })
  const ownUntil = useOwnChanges()
  const take = () => setHeld({ rows, list })
  const moves = rows !== undefined && !isPlaceholder && !isSameOrder(rows, held.rows)
  const stays = moves && list === held.list && isAdded(rows, held.rows) && !ownUntil() && mustStay()
  if (moves && !stays) setHeld({ rows, list })
  const now = new Map(rows?.map((row) => [row.id, row]))
  const shown = stays ? held.rows?.map((row) => now.get(row.id) ?? row) : rows
  const known = new Set(held.rows?.map(({ id }) => id))
  const waiting = stays ? rows.filter(({ id }) => !known.has(id)).length : 0
  useEffect(() => {
    if (!stays) return
    const look = () => {
      if (!mustStay()) setHeld({ rows, list })
    }
    // the focus is nowhere for a moment while it goes from one element to the next
    const later = () => setTimeout(look)
    document.addEventListener('pointerover', look)
    document.addEventListener('focusout', later)
    return () => {
      document.removeEventListener('pointerover', look)
      document.removeEventListener('focusout', later)
    }
  }, [stays, rows, list])
  return { shown, waiting, take, highlighted: useHighlighted(isPlaceholder ? undefined : shown, list) }
}

const isSameOrder = (rows: readonly Row[], before: readonly Row[] | undefined) =>
  rows.length === before?.length && rows.every(({ id }, index) => id === before[index]?.id)

/** Somebody is new, or the same stand in another order; a row that is gone only leaves. */
function isAdded(rows: readonly Row[], before: readonly Row[] | undefined): boolean {
  const here = new Set(rows.map(({ id }) => id))
  const left = before?.filter(({ id }) => here.has(id)) ?? []
  return !isSameOrder(rows, left)
}

/** Whether what comes may be the effect of an action of this page. */
function useOwnChanges() {
  const until = useRef(0)
  useEffect(
    () =>
      onChange(() => {
        until.current = performance.now() + ownMs
        return Promise.resolve()
      }),
    [],
  )
  return () => performance.now() < until.current
}

/** The rows that joined a list which was shown already, for as long as they are pointed out. */
function useHighlighted<R extends Row>(shown: readonly R[] | undefined, list: string): ReadonlySet<string> {
  const [highlighted, setHighlighted] = useState<ReadonlySet<string>>(new Set())
  const before = useRef<{ list: string; ids: ReadonlySet<string> } | null>(null)
  const order = shown?.map(({ id }) => id).join(' ')
  useEffect(() => {
    if (order === undefined) return
    const earlier = before.current
    const ids = order.split(' ')
    before.current = { list, ids: new Set(ids) }
    if (earlier?.list !== list) return
    const added = ids.filter((id) => !earlier.ids.has(id))
    // a page of nothing but new rows says nothing by its colour
    if (added.length === 0 || added.length === ids.length) return
    // a moment later, so that the row is there before it is pointed out
    const start = setTimeout(() => setHighlighted(new Set(added)))
    const end = setTimeout(() => setHighlighted(new Set()), highlightMs)
    return () => {
      clearTimeout(start)
      clearTimeout(end)
    }
  }, [order, list])
  return highlighted
}

/** Somebody reads further down, or has the pointer or the focus on a row. */
function mustStay(): boolean {
  const frame = document.querySelector('.list-frame')
  if (window.scrollY >= topPixels || (frame?.scrollTop ?? 0) >= topPixels) return true
  // a finger leaves its last place behind as the pointer's
  const isPointed = frame?.matches(':hover') === true && matchMedia('(hover: hover)').matches
  return isPointed || frame?.querySelector('tbody')?.contains(document.activeElement) === true
}
