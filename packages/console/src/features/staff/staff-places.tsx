import { listPersonPlaces, type PersonPlace } from '@gatehouse/contract/features/inside.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { briefTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'

const Places = createContext<ReadonlyMap<string, PersonPlace>>(new Map())

/** Around a list of people: where they are, as the doors tell it; the list itself is not asked again for it. */
export function StaffPlaces({ ids, children }: { ids: readonly string[]; children: ReactNode }) {
  const mayRead = useCan()('inside.staff')
  const { data } = useQuery({
    ...queryOf(listPersonPlaces, { query: { ids: ids.join(',') } }),
    enabled: mayRead && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const places = useMemo(() => new Map((data ?? []).map((place) => [place.personId, place])), [data])
  return <Places value={places}>{children}</Places>
}

/** The area of a person, or outside; nothing while nothing has told. */
export function PlaceNow({ id }: { id: string }) {
  const t = useText()
  const place = use(Places).get(id)
  if (!place) return null
  return <StatusMark meaning={place.area ? 'good' : 'none'}>{place.area?.name ?? t('shared:outside')}</StatusMark>
}

/** When a person came there, and by which door. */
export function LastSeen({ id }: { id: string }) {
  const place = use(Places).get(id)
  if (!place) return null
  const at = briefTime(place.since, instantOf(nowMs()), 'minute')
  return <span className="tabular">{[at, place.door?.name].filter(Boolean).join(' ')}</span>
}
