import type { Device } from '@gatehouse/contract/features/devices.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/i18n.ts'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { leftPeopleQuery } from './device-queries.ts'

/** People from whom the device has not taken what they should have lost: it may still open for them. */
export function DeviceLeftPeople({ device }: { device: Device }) {
  const t = useText()
  // Devices that know people by themselves remove them when they are told.
  const { data } = useQuery({ ...leftPeopleQuery(device.id), enabled: device.capabilities.knowsByNumber })
  if (data === undefined || data.length === 0) return null
  return (
    <Notice kind="attention" title={t('devices:people.left', { count: data.length })}>
      <p>{t('devices:people.leftText')}</p>
      <ul className="device-words device-lacks">
        {data.map(({ number, name, since }) => (
          <li key={number}>
            {name ?? t('devices:people.number', { number: String(number) })} · <Instant at={since} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
