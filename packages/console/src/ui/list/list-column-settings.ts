import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'

/** The column settings of a person: the order of the columns, and the hidden ones. */
const columnSettings = z.object({ order: z.array(z.string()), hidden: z.array(z.string()) })
export type ColumnSettings = z.output<typeof columnSettings>

type ColumnLike = { key: string; isFixed?: boolean; isHidden?: boolean }

/**
 * The columns as chosen. Columns that came with a later release stand where the page puts them, columns that are gone are
 * forgotten, and a fixed column (the name of the thing) is always first and always shown.
 */
export function arrangeColumns<C extends ColumnLike>(columns: readonly C[], settings: ColumnSettings | null): C[] {
  const order = orderOf(columns, settings)
  const isShown = (column: C) => column.isFixed || !isHidden(column, settings)
  return order.filter(isShown)
}

/** All columns in the chosen order, hidden ones too: what the settings panel lists. */
export function orderOf<C extends ColumnLike>(columns: readonly C[], settings: ColumnSettings | null): C[] {
  const fixed = columns.filter((column) => column.isFixed)
  const free = columns.filter((column) => !column.isFixed)
  if (!settings) return [...fixed, ...free]
  const chosen = settings.order.flatMap((key) => free.filter((column) => column.key === key))
  const placed = [...chosen]
  for (const [index, column] of free.entries()) {
    if (placed.includes(column)) continue
    // a new column: after the one that it follows in the page's own order
    const before = free.slice(0, index).findLast((earlier) => placed.includes(earlier))
    placed.splice(before ? placed.indexOf(before) + 1 : 0, 0, column)
  }
  return [...fixed, ...placed]
}

export function isHidden(column: ColumnLike, settings: ColumnSettings | null): boolean {
  if (!settings || !settings.order.includes(column.key)) return column.isHidden ?? false
  return settings.hidden.includes(column.key)
}

/** The settings after hiding or showing one column. */
export function withHidden(
  columns: readonly ColumnLike[],
  settings: ColumnSettings | null,
  key: string,
  hide: boolean,
): ColumnSettings {
  const order = orderOf(columns, settings)
  const hidden = order.filter((column) => (column.key === key ? hide : isHidden(column, settings)))
  return { order: order.map((column) => column.key), hidden: hidden.map((column) => column.key) }
}

/** The settings after moving a column one place up (-1) or down (+1) among the columns that can move. */
export function withMoved(
  columns: readonly ColumnLike[],
  settings: ColumnSettings | null,
  key: string,
  by: -1 | 1,
): ColumnSettings {
  const order = orderOf(columns, settings)
  const from = order.findIndex((column) => column.key === key)
  const to = from + by
  const target = order[to]
  const moved = order[from]
  const hidden = order.filter((column) => isHidden(column, settings)).map((column) => column.key)
  if (target && moved && !target.isFixed && !moved.isFixed) {
    order[from] = target
    order[to] = moved
  }
  return { order: order.map((column) => column.key), hidden }
}

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** A value kept in this browser for one person; a text that does not fit the schema counts as not kept. */
export function useKept<T>(key: string, schema: z.ZodType<T>): [T | null, (value: T | null) => void] {
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key))
  const value = useMemo(() => parseKept(text, schema), [text, schema])
  const keep = useCallback(
    (next: T | null) => {
      if (next === null) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(next))
      for (const listener of listeners) listener()
    },
    [key],
  )
  return [value, keep]
}

function parseKept<T>(text: string | null, schema: z.ZodType<T>): T | null {
  if (text === null) return null
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null // written by something else than this page
  }
}

/** The column settings of one list, kept per person. */
export const useColumnSettings = (personId: string, listName: string) =>
  useKept(`gatehouse.list.${personId}.${listName}`, columnSettings)
