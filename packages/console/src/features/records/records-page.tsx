import {
  listRecords,
  misrecognitionTypes,
  recognitionRecord,
  type RecognitionRecord,
} from '@gatehouse/contract/features/records.ts'
import { knownAbnormalType, knownEntryMode } from '@gatehouse/contract/device/passage-words.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback } from 'react'
import { Outlet, useNavigate, useSearchParams, type LoaderFunction, type RouteObject } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { deviceFilter } from '../../parts/device/device-filter.ts'
import { doorFilter } from './door-filter.ts'
import type { ListFilter } from '../../ui/list/list-filter.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { countWords, useKeyPaging } from '../../ui/list/list-pages.ts'
import { groupList } from '../../parts/person/group-list.ts'
import { recordCount } from '../../parts/passage/record-count.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { readUrlState, setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { personFilter } from '../../parts/person/person-filter.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { RecordActions } from './record-actions.tsx'
import { recordColumns, personOf } from './record-columns.tsx'
import { recordListQuery, type RecordListState } from './record-queries.ts'
import { useCan } from '../../lib/use-can.ts'
import './records.css'

const schema = listRecords.query

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    void client.prefetchQuery(recordListQuery(readUrlState(schema, new URL(request.url).searchParams)))
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('settings', async () => (await import('./record-settings-panel.tsx')).RecordSettingsPanel, 'record.write'),
  lazyPanel('face-search', async () => (await import('./face-search-panel.tsx')).FaceSearchPanel),
  lazyPanel(':recordId/face-search', async () => (await import('./face-search-panel.tsx')).RecordFacePanel),
  lazyPanel(':recordId', async () => (await import('./record-panel.tsx')).RecordPanel),
]

export function Component() {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [state, change] = useUrlState(schema)
  const query = useQuery(recordListQuery(state))
  const groups = useQuery({ ...groupList(), enabled: can('staff-group.read') })
  const open = useCallback(
    (record: RecognitionRecord) =>
      void navigate({ pathname: pathTo('signRecord', { below: record.id }), search: params.toString() }),
    [navigate, params],
  )
  const rowName = useCallback((record: RecognitionRecord) => personOf(record, t), [t])
  const filters: readonly ListFilter[] = [
    { key: 'period', label: t('records:filter.period'), isPeriod: true },
    {
      key: 'opened',
      label: t('records:filter.decision'),
      options: [
        { value: 'true', label: t('shared:decision.opened') },
        { value: 'false', label: t('shared:decision.refused') },
      ],
    },
    ...(can('device.read') ? [{ key: 'deviceId', label: t('records:filter.device'), source: deviceFilter }] : []),
    ...(can('site.read') ? [{ key: 'doorId', label: t('records:filter.doorId'), source: doorFilter }] : []),
    {
      key: 'kind',
      label: t('records:filter.kind'),
      options: recognitionRecord.shape.kind.options.map((value) => ({ value, label: t(`list:personKind.${value}`) })),
    },
    ...(can('policy.read') ? [{ key: 'personId', label: t('records:filter.personId'), source: personFilter(t) }] : []),
    {
      key: 'abnormal',
      label: t('records:filter.abnormal'),
      options: knownAbnormalType.options
        .filter((value) => value !== 'none')
        .map((value) => ({ value, label: t(`shared:abnormal.${value}`) })),
    },
    {
      key: 'entryMode',
      label: t('records:filter.entryMode'),
      options: knownEntryMode.options.map((value) => ({ value, label: t(`shared:entryMode.${value}`) })),
    },
    {
      key: 'misrecognition',
      label: t('records:filter.misrecognition'),
      options: [
        { value: 'any', label: t('records:marked.any') },
        { value: 'none', label: t('records:marked.none') },
        ...misrecognitionTypes.map((value) => ({ value, label: t(`records:misrecognition.${value}`) })),
      ],
    },
    ...(can('staff-group.read')
      ? [
          {
            key: 'groupId',
            label: t('records:filter.groupId'),
            options: (groups.data ?? []).map(({ id, name }) => ({ value: id, label: groupName(name, t) })),
          },
        ]
      : []),
  ]
  const isSet = setFilters(state).length > 0
  const clear = () =>
    change({
      keyword: undefined,
      kind: undefined,
      deviceId: undefined,
      doorId: undefined,
      opened: undefined,
      groupId: undefined,
      personId: undefined,
      entryMode: undefined,
      abnormal: undefined,
      misrecognition: undefined,
      from: undefined,
      to: undefined,
    })

  const paging = useKeyPaging(state, query.data?.next, change)
  const found = countWords(t, query.data)
  const inPeriod = useCountOfPeriod(state)
  return (
    <>
      <PageHeader
        isOfList
        title={t('records:title')}
        purpose={t('records:purpose')}
        actions={<RecordActions filter={state} total={query.data?.total} />}
        meta={
          <span title={t('records:liveHint')}>
            <StatusMark meaning="good">{t('records:live')}</StatusMark>
          </span>
        }
      />
      <ListPage<RecognitionRecord>
        name="records"
        label={t('records:title')}
        query={query}
        columns={recordColumns}
        rowName={rowName}
        onOpen={open}
        search={{
          value: state.keyword ?? '',
          hint: t('records:searchHint'),
          onSearch: (keyword) => change({ keyword: keyword || undefined }, { replace: true }),
        }}
        filters={filters}
        filtered={{ isSet, onClear: clear }}
        paging={paging}
        count={inPeriod === undefined ? found : t('records:ofPeriod', { found, all: inPeriod })}
        empty={{
          drawing: 'records',
          title: t('records:empty.title'),
          text: t('records:empty.text'),
          action: can('device.read') ? (
            <Button type="primary" onClick={() => void navigate(pathTo('deviceList'))}>
              {t('records:empty.action')}
            </Button>
          ) : undefined,
        }}
      />
      <Outlet />
    </>
  )
}

/** How many records the chosen period has without the other filters; undefined where there is none of them, or no period. */
function useCountOfPeriod({ from, to, ...others }: RecordListState): string | undefined {
  const isAsked = from !== undefined && to !== undefined && setFilters(others).length > 0
  const { data } = useQuery({ ...recordCount({ from, to }), enabled: isAsked })
  return isAsked && data ? `${formatNumber(data.count)}${data.isMore ? '+' : ''}` : undefined
}
