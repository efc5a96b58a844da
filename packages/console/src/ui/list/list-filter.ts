import { instantMs, instantOf, nowMs } from '../../lib/clock.ts'
import { instantOfWall, wallTimeOf } from '../form/wall-clock.ts'

export type FilterChoice = { value: string; label: string }

/** Choices that the server is asked for while somebody types; `key` begins with their live topic. */
export type FilterSource = {
  key: readonly string[]
  find: (keyword: string, signal: AbortSignal) => Promise<readonly FilterChoice[]>
  /** The words of a value that is set already; undefined once it is gone. */
  name: (value: string, signal: AbortSignal) => Promise<string | undefined>
}

/**
 * A filter of a list, declared once: the field of tokens, the panel of all filters and a phone's sheet are drawn from it. `key` is the parameter of the address, and of the list's route.
 */
export type ListFilter = {
  key: string
  label: string
  /** The address says this as well once the filter is set: the part of the list that it goes over. */
  also?: Readonly<Record<string, string>> | undefined
} & (
  | { options: readonly FilterChoice[] }
  | { source: FilterSource }
  /** A period: in the address a word for one that moves with the day (`period`), or the two instants. */
  | { isPeriod: true }
)

export const periodWords = ['today', 'yesterday', 'week'] as const
export type PeriodWord = (typeof periodWords)[number]

const dayMs = 86_400_000
const dayAfter = (date: string, days: number) => instantOf(instantMs(`${date}T00:00:00Z`) + days * dayMs).slice(0, 10)

/** A period that a word names, on the enterprise's wall clock. Undefined: it is no such word. */
export function periodOf(word: string | null): { from: string; to: string } | undefined {
  const today = wallTimeOf(instantOf(nowMs())).slice(0, 10)
  const between = (from: number, to: number) => ({
    from: instantOfWall(`${dayAfter(today, from)}T00:00:00`),
    to: instantOfWall(`${dayAfter(today, to)}T00:00:00`),
  })
  if (word === 'today') return between(0, 1)
  if (word === 'yesterday') return between(-1, 0)
  return word === 'week' ? between(-6, 1) : undefined
}

export type Suggestion =
  | { kind: 'field'; filter: ListFilter }
  | { kind: 'value'; filter: ListFilter; choice: FilterChoice }

const maxSuggested = 8
/** Choices are listed up to this number, and searched above it: 5,000 departments took the panel 400 ms. */
const maxListed = 100

const has = (words: string, text: string) => words.toLocaleLowerCase().includes(text)

/** The search for the values of a filter; undefined where they are few enough to be listed. */
export function searchOf(filter: ListFilter): FilterSource | undefined {
  if ('source' in filter) return filter.source
  if (!('options' in filter) || filter.options.length <= maxListed) return undefined
  const { key, options } = filter
  return {
    key: ['choices', key, String(options.length)],
    find: async (keyword) => options.filter(({ label }) => has(label, keyword.toLocaleLowerCase())).slice(0, maxListed),
    name: async (value) => options.find((option) => option.value === value)?.label,
  }
}

/**
 * The possible meanings of a typed text: the fields of that name, then the values of that name in any field that knows its values. With
 * a field chosen, only its values. Nothing typed: all fields.
 */
export function suggestionsFor(
  filters: readonly ListFilter[],
  { chosen, text, values }: { chosen: ListFilter | undefined; text: string; values: readonly FilterChoice[] },
): Suggestion[] {
  const typed = text.trim().toLocaleLowerCase()
  if (chosen) {
    const matching = 'source' in chosen ? values : values.filter(({ label }) => has(label, typed))
    return matching.slice(0, maxListed).map((choice) => ({ kind: 'value', filter: chosen, choice }))
  }
  const fields = filters.filter(({ label }) => has(label, typed)).map((filter) => ({ kind: 'field' as const, filter }))
  if (typed === '') return fields
  const named = filters.flatMap((filter) =>
    'options' in filter
      ? filter.options
          .filter(({ label }) => has(label, typed))
          .map((choice) => ({ kind: 'value' as const, filter, choice }))
      : [],
  )
  return [...fields, ...named].slice(0, maxSuggested)
}
