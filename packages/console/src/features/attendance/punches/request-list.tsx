import {
  decidePunchRequest,
  listPunchRequests,
  type PunchRequest,
} from '@gatehouse/contract/features/attendance/punches.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { mutationOf } from '../../../api/query.ts'
import { useText, type Text } from '../../../i18n/i18n.ts'
import { formatInstant, withOffset } from '../../../lib/format-date.ts'
import { ZonedInstant } from '../../../ui/detail/detail-instant.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { countWords, useKeyPaging } from '../../../ui/list/list-pages.ts'
import type { ListColumn, RowAction } from '../../../ui/list/list-column.ts'
import { useUrlState } from '../../../ui/list/list-url-state.ts'
import { type Meaning, StatusMark } from '../../../ui/feedback/status-mark.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { requestList } from '../attendance-queries.ts'

const meanings: Record<PunchRequest['state'], Meaning> = { waiting: 'waiting', approved: 'good', refused: 'bad' }
const kindOf = ({ source, isField }: PunchRequest, t: Text) =>
  t(`attendance:requests.kind.${source === 'correction' ? 'correction' : isField ? 'field' : 'phone'}`)

function placeOf(request: PunchRequest, t: Text): string {
  if (request.latitude === null || request.longitude === null) return request.area ?? '–'
  const accuracy =
    request.accuracyMetres === null ? '' : t('attendance:day.accuracy', { metres: Math.round(request.accuracyMetres) })
  const position = `${request.latitude.toFixed(5)}, ${request.longitude.toFixed(5)} ${accuracy}`
  return request.area === null ? position : `${request.area} · ${position}`
}

const columns: readonly ListColumn<PunchRequest>[] = [
  {
    key: 'person',
    title: (t) => t('attendance:records.person'),
    width: 170,
    isFixed: true,
    cell: (request) => (
      <Link
        className="list-link"
        to={pathTo('attendanceRecord', { user_id: request.person.id, query: { month: request.on.slice(0, 7) } })}
      >
        {request.person.name}
      </Link>
    ),
    csv: (request) => request.person.name,
  },
  {
    key: 'time',
    title: (t) => t('attendance:requests.time'),
    width: 195,
    cell: (request) => <ZonedInstant at={request.at} timeZone={request.timeZone} />,
    csv: (request) => withOffset(request.at, request.timeZone),
    card: 'line',
  },
  {
    key: 'what',
    title: (t) => t('attendance:requests.what'),
    width: 120,
    cell: kindOf,
    csv: kindOf,
    card: 'line',
  },
  {
    key: 'state',
    title: (t) => t('attendance:records.verdict'),
    width: 120,
    cell: (request, t) => (
      <StatusMark meaning={meanings[request.state]}>{t(`attendance:requests.state.${request.state}`)}</StatusMark>
    ),
    csv: (request, t) => t(`attendance:requests.state.${request.state}`),
    card: 'line',
  },
  {
    key: 'remark',
    title: (t) => t('attendance:requests.remark'),
    width: 180,
    cell: (request) => request.remark ?? '–',
    csv: (request) => request.remark,
    card: 'line',
  },
  {
    key: 'place',
    title: (t) => t('attendance:requests.place'),
    width: 200,
    cell: placeOf,
    csv: placeOf,
    card: 'line',
  },
  {
    key: 'by',
    title: (t) => t('attendance:requests.by'),
    width: 130,
    cell: (request) => request.requestedBy,
    csv: (request) => request.requestedBy,
  },
  {
    key: 'decided',
    title: (t) => t('attendance:requests.decided'),
    width: 130,
    isHidden: true,
    cell: (request) => request.decidedBy ?? '–',
    csv: (request) => request.decidedBy,
  },
]

/** Punches that people request from their phones or administrators add: they are decided here, and never changed otherwise. */
export function RequestList() {
  const t = useText()
  const toast = useToast()
  const [state, change] = useUrlState(listPunchRequests.query)
  const requests = useQuery(requestList(state))
  const query = useMemo(
    () => ({
      data: requests.data,
      error: requests.error,
      isPlaceholderData: requests.isPlaceholderData,
      isFetching: requests.isFetching,
      refetch: requests.refetch,
    }),
    [requests],
  )
  const { mutate } = useMutation({
    ...mutationOf(decidePunchRequest),
    onSuccess: (_, { body: { isApproved } }) =>
      toast.done(t(isApproved ? 'attendance:requests.approved' : 'attendance:requests.refused')),
    onError: toast.failed,
  })
  const decide = ({ id }: PunchRequest, isApproved: boolean) => mutate({ params: { id }, body: { isApproved } })
  const decided = (request: PunchRequest) =>
    request.state === 'waiting' ? undefined : t(`attendance:requests.state.${request.state}`)
  const actions: RowAction<PunchRequest>[] = [
    {
      key: 'approve',
      label: t('attendance:requests.approve'),
      permission: 'attendance.write',
      disabledReason: decided,
      run: (request) => decide(request, true),
    },
    {
      key: 'refuse',
      label: t('attendance:requests.refuse'),
      permission: 'attendance.write',
      disabledReason: decided,
      run: (request) => decide(request, false),
    },
  ]
  const paging = useKeyPaging(state, requests.data?.next, change)
  return (
    <ListPage<PunchRequest>
      name="attendance-requests"
      label={t('attendance:requests.title')}
      query={query}
      columns={columns}
      rowName={(request) => `${request.person.name} ${formatInstant(request.at, 'second', request.timeZone)}`}
      actions={actions}
      filters={[
        {
          key: 'state',
          label: t('attendance:records.verdict'),
          options: (['waiting', 'approved', 'refused'] as const).map((value) => ({
            value,
            label: t(`attendance:requests.state.${value}`),
          })),
        },
      ]}
      filtered={{ isSet: state.state !== undefined, onClear: () => change({ state: undefined }) }}
      paging={paging}
      count={countWords(t, requests.data)}
      empty={{
        drawing: 'request',
        title: t('attendance:requests.empty.title'),
        text: t('attendance:requests.empty.text'),
      }}
    />
  )
}
