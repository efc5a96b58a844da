import { type PageName, pages } from './navigation.ts'

/** The live view, a page of its own without an entry in the menu. */
export const liveViewPath = '/device/live'

/** The parameter of a page's path: `:deptId` has to be given, `:user_id?` may be. */
type ParamOf<Path extends string> = Path extends `${string}/:${infer Name}?`
  ? { [_ in Name]?: string | number }
  : Path extends `${string}/:${infer Name}`
    ? { [_ in Name]: string | number }
    : unknown

type Query = Readonly<Record<string, string | number | undefined>> | URLSearchParams

type At<Name extends PageName> = ParamOf<(typeof pages)[Name]['path']> & {
  /** The part after the page's own path: the panel that is open beside it. */
  below?: string
  /** Absent values are left out. */
  query?: Query
}

/** The address of a page: `pathTo('staff', { deptId: 0, below: 'new' })` is `/manmgt/staff/0/new`. */
export function pathTo<Name extends PageName>(
  name: Name,
  ...[at]: object extends At<Name> ? [at?: At<Name>] : [at: At<Name>]
): string {
  const { below, query }: { below?: string; query?: Query } = at ?? {}
  const params: Record<string, unknown> = { ...at }
  const path = pages[name].path.replace(/\/:(\w+)\??/, (_, param: string) => {
    const value = params[param]
    return typeof value === 'string' || typeof value === 'number' ? `/${encodeURIComponent(value)}` : ''
  })
  const search = searchOf(query)
  return path + (below ? `/${below}` : '') + (search ? `?${search}` : '')
}

function searchOf(query: Query = {}): string {
  if (query instanceof URLSearchParams) return query.toString()
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  return new URLSearchParams(given).toString()
}
