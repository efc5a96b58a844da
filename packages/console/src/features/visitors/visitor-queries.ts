import { getMailReadiness } from '@gatehouse/contract/features/service-config.ts'
import { listPasses } from '@gatehouse/contract/features/visitor-passes.ts'
import { findHosts, getVisitor, listVisitors } from '@gatehouse/contract/features/visitors.ts'
import { getVisit, getWalkInLink, listVisits } from '@gatehouse/contract/features/visits.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

// Keys begin with the live topic `visitors`: a hint refreshes what is shown.

export const visitorListState = listVisitors.query
export type VisitorListState = Query<typeof listVisitors>

export const visitorList = (state: VisitorListState) =>
  queryOptions({
    queryKey: ['visitors', 'list', state],
    queryFn: ({ signal }) => call(listVisitors, { query: state }, { signal }),
    placeholderData: keepPreviousData,
  })

export const visitorDetail = (id: string) =>
  queryOptions({
    queryKey: ['visitors', 'detail', id],
    queryFn: ({ signal }) => call(getVisitor, { params: { id } }, { signal }),
  })

export const visitorPasses = (id: string) =>
  queryOptions({
    queryKey: ['visitors', 'passes', id],
    queryFn: ({ signal }) => call(listPasses, { params: { id } }, { signal }),
  })

export const hostChoices = (keyword: string) =>
  queryOptions({
    queryKey: ['visitors', 'hosts', keyword],
    queryFn: ({ signal }) => call(findHosts, { query: { keyword } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const visitList = (state: 'pending' | undefined) =>
  infiniteQueryOptions({
    queryKey: ['visitors', 'visits', state ?? 'all'],
    queryFn: ({ pageParam, signal }) => call(listVisits, { query: { state, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** A badge counts up to here, and says so beyond. */
export const maxCounted = 99

export const waitingVisits = queryOptions({
  queryKey: ['visitors', 'visits', 'waiting'],
  queryFn: ({ signal }) => call(listVisits, { query: { state: 'pending', size: maxCounted + 1 } }, { signal }),
})

export const visitDetail = (id: string) =>
  queryOptions({
    queryKey: ['visitors', 'visit', id],
    queryFn: ({ signal }) => call(getVisit, { params: { id } }, { signal }),
  })

export const mailReadiness = queryOptions({
  queryKey: ['visitors', 'mail-readiness'],
  queryFn: ({ signal }) => call(getMailReadiness, {}, { signal }),
})

export const walkInLink = queryOptions({
  queryKey: ['visitors', 'walk-in-link'],
  queryFn: ({ signal }) => call(getWalkInLink, {}, { signal }),
})
