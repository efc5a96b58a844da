import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import { periodOf } from './list-filter.ts'

/** The query schema of a list route: its keys are the parameters of the page's address. */
type QuerySchema = z.ZodObject<Record<string, z.ZodType>>

/** Parameters that say where in the list one is; any other change goes back to the start. */
const placeKeys = new Set(['page', 'after'])

/**
 * Reads the list's state from an address. Each parameter is validated separately, so a wrong one (`?page=x`) falls back to
 * its default and leaves the others standing.
 */
export function readUrlState<S extends QuerySchema>(schema: S, params: URLSearchParams): z.output<S> {
  const period: Record<string, string> = periodOf(params.get('period')) ?? {}
  const entries = Object.entries(schema.shape).map(([key, field]): [string, unknown] => {
    const given = field.safeParse(period[key] ?? params.get(key) ?? undefined)
    return [key, given.success ? given.data : field.safeParse(undefined).data]
  })
  return schema.parse(urlText(Object.fromEntries(entries)))
}

/** Query values as text: addresses hold nothing else, and the schemas of list routes read text. */
function urlText(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([key, value]) => [key, String(value)]),
  )
}

/**
 * The address after a change: defaults are left out (short links), what is not the list's (`panel=new`) stays, and a
 * change of filter, sorting or size goes back to the first page.
 */
export function writeUrlState<S extends QuerySchema>(
  schema: S,
  params: URLSearchParams,
  change: Partial<z.output<S>>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  const entries = Object.entries(change)
  if (!entries.some(([key]) => placeKeys.has(key))) for (const key of placeKeys) next.delete(key)
  // two instants say it now instead of a word
  if (entries.some(([key]) => key === 'from' || key === 'to')) next.delete('period')
  for (const [key, value] of entries) {
    const fallback = schema.shape[key]?.safeParse(undefined).data
    if (value === undefined || value === null || value === '' || value === fallback) next.delete(key)
    else next.set(key, String(value))
  }
  return next
}

/** The address after filters were set or taken away, as texts: a change goes back to the first page. */
export function withFilters(params: URLSearchParams, change: Readonly<Record<string, string | undefined>>) {
  const next = new URLSearchParams(params)
  for (const key of placeKeys) next.delete(key)
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined || value === '') next.delete(key)
    else next.set(key, value)
  }
  return next
}

const notFilters = new Set(['page', 'size', 'after', 'sort', 'order'])

/** The part of an address that chooses among the rows of a list, as one text: neither the page of them nor their order. */
export function choiceOf(search: string): string {
  const params = new URLSearchParams(search)
  for (const key of notFilters) params.delete(key)
  params.sort()
  return params.toString()
}

/** How many of the state's filters are set: what "clear filters" would clear. */
export function setFilters(state: Record<string, unknown>): string[] {
  return Object.keys(state).filter((key) => !notFilters.has(key) && state[key] !== undefined)
}

/**
 * A list's state lives in the address: reload, back and a shared link show the same list. `replace` is for typing, where
 * every letter as a step of history would make the back button useless.
 */
export function useUrlState<S extends QuerySchema>(schema: S) {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readUrlState(schema, params), [schema, params])
  const change = useCallback(
    (patch: Partial<z.output<S>>, options?: { replace?: boolean; state?: unknown }) =>
      setParams((current) => writeUrlState(schema, current, patch), { preventScrollReset: true, ...options }),
    [schema, setParams],
  )
  return [state, change] as const
}
