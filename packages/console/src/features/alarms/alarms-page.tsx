import { alarmTypes } from '@gatehouse/contract/device/alarm-types.ts'
import { type Alarm, alarmStatuses, listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { liveViewPath, pathTo } from '@gatehouse/contract/paths.ts'
import { BellOutlined, EyeOutlined, SettingOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { Outlet, useNavigate, type LoaderFunction, type RouteObject } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { deviceFilter } from '../../parts/device/device-filter.ts'
import type { BulkAction, RowAction } from '../../ui/list/list-column.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { countWords, useKeyPaging } from '../../ui/list/list-pages.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { readUrlState, setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { alarmColumns, placeOf } from './alarm-columns.tsx'
import { alarmListQuery, handlersQuery } from './alarm-queries.ts'
import { useAlarmActions } from './use-alarm-actions.tsx'
import './alarms.css'
import { alarmTitle } from '../../parts/alarm/alarm-title.ts'

const schema = listAlarms.query
const statusChoices = ['open', ...alarmStatuses] as const

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    void client.prefetchQuery(alarmListQuery(readUrlState(schema, new URL(request.url).searchParams)))
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('rules', async () => (await import('./alarm-rules-panel.tsx')).AlarmRulesPanel),
  lazyPanel('rules/:ruleId', async () => (await import('./alarm-rule-form.tsx')).AlarmRuleForm),
  lazyPanel('settings', async () => (await import('./alarm-settings-panel.tsx')).AlarmSettingsPanel),
  lazyPanel(':alarmId', async () => (await import('./alarm-panel.tsx')).AlarmPanel),
]

/** Alarms, newest first (ALM-01): handle them, release them, and set who is notified. */
export function Component() {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const panel = usePanelRoute(pathTo('deviceAlarm'))
  const [state, change] = useUrlState(schema)
  const query = useQuery(alarmListQuery(state))
  const handlers = useQuery(handlersQuery)
  const { acknowledge, assign, release } = useAlarmActions()
  const rowName = useCallback((alarm: Alarm) => `${alarmTitle(alarm, t)}, ${placeOf(alarm)}`, [t])
  const actions = useMemo<readonly RowAction<Alarm>[]>(
    () => [
      { key: 'open', label: t('alarms:action.open'), run: ({ id }) => panel.open(id) },
      {
        key: 'acknowledge',
        label: t('alarms:action.acknowledge'),
        permission: 'alarm.write',
        disabledReason: ({ acknowledgedAt }) => (acknowledgedAt ? t('shared:alarmStatus.acknowledged') : undefined),
        run: ({ id }) => acknowledge([id]),
      },
      { key: 'assign', label: t('alarms:action.assign'), permission: 'alarm.write', run: ({ id }) => assign([id]) },
      {
        key: 'release',
        label: t('alarms:action.release'),
        permission: 'alarm.write',
        disabledReason: ({ status, releaseWay }) =>
          status === 'released'
            ? t('shared:alarmStatus.released')
            : releaseWay === 'by-itself'
              ? t('alarms:way.by-itself')
              : undefined,
        run: ({ id }) => release([id]),
      },
    ],
    [t, panel, acknowledge, assign, release],
  )
  const bulk = useMemo<readonly BulkAction[]>(
    () => [
      {
        key: 'acknowledge',
        label: (count) => t('alarms:bulk.acknowledge', { count }),
        permission: 'alarm.write',
        run: acknowledge,
      },
      { key: 'assign', label: (count) => t('alarms:bulk.assign', { count }), permission: 'alarm.write', run: assign },
      {
        key: 'release',
        label: (count) => t('alarms:bulk.release', { count }),
        permission: 'alarm.write',
        run: release,
      },
    ],
    [t, acknowledge, assign, release],
  )

  const paging = useKeyPaging(state, query.data?.next, change)
  return (
    <>
      <PageHeader
        isOfList
        title={t('alarms:title')}
        purpose={t('alarms:purpose')}
        actions={
          <div className="alarm-head">
            {can('record.read') && (
              <Button icon={<EyeOutlined aria-hidden />} onClick={() => void navigate(liveViewPath)}>
                {t('alarms:liveView')}
              </Button>
            )}
            <Button icon={<SettingOutlined aria-hidden />} onClick={() => panel.open('settings')}>
              {t('alarms:settings')}
            </Button>
            <Button icon={<BellOutlined aria-hidden />} onClick={() => panel.open('rules')}>
              {t('alarms:rules')}
            </Button>
          </div>
        }
      />
      <ListPage<Alarm>
        name="alarms"
        label={t('alarms:title')}
        query={query}
        columns={alarmColumns}
        rowName={rowName}
        onOpen={({ id }) => panel.open(id)}
        actions={actions}
        bulk={bulk}
        filters={[
          { key: 'period', label: t('alarms:choose.period'), isPeriod: true },
          {
            key: 'type',
            label: t('alarms:choose.type'),
            options: alarmTypes.map((type) => ({ value: type, label: t(`bell:type.${type}`) })),
          },
          {
            key: 'status',
            label: t('alarms:choose.status'),
            options: statusChoices.map((value) => ({ value, label: t(`shared:alarmStatus.${value}`) })),
          },
          { key: 'deviceId', label: t('alarms:choose.device'), source: deviceFilter },
          { key: 'handlerId', label: t('alarms:choose.handler'), options: handlers.data ?? [] },
        ]}
        filtered={{
          isSet: setFilters(state).length > 0,
          onClear: () =>
            change({
              type: undefined,
              status: undefined,
              deviceId: undefined,
              handlerId: undefined,
              from: undefined,
              to: undefined,
            }),
        }}
        paging={paging}
        count={countWords(t, query.data)}
        empty={{
          drawing: 'bell',
          title: t('alarms:empty.title'),
          text: t('alarms:empty.text'),
        }}
        exportPage={async (place, signal) => {
          const page = await call(listAlarms, { query: { ...state, after: place, size: 200 } }, { signal })
          return { rows: page.items, next: page.next ?? undefined }
        }}
      />
      <Outlet />
    </>
  )
}
