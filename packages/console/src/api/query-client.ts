import { type Query, QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

/** A call is worth another try when the network or the server failed, never when the server said no. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures >= 2 || !(error instanceof CallError)) return false
  return error.status === 0 || error.status === 503
}

const ending = new Set<unknown>()

const concerns = ({ queryKey }: Pick<Query, 'queryKey'>, id: string) => queryKey.includes(id)

/**
 * Runs an action that deletes these items. Nothing fetches them again until the page that shows them is left:
 * the hint of the deletion comes before the answer to the action, and the next page is often still to be loaded after it.
 */
export async function whileTheyEnd<T>(ids: readonly string[], action: () => Promise<T>): Promise<T> {
  for (const id of ids) ending.add(id)
  try {
    const result = await action()
    for (const id of ids) onceLeft(id, () => ending.delete(id))
    return result
  } catch (error) {
    for (const id of ids) ending.delete(id)
    throw error
  }
}

function onceLeft(id: string, then: () => void): void {
  const cache = queryClient.getQueryCache()
  const isShown = () => cache.findAll({ predicate: (query) => concerns(query, id) && query.getObserversCount() > 0 })
  if (isShown().length === 0) return then()
  const end = cache.subscribe(({ type }) => {
    if (type !== 'observerRemoved' || isShown().length > 0) return
    end()
    then()
  })
}

/**
 * The console's cache of what the server said. Query keys begin with the live topic that makes them stale
 * (`['records', …]`, `['devices', …]`), so that one hint refreshes all that shows it (see `live.ts`).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 60_000,
      retry: isWorthRetrying,
      refetchOnWindowFocus: true,
      enabled: ({ queryKey }) => !queryKey.some((part) => ending.has(part)),
    },
    mutations: { retry: false },
  },
})
