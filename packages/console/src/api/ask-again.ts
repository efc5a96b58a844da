import type { InvalidateQueryFilters, QueryClient, QueryKey } from '@tanstack/react-query'

export type Cache = Pick<QueryClient, 'invalidateQueries' | 'getQueryCache'>

/**
 * Asks again for what is shown of these questions, since something changed. One that is on its way for the first time, or for a page
 * that is still to be drawn, goes on and may have been read before the change. Its answer would count as fresh, so it is marked as
 * stale once it has come: who shows it asks again.
 */
export async function askAgain(
  client: Cache,
  queryKey: QueryKey,
  { refetchType = 'active' }: Pick<InvalidateQueryFilters, 'refetchType'> = {},
): Promise<void> {
  const goesOn = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter((query) => query.state.data === undefined || !query.isActive())
  const again = goesOn.map(async (query) => {
    // The one who asked gets its failure.
    await query.promise?.catch(() => {})
    await client.invalidateQueries({ predicate: (one) => one === query, refetchType })
  })
  await Promise.all([client.invalidateQueries({ queryKey, refetchType }), ...again])
}
