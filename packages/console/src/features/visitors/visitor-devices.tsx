import type { Visitor } from '@gatehouse/contract/features/visitors.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SyncMark } from '../../parts/device/status-sync.tsx'

/** Whether each device that should know this visitor does, and where not, why and what to do. */
export function VisitorDevices({ visitor }: { visitor: Visitor }) {
  const t = useText()
  const can = useCan()
  if (visitor.devices.length === 0) {
    return (
      <EmptyState isSmall title={t('visitors:detail.noDevices.title')} text={t('visitors:detail.noDevices.text')} />
    )
  }
  return (
    <ul className="visitor-lines">
      {visitor.devices.map(({ deviceId, deviceName, state, reason }) => (
        <li key={deviceId}>
          {can('device.read') ? <Link to={pathTo('deviceList', { below: deviceId })}>{deviceName}</Link> : deviceName}
          <SyncMark state={state} reason={reason} />
        </li>
      ))}
    </ul>
  )
}
