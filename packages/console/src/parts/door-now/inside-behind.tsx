import { countInside, listInside } from '@gatehouse/contract/features/inside.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FaceThumbnail } from '../face/face-thumbnail.tsx'

const most = 5

/** How many are in the area behind the door, and who came last, for those who see people. */
export function InsideBehind({ door: { toArea: area, site } }: { door: Door }) {
  const t = useText()
  const can = useCan()
  const counts = useQuery({ ...queryOf(countInside), enabled: area !== null })
  const seesPeople = can('inside.read') && area !== null
  const list = useQuery({
    ...queryOf(listInside, { query: { areaId: area?.id ?? site.id, size: most } }),
    enabled: seesPeople,
  })
  // With the areas inside it, where the list tells; device administrators get the number of the area itself.
  const count = list.data?.total ?? counts.data?.areas.find(({ areaId }) => areaId === area?.id)?.people ?? 0
  return (
    <section>
      <header>
        <h2>{t('doorNow:behind')}</h2>
        {seesPeople && count > 0 && (
          <Link to={pathTo('inside', { query: { siteId: site.id, areaId: area.id } })}>{t('doorNow:everybody')}</Link>
        )}
      </header>
      {area === null ? (
        <p>{t('doorNow:outside')}</p>
      ) : counts.error && !counts.data ? (
        <ErrorPanel error={counts.error} onRetry={() => void counts.refetch()} />
      ) : counts.data ? (
        <p>
          {count === 0 ? t('doorNow:nobody', { area: area.name }) : t('doorNow:people', { count, area: area.name })}
        </p>
      ) : null}
      <ul>
        {list.data?.items.map(({ person }) => (
          <li key={person.id}>
            <FaceThumbnail kind="portrait" imageId={person.portraitId} />
            <span>{person.name}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
