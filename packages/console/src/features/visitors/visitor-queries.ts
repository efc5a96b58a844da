import { getMailReadiness } from '@gatehouse/contract/features/service-config.ts'
import { listPasses } from '@gatehouse/contract/features/visitor-passes.ts'
import { findHosts, getVisitor, listVisitors } from '@gatehouse/contract/features/visitors.ts'
import { getVisit, getWalkInLink, listVisits } from '@gatehouse/contract/features/visits.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pagesOf, queryOf } from '../../api/query.ts'

export const visitorListState = listVisitors.query
export type VisitorListState = Query<typeof listVisitors>

export const visitorList = (state: VisitorListState) =>
  queryOptions({ ...queryOf(listVisitors, { query: state }), placeholderData: keepPreviousData })

export const visitorDetail = (id: string) => queryOf(getVisitor, { params: { id } })

export const visitorPasses = (id: string) => queryOf(listPasses, { params: { id } })

export const hostChoices = (keyword: string) =>
  queryOptions({ ...queryOf(findHosts, { query: { keyword } }), placeholderData: keepPreviousData })

export const visitList = (state: 'pending' | undefined) => pagesOf(listVisits, { query: { state } })

/** A badge counts up to here, then shows a plus. */
export const maxCounted = 99

export const waitingVisits = queryOf(listVisits, { query: { state: 'pending', size: maxCounted + 1 } })

export const visitDetail = (id: string) => queryOf(getVisit, { params: { id } })

export const mailReadiness = queryOf(getMailReadiness)

export const walkInLink = queryOf(getWalkInLink)
