import type { DeviceSummary } from '@gatehouse/contract/features/devices.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { Text } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { ListLink } from '../../ui/list/list-link.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'

export function DeviceStatus({ device, t }: { device: DeviceSummary; t: Text }) {
  return (
    <StatusMark meaning={device.isOnline ? 'good' : 'none'}>
      {t(device.isOnline ? 'devices:status.online' : 'devices:status.offline')}
    </StatusMark>
  )
}

/** A column of plain text; an absent value is a dash. */
const plain = (
  key: keyof typeof plainWidths,
  options: Partial<ListColumn<DeviceSummary>> = {},
): ListColumn<DeviceSummary> => ({
  key,
  title: (t) => t(`devices:column.${key}`),
  width: plainWidths[key],
  cell: (device) => device[key] ?? '–',
  csv: (device) => device[key],
  ...options,
})

const plainWidths = {
  name: 180,
  location: 140,
  type: 90,
  ip: 140,
  ldid: 340,
  serialNumber: 160,
  model: 140,
  manufacturer: 130,
  hardwareVersion: 130,
  firmwareVersion: 130,
  appVersion: 120,
  description: 200,
} as const

export const deviceColumns: readonly ListColumn<DeviceSummary>[] = [
  plain('name', {
    isFixed: true,
    sort: 'name',
    cell: ({ id, name }) => <ListLink to={pathTo('deviceList', { below: id })}>{name}</ListLink>,
  }),
  {
    key: 'status',
    title: (t) => t('devices:column.status'),
    width: 150,
    cell: (device, t) => (
      <>
        {device.isFaceThresholdLow && (
          <span className="face-threshold-low">
            <StatusMark meaning="bad">{t('devices:faceThreshold.mark')}</StatusMark>
          </span>
        )}{' '}
        <DeviceStatus device={device} t={t} />
        {device.cloneSeenAt && <StatusMark meaning="bad">{t('devices:clone.mark')}</StatusMark>}
      </>
    ),
    csv: (device, t) => t(device.isOnline ? 'devices:status.online' : 'devices:status.offline'),
    card: 'beside',
  },
  plain('location', { sort: 'location', card: 'line' }),
  {
    key: 'direction',
    title: (t) => t('devices:column.direction'),
    width: 100,
    cell: (device, t) => t(`list:direction.${device.direction}`),
    csv: (device, t) => t(`list:direction.${device.direction}`),
    card: 'line',
  },
  plain('ip', { card: 'line' }),
  plain('model'),
  {
    key: 'updatedAt',
    title: (t) => t('devices:column.updatedAt'),
    width: 180,
    cell: (device) => <span className="tabular">{companyTime(device.updatedAt)}</span>,
    csvTime: (device) => device.updatedAt,
    sort: 'updatedAt',
  },
  {
    key: 'createdAt',
    title: (t) => t('devices:detail.createdAt'),
    width: 180,
    cell: (device) => <span className="tabular">{companyTime(device.createdAt)}</span>,
    csvTime: (device) => device.createdAt,
    sort: 'createdAt',
    isHidden: true,
  },
  plain('type', { isHidden: true }),
  plain('serialNumber', { isHidden: true }),
  plain('appVersion', { isHidden: true }),
  plain('ldid', { isHidden: true }),
  plain('manufacturer', { isHidden: true }),
  plain('hardwareVersion', { isHidden: true }),
  plain('firmwareVersion', { isHidden: true }),
  plain('description', { isHidden: true }),
]
