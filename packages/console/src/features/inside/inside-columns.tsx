import type { PersonInside } from '@gatehouse/contract/features/inside.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { instantMs, instantOf, nowMs } from '../../lib/clock.ts'
import { briefTime } from '../../lib/format-date.ts'
import { SiteTime } from '../../parts/device/door-clock.tsx'
import { FaceThumbnail } from '../../parts/face/face-thumbnail.tsx'
import { certaintyText } from '../../parts/person/location-words.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'
import '../../parts/person/suspension.css'

export type InsideRow = PersonInside & { id: string }

/** The page of a person by their kind. */
export const personPath = ({ id, kind }: PersonInside['person']) =>
  pathTo(kind === 'visitor' ? 'visitorDetail' : kind === 'blacklisted' ? 'blacklistDetail' : 'staffDetail', {
    query: { id },
  })

export const isOverdue = ({ visitEndsAt }: PersonInside) => visitEndsAt !== null && instantMs(visitEndsAt) <= nowMs()

export const insideColumns: readonly ListColumn<InsideRow>[] = [
  {
    key: 'name',
    title: (t) => t('inside:column.name'),
    width: 195,
    isFixed: true,
    cell: (row, t) => (
      <span className="list-cell-face">
        <FaceThumbnail kind="portrait" imageId={row.person.portraitId} />
        <span className="person-name">
          <Link className="list-link" to={personPath(row.person)} title={row.person.name}>
            {row.person.name}
          </Link>
          {row.person.isSuspended && <StatusMark meaning="bad">{t('shared:employment.suspended')}</StatusMark>}
          {isOverdue(row) && <StatusMark meaning="attention">{t('inside:overdue')}</StatusMark>}
        </span>
      </span>
    ),
    csv: ({ person }) => person.name,
  },
  {
    key: 'kind',
    title: (t) => t('inside:column.kind'),
    width: 90,
    cell: ({ person }, t) => t(`list:personKind.${person.kind}`),
    csv: ({ person }, t) => t(`list:personKind.${person.kind}`),
    card: 'beside',
  },
  {
    key: 'area',
    title: (t) => t('inside:column.area'),
    width: 120,
    cell: ({ area, site }) => (area.name === site.name ? site.name : `${area.name} · ${site.name}`),
    csv: ({ area }) => area.name,
    card: 'line',
  },
  {
    key: 'since',
    title: (t) => t('inside:column.since'),
    width: 150,
    cell: ({ since, site }) => <SiteTime at={since} siteId={site.id} detail="minute" />,
    brief: ({ since }) => briefTime(since, instantOf(nowMs()), 'minute'),
    csvTime: ({ since }) => since,
    card: 'line',
  },
  {
    key: 'certainty',
    title: (t) => t('inside:column.certainty'),
    width: 165,
    cell: (row, t) => (
      <StatusMark meaning={row.doubts.length > 0 ? 'attention' : 'good'}>
        <span title={certaintyText(row, t)}>{certaintyText(row, t)}</span>
      </StatusMark>
    ),
    csv: certaintyText,
    card: 'line',
  },
  {
    key: 'door',
    title: (t) => t('inside:column.door'),
    width: 130,
    cell: ({ door }) => door?.name ?? '–',
    csv: ({ door }) => door?.name,
    card: 'line',
  },
  {
    key: 'site',
    title: (t) => t('inside:column.site'),
    width: 150,
    isHidden: true,
    cell: ({ site }) => site.name,
    csv: ({ site }) => site.name,
  },
  {
    key: 'insideSince',
    title: (t) => t('inside:column.insideSince'),
    width: 150,
    isHidden: true,
    cell: ({ insideSince, site }) => insideSince && <SiteTime at={insideSince} siteId={site.id} detail="minute" />,
    csvTime: ({ insideSince }) => insideSince,
  },
  {
    key: 'visitEndsAt',
    title: (t) => t('inside:column.visitEndsAt'),
    width: 150,
    isHidden: true,
    cell: ({ visitEndsAt, site }) => visitEndsAt && <SiteTime at={visitEndsAt} siteId={site.id} detail="minute" />,
    csvTime: ({ visitEndsAt }) => visitEndsAt,
  },
]
