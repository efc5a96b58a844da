import { getPersonLocation } from '@gatehouse/contract/features/inside.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { Dated } from '../../ui/page/dated.tsx'
import { useTimeAtSite } from '../device/door-clock.tsx'
import { certaintyText } from './location-words.ts'
import { useResetPassback } from './use-reset-passback.ts'
import './suspension.css'

/** The sentence on a person's page that says where they are now; nothing as long as nothing has told. */
export function PersonLocation({ person }: { person: { id: string; name: string } }) {
  const t = useText()
  const can = useCan()
  const resetPassback = useResetPassback()
  const { data } = useQuery({ ...queryOf(getPersonLocation, { params: { id: person.id } }), retry: false })
  const timeThere = useTimeAtSite(data?.site?.id ?? null)
  if (!data) return null
  const { area, site, since, door, doubts, source } = data
  const at = companyTime(since, 'minute')
  const there = timeThere(since, 'minute')
  const isInside = area !== null && site !== null
  const where = isInside ? (area.name === site.name ? site.name : `${area.name}, ${site.name}`) : ''
  const isWorthSaying = doubts.length > 0 || source !== 'passage'
  return (
    <div className="person-standing" role="status">
      <p>
        <StatusMark meaning={isInside ? (doubts.length > 0 ? 'attention' : 'good') : 'none'}>
          {t(isInside ? 'shared:location.inside' : 'shared:location.outside')}
        </StatusMark>
        <span>
          <Dated>
            {isInside
              ? t(door ? 'shared:location.insideBy' : 'shared:location.insideSince', {
                  where,
                  at,
                  door: door?.name ?? '',
                })
              : t(door ? 'shared:location.outsideBy' : 'shared:location.outsideSince', { at, door: door?.name ?? '' })}
          </Dated>
        </span>
        {there && <span>{there}</span>}
        {isWorthSaying && <span>{certaintyText(data, t)}</span>}
        {isInside && (
          <Link to={pathTo('inside', { query: { siteId: site.id, areaId: area.id } })}>{t('shared:location.all')}</Link>
        )}
        {can('inside.write') && (
          <Button type="link" size="small" onClick={() => void resetPassback(person)}>
            {t('shared:passback.reset')}
          </Button>
        )}
      </p>
    </div>
  )
}
