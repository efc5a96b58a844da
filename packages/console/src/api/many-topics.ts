import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { hashKey, type QueryKey } from '@tanstack/react-query'
import { askAgain, type Cache } from './ask-again.ts'

/** The questions that no single topic names, by their key. */
const shownBy = new Map<string, (topic: LiveTopic) => boolean>()

/** A question whose answer shows many topics. The page that shows it asks again when one of them is hinted at (`useAskOnHints`). */
export function ofManyTopics<Q extends { queryKey: QueryKey }>(query: Q, isShown: (topic: LiveTopic) => boolean): Q {
  shownBy.set(hashKey(query.queryKey), isShown)
  return query
}

/**
 * Marks such answers as stale that no page shows yet: they were asked for ahead, and the page, which is still on its way, hears only of
 * hints that come once it is drawn.
 */
export function ageUndrawn(client: Cache, topic: LiveTopic): void {
  const undrawn = client.getQueryCache().findAll({
    predicate: (query) => !query.isActive() && shownBy.get(query.queryHash)?.(topic) === true,
  })
  for (const { queryKey } of undrawn) void askAgain(client, queryKey)
}
