import { getPersonDoors } from '@gatehouse/contract/features/people/door-hours.ts'
import { getPersonTimeline, type TimelineKind } from '@gatehouse/contract/features/people/timeline.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pagesOf, queryOf } from '../../api/query.ts'

/**
 * A person whose page is shown. `stamp` becomes another one when they change: what the page shows besides is asked for again then, and
 * with every new record.
 */
export type Shown = { id: string; name: string; stamp: string; isSuspended?: boolean }

export const personDoors = ({ id, stamp }: Shown, days: '1' | '7', on?: string) => {
  const query = queryOf(getPersonDoors, { params: { id }, query: { days, on } })
  return queryOptions({ ...query, queryKey: [...query.queryKey, stamp], placeholderData: keepPreviousData })
}

export const personTimeline = ({ id, stamp }: Shown, kind: TimelineKind | undefined) => {
  const query = pagesOf(getPersonTimeline, { params: { id }, query: { kind } })
  return infiniteQueryOptions({ ...query, queryKey: [...query.queryKey, stamp], placeholderData: keepPreviousData })
}

/** The person whose portraits are shown. */
export type PortraitOwner = Pick<Shown, 'id' | 'name' | 'stamp'> & { kind: 'staff' | 'visitor' | 'blacklisted' }
