import type { Blacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SyncMark } from '../../parts/device/status-sync.tsx'

/** Whether each device that should refuse this person knows them, and where not, why and what to do. */
export function BlacklistDevices({ person }: { person: Blacklisted }) {
  const t = useText()
  const can = useCan()
  if (person.devices.length === 0) {
    return (
      <EmptyState isSmall title={t('blacklist:detail.noDevices.title')} text={t('blacklist:detail.noDevices.text')} />
    )
  }
  const done = person.devices.filter(({ state }) => state === 'done').length
  return (
    <>
      <p className="blacklist-consequence">
        {t('blacklist:detail.devicesSummary', { done, total: person.devices.length })}
      </p>
      <ul className="blacklist-rows">
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
