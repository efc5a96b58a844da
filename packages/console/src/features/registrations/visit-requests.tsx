import { listVisits, type Visit, visitStates } from '@gatehouse/contract/features/visits.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { Instant, Period } from '../../ui/detail/detail-instant.tsx'
import { FaceThumbnail } from '../../parts/face/face-thumbnail.tsx'
import type { ListColumn, RowAction } from '../../ui/list/list-column.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { countWords, useKeyPaging } from '../../ui/list/list-pages.ts'
import { setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { type Meaning, StatusMark } from '../../ui/feedback/status-mark.tsx'

/** The page to decide, or the page of the visitor it created. */
const pathOf = ({ personId }: Visit) =>
  personId ? pathTo('visitorDetail', { query: { id: personId } }) : pathTo('visitor', { below: 'visits' })

const meanings = {
  invited: 'none',
  pending: 'waiting',
  approved: 'good',
  refused: 'bad',
  withdrawn: 'none',
} as const satisfies Record<Visit['state'], Meaning>

const columns: readonly ListColumn<Visit>[] = [
  {
    key: 'name',
    title: (t) => t('registrations:visits.column.name'),
    width: 240,
    isFixed: true,
    cell: (visit) => (
      <span className="list-cell-face">
        <FaceThumbnail kind="portrait" imageId={visit.portraitId} />
        <Link className="list-link" to={pathOf(visit)} title={visit.name}>
          {[visit.name, visit.company].filter(Boolean).join(' · ')}
        </Link>
      </span>
    ),
    csv: ({ name }) => name,
  },
  {
    key: 'state',
    title: (t) => t('registrations:state.label'),
    width: 190,
    card: 'beside',
    cell: ({ state }, t) => <StatusMark meaning={meanings[state]}>{t(`shared:visitState.${state}`)}</StatusMark>,
    csv: ({ state }, t) => t(`shared:visitState.${state}`),
  },
  {
    key: 'kind',
    title: (t) => t('registrations:visits.column.kind'),
    width: 110,
    cell: ({ kind }, t) => t(`shared:visitKind.${kind}`),
    csv: ({ kind }, t) => t(`shared:visitKind.${kind}`),
  },
  {
    key: 'host',
    title: (t) => t('registrations:visits.column.host'),
    width: 140,
    card: 'line',
    cell: ({ host }) => host?.name,
    csv: ({ host }) => host?.name ?? null,
  },
  {
    key: 'period',
    title: (t) => t('registrations:visits.column.period'),
    width: 305,
    card: 'line',
    cell: ({ validFromAt, validToAt }) => <Period from={validFromAt} to={validToAt} />,
    csv: ({ validFromAt, validToAt }) => `${validFromAt} – ${validToAt}`,
  },
  {
    key: 'createdAt',
    title: (t) => t('registrations:visits.column.createdAt'),
    width: 160,
    cell: ({ createdAt }) => <Instant at={createdAt} detail="minute" />,
    csv: ({ createdAt }) => createdAt,
  },
  {
    key: 'decidedBy',
    title: (t) => t('registrations:column.decidedBy'),
    width: 140,
    isHidden: true,
    cell: ({ decidedBy }) => decidedBy,
    csv: ({ decidedBy }) => decidedBy,
  },
]

const nameOf = ({ name }: Visit) => name

/** Visitors who registered themselves (MAN-06); they are decided where the visitors are. */
export function VisitRequests() {
  const t = useText()
  const navigate = useNavigate()
  const [state, change] = useUrlState(listVisits.query)
  const query = useQuery({ ...queryOf(listVisits, { query: state }), placeholderData: keepPreviousData })
  const open = (visit: Visit) => void navigate(pathOf(visit))
  const actions = useMemo<RowAction<Visit>[]>(
    () => [
      {
        key: 'open',
        label: t('registrations:visits.decide'),
        permission: 'visitor.write',
        disabledReason: (visit) => (visit.state === 'pending' ? undefined : t(`shared:visitState.${visit.state}`)),
        run: () => void navigate(pathTo('visitor', { below: 'visits' })),
      },
    ],
    [t, navigate],
  )
  const paging = useKeyPaging(state, query.data?.next, change)
  return (
    <ListPage<Visit>
      name="visit-requests"
      label={t('registrations:tab.visitors')}
      query={query}
      columns={columns}
      rowName={nameOf}
      onOpen={open}
      actions={actions}
      filters={[
        {
          key: 'state',
          label: t('registrations:state.label'),
          options: visitStates.map((value) => ({ value, label: t(`shared:visitState.${value}`) })),
        },
      ]}
      filtered={{ isSet: setFilters(state).length > 0, onClear: () => change({ state: undefined }) }}
      paging={paging}
      count={countWords(t, query.data)}
      empty={{
        drawing: 'badge',
        title: t('registrations:visits.empty.title'),
        text: t('registrations:visits.empty.text'),
      }}
    />
  )
}
