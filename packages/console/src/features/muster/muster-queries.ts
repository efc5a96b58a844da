import {
  getMuster,
  getMusterSettings,
  getPaperList,
  listMusterEvents,
  listMusterPeople,
  listMusterPoints,
  listMusters,
  listStewardLinks,
} from '@gatehouse/contract/features/muster.ts'
import { countInside } from '@gatehouse/contract/features/inside.ts'
import { getSite, listSiteNames } from '@gatehouse/contract/features/sites.ts'
import type { Query, QueryInput } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pagesOf, queryOf } from '../../api/query.ts'

export const musterList = (state: QueryInput<typeof listMusters>) =>
  queryOptions({ ...queryOf(listMusters, { query: state }), placeholderData: keepPreviousData })

/** A site has at most one at a time. */
export const runningMusters = queryOf(listMusters, { query: { isRunning: 'true', size: 200 } })

export const musterDetail = (id: string) => queryOf(getMuster, { params: { id } })

export const musterPeople = (id: string, query: Query<typeof listMusterPeople>) =>
  queryOptions({ ...queryOf(listMusterPeople, { params: { id }, query }), placeholderData: keepPreviousData })

export const musterEvents = (id: string) => pagesOf(listMusterEvents, { params: { id }, query: { size: 20 } })

export const stewardLinks = (id: string) => queryOf(listStewardLinks, { params: { id } })

export const siteNames = queryOf(listSiteNames)
export const siteWithAreas = (id: string) => queryOf(getSite, { params: { id } })
export const insideCounts = queryOf(countInside)

export const musterPoints = (siteId: string) => queryOf(listMusterPoints, { query: { siteId } })
export const musterSettingsOf = (id: string) => queryOf(getMusterSettings, { params: { id } })
export const paperListOf = (id: string) => queryOf(getPaperList, { params: { id } })
