import { getAreaRules } from '@gatehouse/contract/features/door-rules/area-rules.ts'
import { getDoorRules, getRulesAround } from '@gatehouse/contract/features/door-rules.ts'
import { getElevatorFloors } from '@gatehouse/contract/features/door-rules/elevator-floors.ts'
import { listInterlocks } from '@gatehouse/contract/features/door-rules/interlocks.ts'
import { getDoor, getSite, listDoors, listSiteNames, listSites } from '@gatehouse/contract/features/sites.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

export const siteList = (state: Query<typeof listSites>) =>
  queryOptions({ ...queryOf(listSites, { query: state }), placeholderData: keepPreviousData })

export const siteNames = queryOf(listSiteNames)

export const siteDetail = (id: string) => queryOf(getSite, { params: { id } })

export const doorList = (state: Query<typeof listDoors>) =>
  queryOptions({ ...queryOf(listDoors, { query: state }), placeholderData: keepPreviousData })

export const doorDetail = (id: string) => queryOf(getDoor, { params: { id } })

export const areaRulesOf = (id: string) => queryOf(getAreaRules, { params: { id } })

export const interlocksOf = (siteId: string) => queryOf(listInterlocks, { query: { siteId } })

export const doorRulesOf = (id: string) => queryOf(getDoorRules, { params: { id } })

export const rulesAroundOf = (id: string) => queryOf(getRulesAround, { params: { id } })

export const floorsOf = (doorId: string) => queryOf(getElevatorFloors, { params: { id: doorId } })
