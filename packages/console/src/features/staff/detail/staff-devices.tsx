import type { Staff } from '@gatehouse/contract/features/staff.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../lib/use-can.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SyncMark } from '../../../parts/device/status-sync.tsx'

/** Whether each device that should know this person does, and where not, why and what to do. */
export function StaffDevices({ person }: { person: Staff }) {
  const t = useText()
  const can = useCan()
  if (person.devices.length === 0) {
    return <EmptyState isSmall title={t('staff:detail.noDevices.title')} text={t('staff:detail.noDevices.text')} />
  }
  const done = person.devices.filter(({ state }) => state === 'done').length
  return (
    <>
      <p className="staff-summary">{t('staff:detail.devicesSummary', { done, total: person.devices.length })}</p>
      <ul className="staff-lines">
        {person.devices.map(({ deviceId, deviceName, state, reason }) => (
          <li key={deviceId}>
            {can('device.read') ? <Link to={pathTo('deviceList', { below: deviceId })}>{deviceName}</Link> : deviceName}
            <SyncMark state={state} reason={reason} />
          </li>
        ))}
      </ul>
    </>
  )
}
