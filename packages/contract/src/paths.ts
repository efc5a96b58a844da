import { type PageName, pages } from './navigation.ts'

/** The parameter of a page's path: `:deptId` has to be given, `:user_id?` may be. */
type ParamOf<Path extends string> = Path extends `${string}/:${infer Name}?`
  ? { [_ in Name]?: string | number }
  : Path extends `${string}/:${infer Name}`
    ? { [_ in Name]: string | number }
    : unknown

type At<Name extends PageName> = ParamOf<(typeof pages)[Name]['path']> & {
  /** What follows the page's own path: the panel that is open beside it. */
  below?: string
  /** Absent values are left out. */
  query?: Readonly<Record<string, string | number | undefined>> | URLSearchParams
}

/** The address of a page: `pathTo('staff', { deptId: 0, below: 'new' })` is `/manmgt/staff/0/new`. */
export function pathTo<Name extends PageName>(
  name: Name,
  ...[at]: object extends At<Name> ? [at?: At<Name>] : [at: At<Name>]
): string {
  const { below, query, ...params }: { below?: string; query?: At<Name>['query'] } & Record<string, unknown> = at ?? {}
  const path = pages[name].path.replace(/\/:(\w+)\??/, (_, param: string) =>
    params[param] === undefined ? '' : `/${encodeURIComponent(String(params[param]))}`,
  )
  const search = searchOf(query)
  return path + (below ? `/${below}` : '') + (search ? `?${search}` : '')
}

function searchOf(query: At<PageName>['query'] = {}): string {
  if (query instanceof URLSearchParams) return query.toString()
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  return new URLSearchParams(given).toString()
}
