import { getPersonLocation } from '@gatehouse/contract/features/inside.ts'
import type { getPersonDoors } from '@gatehouse/contract/features/people/door-hours.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { useTimeAtSite } from '../device/door-clock.tsx'
import { certaintyText } from '../person/location-words.ts'
import { personPath } from '../face/face-alike.tsx'
import { shortTime } from './day-name.ts'
import { Emphasised, strong } from '../emphasised.tsx'
import { personDoors, type Shown } from './person-queries.ts'

/**
 * The one sentence that matters: the doors that open today, where the person was seen last, and where they are. `isBarred`: something
 * else on the page says why no door opens.
 */
export function PersonSentence({ person, isBarred = false }: { person: Shown; isBarred?: boolean }) {
  const t = useText()
  const { data } = useQuery(personDoors(person, '1'))
  if (!data) return <p className="person-sentence" aria-busy />
  const { openToday: count, nextChangeAt, lastSeen } = data
  const number = strong(count)
  // sentences of Chinese stand without a space
  const gap = currentLanguage() === 'en' ? ' ' : ''
  const at = nextChangeAt && strong(shortTime(nextChangeAt))
  return (
    <div className="person-sentence" role="status">
      {data.holder && <Holder person={data.holder.person} />}
      <p>
        {!isBarred && (
          <>
            <Emphasised>
              {count === 0
                ? t('personPage:doors.none')
                : at === null
                  ? t('personPage:doors.today', { count, number })
                  : t('personPage:doors.until', { count, number, at })}
            </Emphasised>
            {gap}
          </>
        )}
        {lastSeen ? (
          <Link to={pathTo('signRecord', { below: lastSeen.recordId })}>
            <Emphasised>
              {t(lastSeen.opened ? 'personPage:seen.at' : 'personPage:seen.refused', {
                door: strong(lastSeen.deviceName),
                at: strong(shortTime(lastSeen.at)),
              })}
            </Emphasised>
          </Link>
        ) : (
          t('personPage:seen.never')
        )}
        {gap}
        <WhereNow person={person} />
      </p>
      {data.hasTwin && !isBarred && <p className="person-doubts">{t('shared:hasTwin')}</p>}
      <Doubts person={person} />
    </div>
  )
}

/** Another entry of the same person holds at doors: what is changed here changes nothing there. */
function Holder({ person }: { person: NonNullable<Reply<typeof getPersonDoors>['holder']>['person'] }) {
  const t = useText()
  if (!person) return <p>{t('personPage:doors.holderHidden')}</p>
  return (
    <p>
      <Link to={personPath(person.kind, person.id)}>{t('personPage:doors.holder', { name: person.name })}</Link>
    </p>
  )
}

const locationOf = (id: string) => ({ ...queryOf(getPersonLocation, { params: { id } }), retry: false })

function WhereNow({ person }: { person: Shown }) {
  const t = useText()
  const { data } = useQuery(locationOf(person.id))
  if (!data) return null
  const { area, site } = data
  if (area === null || site === null) return <b>{t('personPage:now.outside')}</b>
  const where = area.name === site.name ? site.name : `${area.name}, ${site.name}`
  return (
    <Link to={pathTo('inside', { query: { siteId: site.id, areaId: area.id } })}>
      <b>{t('personPage:now.inside', { where })}</b>
    </Link>
  )
}

/** How sure it is, if no passage alone says so, and the time there where the clock shows another one. */
function Doubts({ person }: { person: Shown }) {
  const t = useText()
  const { data } = useQuery(locationOf(person.id))
  const timeThere = useTimeAtSite(data?.site?.id ?? null)
  if (!data) return null
  const isWorthSaying = data.doubts.length > 0 || data.source !== 'passage'
  const there = timeThere(data.since, 'minute')
  if (!isWorthSaying && !there) return null
  return (
    <p className="person-doubts">
      {isWorthSaying && `${certaintyText(data, t)} ${shortTime(data.since)}`} {there}
    </p>
  )
}
