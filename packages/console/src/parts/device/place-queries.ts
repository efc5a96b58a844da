import type { LockdownScope } from '@gatehouse/contract/features/lockdown.ts'
import { getSite, listSiteNames } from '@gatehouse/contract/features/sites.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

export const siteNamesQuery = queryOf(listSiteNames)
export const siteQuery = (id: string) => queryOf(getSite, { params: { id } })

/** The site of a place by its id and name, and the area if the place is one; its site is looked for among all. */
export function usePlace(scope: LockdownScope | null | undefined) {
  const areaId = scope?.kind === 'area' ? scope.id : undefined
  const names = useQuery(siteNamesQuery).data ?? []
  const ids = areaId === undefined ? [] : names.map(({ id }) => id)
  const sites = useQueries({ queries: ids.map(siteQuery) }).flatMap(({ data }) => data ?? [])
  if (scope?.kind === 'site') return { site: names.find(({ id }) => id === scope.id) }
  const site = sites.find(({ areas }) => areas.some(({ id }) => id === areaId))
  return { site, area: site?.areas.find(({ id }) => id === areaId) }
}
