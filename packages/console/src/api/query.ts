import type { InputArguments, RouteInput, UntypedInput } from '@gatehouse/contract/client.ts'
import type { BodyInput, Reply, Route } from '@gatehouse/contract/route.ts'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { callPlain, refresh } from './call.ts'

/**
 * The reply of a route, as the cache keeps it. The key begins with the live topic that the route shows: a hint of it, or a call
 * that changes it, fetches again everything of it on the page (see `live.ts`). Each id of the path is a part of the key.
 */
export const queryOf = <T extends Route, const I extends RouteInput<T>>(route: T, ...[input]: InputArguments<T, I>) =>
  queryOptions({ queryKey: keyOf(route, input), queryFn: ({ signal }) => replyOf(route, input, signal) })

/** A list that is walked by key: as many pages as were asked for. */
export const pagesOf = <T extends PagedRoute, const I extends RouteInput<T>>(
  route: T,
  ...[input]: InputArguments<T, I>
) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(route, input), 'pages'],
    queryFn: async ({ signal, pageParam }): Promise<Reply<T> & Page> =>
      replyOf(route, { ...input, query: { ...input?.query, after: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** The input of a route, with a required body as its schema has it, so that a handler can read what it has sent. */
type MutationInput<T extends Route> = Omit<RouteInput<T>, 'body'> &
  (Record<string, never> extends BodyInput<T> ? Pick<RouteInput<T>, 'body'> : { body: BodyInput<T> })
/** The variables of a mutation, which may be left out where the route requires none. */
type Variables<T extends Route> = object extends RouteInput<T> ? MutationInput<T> | void : MutationInput<T>

/**
 * The options of `useMutation` for a route: its variables are the input of the route, its data the reply. The page fetches again
 * the data that it changes; with `untilShown` the mutation is pending until then: for a button next to the changed data.
 */
export const mutationOf = <T extends Route>(route: T, { untilShown = false } = {}) =>
  mutationOptions({
    mutationFn: async (input: Variables<T>) => {
      const reply = await replyOf(route, input ?? undefined)
      const shown = refresh(route)
      if (untilShown) await shown
      return reply
    },
    // A browser that is offline fails as any other call does, and does not send later what nobody waits for.
    networkMode: 'always',
    retry: false,
  })

type Page = { next: string | null }
type PagedRoute = Route & { response: z.ZodType<Page> }

function keyOf({ shows, path }: Route, { params, query }: UntypedInput = {}): readonly unknown[] {
  const ids: unknown[] = typeof params === 'object' && params !== null ? Object.values(params) : []
  return [shows ?? path, path, ...ids, query ?? {}]
}

const replyOf = async <T extends Route>(route: T, input: UntypedInput | undefined, signal?: AbortSignal) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler does not see that both name the output of the schema of T
  (await callPlain(route, input, signal)) as Reply<T>
