import type { Device } from '@gatehouse/contract/features/devices.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { groupName } from '../../ui/list-group-name.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { formatInstant } from '../../lib/format-date.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { DetailPanel } from '../../ui/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail-skeleton.tsx'
import { DetailTabs } from '../../ui/detail-tabs.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { usePanelAddress } from '../../ui/list-panel-address.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { DeviceStatus } from './device-columns.tsx'
import { DeviceCommands } from './device-commands.tsx'
import { DevicePeople } from './device-people.tsx'
import { deviceQuery } from './device-queries.ts'
import './devices.css'

/** One device beside the list; the tab stands in the address. */
export function DeviceDetailPanel() {
  const t = useText()
  const { deviceId = '' } = useParams()
  const { data: device, error, refetch } = useQuery(deviceQuery(deviceId))
  const { close } = usePanelAddress('/device/list')
  return (
    <DetailPanel title={device?.name ?? t('devices:title')} onClose={close} width={640}>
      {error && !device ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : device ? (
        <>
          <DeviceStatus device={device} t={t} />
          <DetailTabs
            tabs={[
              { key: 'info', label: t('devices:detail.tab.info'), content: <DeviceInfo device={device} /> },
              { key: 'people', label: t('devices:detail.tab.people'), content: <DevicePeople device={device} /> },
              { key: 'commands', label: t('devices:detail.tab.commands'), content: <DeviceCommands device={device} /> },
            ]}
          />
        </>
      ) : (
        <DetailSkeleton lines={10} />
      )}
    </DetailPanel>
  )
}

function DeviceInfo({ device }: { device: Device }) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  return (
    <>
      {can('device.write') && (
        <div className="device-edit">
          <Button onClick={() => void navigate(`/device/list/${device.id}/edit`)}>{t('devices:action.edit')}</Button>
        </div>
      )}
      <DetailList
        title={t('devices:detail.section.place')}
        items={[
          { label: t('devices:column.location'), value: device.location },
          { label: t('devices:column.direction'), value: t(`list:direction.${device.direction}`) },
          { label: t('devices:column.description'), value: device.description },
          { label: t('devices:detail.timeZone'), value: device.timeZone ?? t('devices:detail.timeZoneNone') },
          {
            label: t('devices:detail.groups'),
            value: device.groups.map(({ name }) => groupName(name, t)).join(', ') || t('list:none'),
          },
        ]}
      />
      <DetailList
        title={t('devices:detail.section.link')}
        items={[
          {
            label: t('devices:column.status'),
            value: (
              <>
                <DeviceStatus device={device} t={t} />{' '}
                {device.onlineChangedAt
                  ? t('devices:status.since', { at: formatInstant(device.onlineChangedAt) })
                  : t('devices:status.never')}
              </>
            ),
          },
          { label: t('devices:column.ip'), value: device.ip },
          { label: t('devices:detail.clock'), value: <Clock offsetMs={device.clockOffsetMs} /> },
          { label: t('devices:detail.people'), value: <PeopleSummary people={device.people} /> },
        ]}
      />
      <DetailList
        title={t('devices:detail.section.hardware')}
        items={[
          { label: t('devices:column.ldid'), value: <CopyText text={device.ldid} what={t('devices:column.ldid')} /> },
          {
            label: t('devices:column.serialNumber'),
            value: <CopyText text={device.serialNumber} what={t('devices:column.serialNumber')} />,
          },
          { label: t('devices:column.type'), value: device.type },
          { label: t('devices:column.model'), value: device.model },
          { label: t('devices:column.manufacturer'), value: device.manufacturer },
          { label: t('devices:column.hardwareVersion'), value: device.hardwareVersion },
          { label: t('devices:column.firmwareVersion'), value: device.firmwareVersion },
          { label: t('devices:column.appVersion'), value: device.appVersion },
          { label: t('devices:detail.createdAt'), value: formatInstant(device.createdAt) },
          { label: t('devices:column.updatedAt'), value: formatInstant(device.updatedAt) },
        ]}
      />
    </>
  )
}

/** Within a second counts as the same: the measurement takes a round trip. */
const sameMs = 1_000

function Clock({ offsetMs }: { offsetMs: number | null }) {
  const t = useText()
  if (offsetMs === null) return t('devices:detail.clockUnknown')
  if (Math.abs(offsetMs) < sameMs) return t('devices:detail.clockExact')
  const seconds = Math.round(Math.abs(offsetMs) / 1_000)
  const words = t(offsetMs > 0 ? 'devices:detail.clockAhead' : 'devices:detail.clockBehind', { seconds })
  return <StatusMark meaning="attention">{words}</StatusMark>
}

export function PeopleSummary({ people }: { people: Device['people'] }) {
  const t = useText()
  const done = people.total - people.waiting - people.failed
  return (
    <>
      {t('devices:detail.peopleSummary', { done, total: people.total })}
      {people.waiting > 0 && ` · ${t('devices:detail.peopleWaiting', { count: people.waiting })}`}
      {people.failed > 0 && ` · ${t('devices:detail.peopleFailed', { count: people.failed })}`}
    </>
  )
}
