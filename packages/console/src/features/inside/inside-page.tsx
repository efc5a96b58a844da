import { insideConcerns, listInside, type PersonInside } from '@gatehouse/contract/features/inside.ts'
import { groupKinds } from '@gatehouse/contract/features/person-groups.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Link, Outlet, useNavigate, type LoaderFunction, type RouteObject } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { useCan } from '../../lib/use-can.ts'
import { useResetPassback } from '../../parts/person/use-reset-passback.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import type { BulkAction, RowAction } from '../../ui/list/list-column.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useKeyPaging } from '../../ui/list/list-pages.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { readUrlState, useUrlState } from '../../ui/list/list-url-state.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { insideColumns, type InsideRow, personPath } from './inside-columns.tsx'
import { insideList, insideState, placesInside } from './inside-queries.ts'
import { PlacesPanel, sumOf } from './places-panel.tsx'
import { useCorrect } from './use-correct.tsx'
import { useSteady } from './use-steady.ts'
import './inside.css'

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    const state = readUrlState(insideState, new URL(request.url).searchParams)
    void client.prefetchQuery({ ...placesInside(state.siteId), retry: false })
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('displays', async () => (await import('./displays-panel.tsx')).DisplaysPanel, 'inside.displays'),
]

/** The people who are inside now, by site and area; numbers alone for roles that see no names. */
export function Component() {
  const t = useText()
  const can = useCan()
  const panel = usePanelRoute(pathTo('inside'))
  const [state, change] = useUrlState(insideState)
  const { siteId, areaId } = state
  const mayRead = can('inside.read')
  const places = useQuery(placesInside(siteId))
  const people = useQuery({ ...insideList(state), ...(!mayRead && { enabled: false }) })
  // A server that fails does so for both, and that is said once.
  const isAllLost = isLost(places) && isLost(people)
  const retry = () => {
    void places.refetch()
    if (isAllLost) void people.refetch()
  }
  return (
    <>
      <PageHeader
        isOfList
        title={t('inside:title')}
        purpose={t(
          mayRead ? (can('inside.staff') ? 'inside:purpose' : 'inside:purposeVisitors') : 'inside:purposeCounts',
        )}
        actions={
          can('inside.displays') && <Button onClick={() => panel.open('displays')}>{t('inside:displays.title')}</Button>
        }
      />
      {isLost(places) && <ErrorPanel error={places.error} onRetry={retry} />}
      {places.data && <Figures places={places.data} siteId={siteId} />}
      {!isAllLost && (
        <div className="inside-columns">
          {places.data ? (
            <PlacesPanel
              places={places.data}
              chosen={{ siteId, areaId }}
              onChoose={(next) => change({ siteId: next.siteId, areaId: next.areaId, after: undefined })}
            />
          ) : (
            <div className="inside-places" />
          )}
          {mayRead ? <PeopleList /> : <p className="inside-note">{t('inside:numbersOnly')}</p>}
        </div>
      )}
      <Outlet />
    </>
  )
}

/** There is nothing to show, and it is known why. */
const isLost = ({ error, data }: { error: unknown; data: unknown }) => error !== null && data === undefined

type Places = NonNullable<ReturnType<typeof usePlaces>>
const usePlaces = () => useQuery(placesInside(undefined)).data

/** The one number that the page is about, with the visitors among them and the doubts. */
function Figures({ places, siteId }: { places: Places; siteId: string | undefined }) {
  const t = useText()
  const can = useCan()
  const [, change] = useUrlState(insideState)
  const sites = siteId === undefined ? places.sites : places.sites.filter(({ id }) => id === siteId)
  const unsure = sumOf(sites, 'unsure')
  return (
    <div role="status">
      <dl className="inside-figures">
        <div>
          <dt>{t(can('inside.staff') || !can('inside.read') ? 'inside:people' : 'inside:visitors')}</dt>
          <dd>{formatNumber(sumOf(sites, 'people'))}</dd>
        </div>
        {(can('inside.staff') || !can('inside.read')) && (
          <div>
            <dt>{t('inside:visitorsAmong')}</dt>
            <dd>{formatNumber(sumOf(sites, 'visitors'))}</dd>
          </div>
        )}
        <div>
          <dt>{t('inside:unsure')}</dt>
          <dd>
            {unsure > 0 && can('inside.read') ? (
              <button type="button" onClick={() => change({ concern: 'unsure', after: undefined })}>
                {formatNumber(unsure)}
              </button>
            ) : (
              formatNumber(unsure)
            )}
          </dd>
        </div>
      </dl>
    </div>
  )
}

const rowName = ({ person }: InsideRow) => person.name
const toRow = (one: PersonInside): InsideRow => ({ ...one, id: one.person.id })

function PeopleList() {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const [state, change] = useUrlState(insideState)
  const query = useQuery(insideList(state))
  const { isPlaceholderData: isPlaceholder } = query
  const steady = useSteady(query.data, { list: JSON.stringify(state), isPlaceholder })
  const correct = useCorrect()
  const resetPassback = useResetPassback()
  const { take } = steady
  const shown = useMemo(
    () => ({
      data: steady.shown && { items: steady.shown.items.map(toRow) },
      error: query.error,
      isPlaceholderData: query.isPlaceholderData,
      isFetching: query.isFetching,
      refetch: query.refetch,
    }),
    [steady.shown, query],
  )
  const actions = useMemo<readonly RowAction<InsideRow>[]>(
    () => [
      { key: 'open', label: t('inside:action.open'), run: ({ person }) => void navigate(personPath(person)) },
      {
        key: 'record',
        label: t('inside:action.record'),
        permission: 'record.read',
        disabledReason: ({ recordId }) => (recordId === null ? t('inside:action.noRecord') : undefined),
        run: ({ recordId }) => void navigate(pathTo('signRecord', { below: recordId ?? '' })),
      },
      {
        key: 'correct',
        label: t('inside:action.correct'),
        permission: 'inside.write',
        run: ({ id, person }) => correct({ ids: [id], name: person.name }, take),
      },
      {
        key: 'reset-passback',
        label: t('shared:passback.reset'),
        permission: 'inside.write',
        run: ({ person }) => void resetPassback(person),
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- `take` does the same in every render
    [t, navigate, correct, resetPassback],
  )
  const bulk: readonly BulkAction[] = [
    {
      key: 'correct',
      label: (count) => t('inside:action.correctMany', { count }),
      permission: 'inside.write',
      run: (ids, clear) =>
        correct({ ids }, () => {
          clear()
          take()
        }),
    },
  ]
  const paging = useKeyPaging(state, query.data?.next, change)
  const clear = () =>
    change({ keyword: undefined, kind: undefined, concern: undefined, siteId: undefined, areaId: undefined })
  const isSet = [state.keyword, state.kind, state.concern, state.siteId, state.areaId].some((one) => one !== undefined)
  return (
    <div className="inside-list">
      <ListPage<InsideRow>
        name="inside"
        label={t('inside:title')}
        query={shown}
        columns={insideColumns}
        rowName={rowName}
        onOpen={({ person }) => void navigate(personPath(person))}
        actions={actions}
        bulk={bulk}
        search={{
          value: state.keyword ?? '',
          hint: t('inside:searchHint'),
          onSearch: (keyword) => change({ keyword: keyword || undefined, after: undefined }, { replace: true }),
        }}
        filters={[
          ...(can('inside.staff')
            ? [
                {
                  key: 'kind',
                  label: t('inside:column.kind'),
                  options: groupKinds.map((value) => ({ value, label: t(`list:personKind.${value}`) })),
                },
              ]
            : []),
          {
            key: 'concern',
            label: t('inside:concern.title'),
            options: insideConcerns.map((value) => ({ value, label: t(`inside:concern.${value}`) })),
          },
        ]}
        filtered={{ isSet, onClear: clear }}
        paging={paging}
        count={t('inside:peopleCount', { count: query.data?.total ?? 0 })}
        notice={
          steady.isBehind ? (
            <p className="inside-behind" role="status">
              {t('inside:behind')}{' '}
              <Button size="small" onClick={take}>
                {t('inside:show')}
              </Button>
            </p>
          ) : undefined
        }
        empty={{
          drawing: 'house',
          title: t('inside:empty.title'),
          text: t('inside:empty.text'),
          action: can('site.write') && <Link to={pathTo('sites')}>{t('inside:empty.action')}</Link>,
        }}
        exportPage={async (after, signal) => {
          const { after: _, ...filters } = state
          const page = await call(
            listInside,
            { query: { ...filters, size: 200, ...(after ? { after } : {}) } },
            { signal },
          )
          return { rows: page.items.map(toRow), next: page.next ?? undefined }
        }}
      />
    </div>
  )
}
