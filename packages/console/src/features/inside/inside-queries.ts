import { listInsideDisplays } from '@gatehouse/contract/features/inside/displays.ts'
import { listInside, listPlacesInside } from '@gatehouse/contract/features/inside.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

/** The state in the address of the page. */
export const insideState = listInside.query

/** Rows of a list have an id: that of the person. */
export const insideList = (state: Query<typeof listInside>) =>
  queryOptions({ ...queryOf(listInside, { query: state }), placeholderData: keepPreviousData })

export const placesInside = (siteId: string | undefined) =>
  queryOptions({
    ...queryOf(listPlacesInside, { query: siteId === undefined ? {} : { siteId } }),
    placeholderData: keepPreviousData,
  })

export const displayList = queryOf(listInsideDisplays)
