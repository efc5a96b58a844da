import type { TimetableSummary } from '@gatehouse/contract/features/timetables.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { companyTime } from '../../lib/format-date.ts'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { WeekGlance } from './week-glance.tsx'

export const timetableColumns: readonly ListColumn<TimetableSummary>[] = [
  {
    key: 'name',
    title: (t) => t('timetables:column.name'),
    width: 220,
    cell: ({ id, name }) => (
      <Link className="list-link" to={pathTo('schedulesDetail', { query: { id } })}>
        {name}
      </Link>
    ),
    sort: 'name',
    isFixed: true,
  },
  {
    key: 'week',
    title: (t) => t('timetables:column.week'),
    width: 150,
    cell: ({ week }) => <WeekGlance week={week} />,
    card: 'line',
  },
  {
    key: 'period',
    title: (t) => t('timetables:column.period'),
    width: 200,
    cell: ({ validFromOn, validToOn }, t) =>
      validFromOn === null && validToOn === null
        ? t('timetables:always')
        : [validFromOn ?? '…', validToOn ?? '…'].join(' – '),
    // most are: there is nothing to tell
    brief: ({ validFromOn, validToOn }) =>
      validFromOn === null && validToOn === null ? null : [validFromOn ?? '…', validToOn ?? '…'].join(' – '),
    card: 'line',
  },
  {
    key: 'holidays',
    title: (t) => t('timetables:column.holidays'),
    width: 120,
    cell: ({ holidayCount }, t) => (holidayCount === 0 ? '–' : t('timetables:days', { count: holidayCount })),
    brief: ({ holidayCount }, t) =>
      holidayCount === 0 ? null : `${t('timetables:column.holidays')} ${t('timetables:days', { count: holidayCount })}`,
    card: 'line',
  },
  {
    key: 'use',
    title: (t) => t('timetables:column.use'),
    width: 200,
    cell: ({ id, policyCount, deviceCount }, t) =>
      policyCount === 0 ? (
        t('timetables:unused')
      ) : (
        <Link className="list-link" to={pathTo('policies', { query: { timetableId: id } })}>
          {t('timetables:used', { count: deviceCount })}
        </Link>
      ),
    card: 'line',
  },
  {
    key: 'createdAt',
    title: (t) => t('timetables:column.createdAt'),
    width: 160,
    cell: ({ createdAt }) => <span className="tabular">{companyTime(createdAt, 'minute')}</span>,
    sort: 'createdAt',
    isHidden: true,
  },
]
