import type { Policy } from '@gatehouse/contract/features/policies.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { companyTime } from '../../lib/format-date.ts'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'

export const policyColumns: readonly ListColumn<Policy>[] = [
  {
    key: 'device',
    title: (t) => t('policies:column.device'),
    width: 240,
    cell: ({ device }) => [device.name, device.location].filter(Boolean).join(' · '),
    csv: ({ device }) => device.name,
    isFixed: true,
  },
  {
    key: 'group',
    title: (t) => t('policies:column.group'),
    width: 200,
    cell: ({ group }, t) => groupName(group.name, t),
    csv: ({ group }, t) => groupName(group.name, t),
    card: 'line',
  },
  {
    key: 'timetable',
    title: (t) => t('policies:column.timetable'),
    width: 200,
    cell: ({ timetable }) => (
      <Link className="list-link" to={pathTo('schedulesDetail', { query: { id: timetable.id } })}>
        {timetable.name}
      </Link>
    ),
    csv: ({ timetable }) => timetable.name,
    card: 'line',
  },
  {
    key: 'state',
    title: (t) => t('policies:column.state'),
    width: 220,
    cell: ({ isBound, pairCount }, t) =>
      isBound ? (
        pairCount > 1 ? (
          t('policies:state.several', { count: pairCount - 1 })
        ) : (
          <StatusMark meaning="good">{t('policies:state.active')}</StatusMark>
        )
      ) : (
        <StatusMark meaning="attention">{t('policies:state.idle')}</StatusMark>
      ),
    csv: ({ isBound }, t) => t(isBound ? 'policies:state.active' : 'policies:state.idle'),
    card: 'line',
  },
  {
    key: 'createdAt',
    title: (t) => t('policies:column.createdAt'),
    width: 160,
    cell: ({ createdAt }) => <span className="tabular">{companyTime(createdAt, 'minute')}</span>,
    csvTime: ({ createdAt }) => createdAt,
    isHidden: true,
  },
]
