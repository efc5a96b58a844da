import {
  listRecords,
  misrecognitionTypes,
  recognitionRecord,
  type RecognitionRecord,
} from '@gatehouse/contract/features/records.ts'
import { knownAbnormalType, knownEntryMode } from '@gatehouse/contract/device/passage-words.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { Outlet, useNavigate, useSearchParams, type LoaderFunction, type RouteObject } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { DeviceSelect } from '../../parts/device/device-select.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useKeyPaging } from '../../ui/list/list-pages.ts'
import { groupList } from '../../parts/person/form-group-select.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { readUrlState, setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { useFreshRows } from '../../ui/list/use-fresh-rows.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PersonSelect } from '../../parts/person/person-select.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { RecordActions } from './record-actions.tsx'
import { recordColumns, personOf } from './record-columns.tsx'
import { recordListQuery } from './record-queries.ts'
import { useCan } from '../../lib/use-can.ts'
import './records.css'

// the calendar is a third of the page's script, and comes after the rows
const ListPeriod = lazy(async () => ({ default: (await import('../../ui/list/list-period.tsx')).ListPeriod }))

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
  const isNewest = state.after === undefined
  const { isPlaceholderData: isPlaceholder } = query
  const fresh = useFreshRows(query.data, { list: JSON.stringify(state), isNewest, isPlaceholder })
  const groups = useQuery({ ...groupList(), enabled: can('staff-group.read') })
  const shown = useMemo(
    () => ({
      data: fresh.shown ?? query.data,
      error: query.error,
      isPlaceholderData: query.isPlaceholderData,
      isFetching: query.isFetching,
      refetch: query.refetch,
    }),
    [fresh.shown, query],
  )
  const open = useCallback(
    (record: RecognitionRecord) =>
      void navigate({ pathname: pathTo('signRecord', { below: record.id }), search: params.toString() }),
    [navigate, params],
  )
  const rowName = useCallback((record: RecognitionRecord) => personOf(record, t), [t])
  const rowClass = useCallback(
    (record: RecognitionRecord) => (fresh.highlighted.has(record.id) ? 'list-fresh' : ''),
    [fresh.highlighted],
  )
  const choices = [
    {
      key: 'abnormal',
      options: knownAbnormalType.options
        .filter((value) => value !== 'none')
        .map((value) => ({ value: value as string, label: t(`shared:abnormal.${value}`) })),
    },
    {
      key: 'entryMode',
      options: knownEntryMode.options.map((value) => ({
        value: value as string,
        label: t(`shared:entryMode.${value}`),
      })),
    },
    {
      key: 'misrecognition',
      options: [
        { value: 'any', label: t('records:marked.any') },
        { value: 'none', label: t('records:marked.none') },
        ...misrecognitionTypes.map((value) => ({
          value: value as string,
          label: t(`records:misrecognition.${value}`),
        })),
      ],
    },
    ...(can('staff-group.read')
      ? [
          {
            key: 'groupId' as const,
            options: (groups.data ?? []).map(({ id, name }) => ({ value: id, label: groupName(name, t) })),
          },
        ]
      : []),
  ] as const
  const isSet = setFilters(state).length > 0
  const clear = () =>
    change({
      keyword: undefined,
      kind: undefined,
      deviceId: undefined,
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
  return (
    <>
      <PageHeader
        title={t('records:title')}
        purpose={t('records:purpose')}
        actions={<RecordActions filter={state} />}
        meta={
          <span title={t('records:liveHint')}>
            <StatusMark meaning="good">{t('records:live')}</StatusMark>
          </span>
        }
      />
      <ListPage<RecognitionRecord>
        name="records"
        label={t('records:title')}
        query={shown}
        columns={recordColumns}
        rowName={rowName}
        rowClass={rowClass}
        onOpen={open}
        search={{
          value: state.keyword ?? '',
          hint: t('records:searchHint'),
          onSearch: (keyword) => change({ keyword: keyword || undefined }, { replace: true }),
        }}
        filters={
          <>
            <Suspense fallback={<span className="list-period list-period-awaited" />}>
              <ListPeriod label={t('records:filter.period')} from={state.from} to={state.to} onChange={change} />
            </Suspense>
            <Select
              aria-label={t('records:filter.kind')}
              placeholder={t('records:filter.kind')}
              allowClear
              className="list-filter"
              value={state.kind ?? null}
              options={recognitionRecord.shape.kind.options.map((kind) => ({
                value: kind,
                label: t(`list:personKind.${kind}`),
              }))}
              onChange={(kind) => change({ kind: kind ?? undefined })}
            />
            <Select
              aria-label={t('records:filter.decision')}
              placeholder={t('records:filter.decision')}
              allowClear
              className="list-filter"
              value={state.opened === undefined ? null : String(state.opened)}
              options={[
                { value: 'true', label: t('shared:decision.opened') },
                { value: 'false', label: t('shared:decision.refused') },
              ]}
              onChange={(opened) =>
                change({ opened: opened === undefined || opened === null ? undefined : opened === 'true' })
              }
            />
            {can('policy.read') && (
              <PersonSelect
                aria-label={t('records:filter.personId')}
                placeholder={t('records:filter.personId')}
                allowClear
                className="list-filter"
                value={state.personId}
                onChange={(personId) => change({ personId })}
              />
            )}
            {can('device.read') && (
              <DeviceSelect
                aria-label={t('records:filter.device')}
                placeholder={t('records:filter.device')}
                allowClear
                className="list-filter"
                value={state.deviceId}
                onChange={(deviceId) => change({ deviceId })}
              />
            )}
            {choices.map(({ key, options }) => (
              <Select
                key={key}
                aria-label={t(`records:filter.${key}`)}
                placeholder={t(`records:filter.${key}`)}
                allowClear
                showSearch={{ optionFilterProp: 'label' }}
                className="list-filter"
                value={state[key] ?? null}
                options={[...options]}
                onChange={(value: string | null | undefined) => {
                  const read = schema.shape[key].safeParse(value ?? undefined)
                  if (read.success) change({ [key]: read.data })
                }}
              />
            ))}
          </>
        }
        filtered={{ isSet, onClear: clear }}
        paging={paging}
        count={t('list:shown', { count: shown.data?.items.length ?? 0 })}
        empty={{
          title: t('records:empty.title'),
          text: t('records:empty.text'),
          action: can('device.read') ? (
            <Button type="primary" onClick={() => void navigate(pathTo('deviceList'))}>
              {t('records:empty.action')}
            </Button>
          ) : undefined,
        }}
        notice={
          fresh.waiting > 0 && (
            <div className="records-waiting">
              <Button shape="round" type="primary" onClick={fresh.take}>
                {t('records:freshShow', { count: fresh.waiting })}
              </Button>
            </div>
          )
        }
      />
      <Outlet />
    </>
  )
}
