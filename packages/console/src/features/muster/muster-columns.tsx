import type { MusterSummary } from '@gatehouse/contract/features/muster.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import type { Text } from '../../i18n/i18n.ts'
import { instantMs } from '../../lib/clock.ts'
import { withOffset } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { ZonedInstant } from '../../ui/detail/detail-instant.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { MusterKind } from './muster-kind.tsx'
import { clockBetween } from './muster-time.ts'

const clearOf = ({ startedAt, clearedAt }: MusterSummary, t: Text) =>
  clearedAt === null ? t('muster:notCleared') : clockBetween(startedAt, instantMs(clearedAt))

export const musterColumns: readonly ListColumn<MusterSummary>[] = [
  {
    key: 'startedAt',
    title: (t) => t('muster:column.startedAt'),
    width: 170,
    isFixed: true,
    cell: ({ id, startedAt, site }) => (
      <Link className="list-link" to={pathTo('musterDetail', { query: { id } })}>
        <ZonedInstant at={startedAt} timeZone={site.timeZone} detail="minute" />
      </Link>
    ),
    csv: ({ startedAt, site }) => withOffset(startedAt, site.timeZone),
  },
  {
    key: 'site',
    title: (t) => t('muster:column.site'),
    width: 150,
    cell: ({ site }) => site.name,
    csv: ({ site }) => site.name,
    card: 'line',
  },
  {
    key: 'kind',
    title: (t) => t('muster:column.kind'),
    width: 90,
    cell: ({ isDrill }) => <MusterKind isDrill={isDrill} />,
    csv: ({ isDrill }, t) => t(isDrill ? 'muster:kind.drill' : 'muster:kind.real'),
    card: 'beside',
  },
  {
    key: 'clear',
    title: (t) => t('muster:column.clear'),
    width: 120,
    cell: (muster, t) => <span className="tabular">{clearOf(muster, t)}</span>,
    csv: clearOf,
    card: 'line',
  },
  {
    key: 'people',
    title: (t) => t('muster:column.people'),
    width: 80,
    isNumber: true,
    cell: ({ counts }) => <span className="tabular">{formatNumber(counts.people)}</span>,
    csv: ({ counts }) => counts.people,
    card: 'line',
  },
  {
    key: 'missing',
    title: (t) => t('muster:column.missing'),
    width: 130,
    cell: ({ counts }) => <span className="tabular">{formatNumber(counts.missing)}</span>,
    csv: ({ counts }) => counts.missing,
    card: 'line',
  },
  {
    key: 'startedBy',
    title: (t) => t('muster:column.startedBy'),
    width: 140,
    cell: ({ startedBy }) => startedBy,
    csv: ({ startedBy }) => startedBy,
  },
  {
    key: 'note',
    title: (t) => t('muster:column.note'),
    width: 160,
    cell: ({ note }) => note ?? '–',
    csv: ({ note }) => note,
  },
]

/** The titles of columns that those see who see no staff. */
const visitorTitles: Readonly<Record<string, Pick<ListColumn<MusterSummary>, 'title' | 'width'>>> = {
  clear: { title: (t) => t('muster:visitors.clear'), width: 190 },
  people: { title: (t) => t('muster:visitors.people'), width: 90 },
  missing: { title: (t) => t('muster:visitors.figure.ended'), width: 200 },
}

export const visitorMusterColumns: readonly ListColumn<MusterSummary>[] = musterColumns.map((column) => ({
  ...column,
  ...visitorTitles[column.key],
}))
