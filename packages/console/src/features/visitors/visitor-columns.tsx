import type { VisitorStatus, VisitorSummary } from '@gatehouse/contract/features/visitors.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { writtenPhone } from '@gatehouse/contract/phone-number.ts'
import type { Text } from '../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { briefTime, companyTime } from '../../lib/format-date.ts'
import { NameWithStanding } from '../../parts/person/person-standing.tsx'
import { FaceThumbnail } from '../../parts/face/face-thumbnail.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'

/** `/manmgt/visitor/detail?id=…` */
export const visitorPath = (id: string) => pathTo('visitorDetail', { query: { id } })
export const moveInPath = (id: string) => pathTo('blacklist', { below: 'move-in', query: { person: id } })

const meanings = { 'not-yet-effective': 'attention', effective: 'good', expired: 'none' } as const

export const StatusOf = ({ status, t }: { status: VisitorStatus; t: Text }) => (
  <StatusMark meaning={meanings[status]}>{t(`visitors:status.${status}`)}</StatusMark>
)

export const visitorColumns: readonly ListColumn<VisitorSummary>[] = [
  {
    key: 'name',
    title: (t) => t('visitors:column.name'),
    width: 190,
    minWidth: 190,
    isFixed: true,
    cell: ({ id, name, portraitId, suspension }) => (
      <span className="list-cell-face">
        <FaceThumbnail kind="portrait" imageId={portraitId} />
        <NameWithStanding to={visitorPath(id)} name={name} suspension={suspension} />
      </span>
    ),
    csv: ({ name }) => name,
  },
  {
    key: 'status',
    title: (t) => t('visitors:column.status'),
    width: 160,
    // "Not yet effective" whole, also beside a panel
    minWidth: 160,
    cell: ({ status }, t) => <StatusOf status={status} t={t} />,
    csv: ({ status }, t) => t(`visitors:status.${status}`),
    card: 'beside',
  },
  {
    key: 'company',
    title: (t) => t('visitors:column.company'),
    width: 150,
    cell: ({ company }) => company,
    csv: ({ company }) => company,
    card: 'line',
  },
  {
    key: 'host',
    title: (t) => t('visitors:column.host'),
    width: 160,
    cell: ({ host }) => host?.name,
    csv: ({ host }) => host?.name,
    card: 'line',
  },
  {
    key: 'from',
    title: (t) => t('visitors:column.from'),
    width: 160,
    cell: ({ validFromAt }) => <span className="tabular">{companyTime(validFromAt, 'minute')}</span>,
    brief: ({ validFromAt }) => briefTime(validFromAt, instantOf(nowMs()), 'minute'),
    csvTime: ({ validFromAt }) => validFromAt,
    card: 'line',
    isLead: true,
  },
  {
    key: 'to',
    title: (t) => t('visitors:column.to'),
    width: 160,
    cell: ({ validToAt }) => <span className="tabular">{companyTime(validToAt, 'minute')}</span>,
    brief: ({ validToAt }) => briefTime(validToAt, instantOf(nowMs()), 'minute'),
    csvTime: ({ validToAt }) => validToAt,
    card: 'line',
    isLead: true,
    isEnd: true,
  },
  {
    key: 'purpose',
    title: (t) => t('visitors:column.purpose'),
    width: 120,
    cell: ({ purpose }) => purpose,
    csv: ({ purpose }) => purpose,
  },
  {
    key: 'phone',
    title: (t) => t('visitors:column.phone'),
    width: 130,
    isHidden: true,
    cell: ({ phone }) => writtenPhone(phone),
    csv: ({ phone }) => phone,
  },
  {
    key: 'groups',
    title: (t) => t('visitors:column.groups'),
    width: 150,
    cell: ({ groups }, t) => groups.map(({ name }) => groupName(name, t)).join(' · '),
    csv: ({ groups }, t) => groups.map(({ name }) => groupName(name, t)).join('; '),
    isHidden: true,
  },
  {
    key: 'rating',
    title: (t) => t('visitors:column.rating'),
    width: 110,
    cell: ({ guestRating }) => guestRating,
    csv: ({ guestRating }) => guestRating,
    isHidden: true,
  },
  {
    key: 'createdAt',
    title: (t) => t('visitors:column.createdAt'),
    width: 150,
    cell: ({ createdAt }) => <span className="tabular">{companyTime(createdAt, 'minute')}</span>,
    csvTime: ({ createdAt }) => createdAt,
    isHidden: true,
  },
]
