import { getMailReadiness } from '@gatehouse/contract/features/service-config.ts'
import { listPasses } from '@gatehouse/contract/features/visitor-passes.ts'
import { countInside } from '@gatehouse/contract/features/inside.ts'
import { countVisitors, findHosts, getVisitor, listVisitors } from '@gatehouse/contract/features/visitors.ts'
import { getVisit, getWalkInLink, listVisits } from '@gatehouse/contract/features/visits.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { pagesOf, queryOf } from '../../api/query.ts'
import { setFilters } from '../../ui/list/list-url-state.ts'

/** The tabs of the page; visits that wait belong to no visitor yet and are a list of their own. */
export const visitorTabs = ['today', 'here', 'waiting', 'all'] as const
export type VisitorTab = (typeof visitorTabs)[number]

/** The address of the page: its tab, and the filters of the list. */
export const visitorListState = listVisitors.query.extend({ shown: z.enum(visitorTabs).optional() })
export type VisitorListState = z.output<typeof visitorListState>

/** The page begins with today; a search, a filter or a place in the list without a tab goes over everybody: earlier addresses had none. */
export const tabOf = ({ shown, ...filters }: VisitorListState): VisitorTab =>
  shown ?? (filters.after !== undefined || setFilters(filters).length > 0 ? 'all' : 'today')

/** The question to the server: two of the tabs are parts of its list. */
export function visitorQuery(state: VisitorListState) {
  const tab = tabOf(state)
  const { shown: _, ...filters } = state
  return { ...filters, shown: tab === 'today' || tab === 'here' ? tab : undefined }
}

export const visitorList = (state: VisitorListState) =>
  queryOptions({ ...queryOf(listVisitors, { query: visitorQuery(state) }), placeholderData: keepPreviousData })

export const visitorCounts = queryOf(countVisitors)

/** The places of people are another subject, with hints of its own. */
export const insideCounts = queryOf(countInside)

export const visitorDetail = (id: string) => queryOf(getVisitor, { params: { id } })

export const visitorPasses = (id: string) => queryOf(listPasses, { params: { id } })

export const hostChoices = (keyword: string) =>
  queryOptions({ ...queryOf(findHosts, { query: { keyword } }), placeholderData: keepPreviousData })

export const visitList = (state: 'pending' | undefined) => pagesOf(listVisits, { query: { state } })

export const visitDetail = (id: string) => queryOf(getVisit, { params: { id } })

export const mailReadiness = queryOf(getMailReadiness)

export const walkInLink = queryOf(getWalkInLink)
