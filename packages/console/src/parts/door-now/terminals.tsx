import { getDeviceSettings } from '@gatehouse/contract/features/device-settings.ts'
import { type Device, getDevice } from '@gatehouse/contract/features/devices.ts'
import type { DoorReader } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'

/** The terminals of a door: whether they are there, when those that are not were heard last, who decides, and the way to their settings. */
export function Terminals({ readers }: { readers: readonly DoorReader[] }) {
  const t = useText()
  return (
    <section aria-label={t('doorNow:terminals')}>
      <h2>{t('doorNow:terminals')}</h2>
      {readers.length === 0 && <p>{t('shared:doorDeed.noReader')}</p>}
      <ul>
        {readers.map((reader) => (
          <Terminal key={reader.deviceId} reader={reader} />
        ))}
      </ul>
    </section>
  )
}

function Terminal({ reader: { deviceId, deviceName, isOnline } }: { reader: DoorReader }) {
  const t = useText()
  const { data: device } = useQuery({
    ...queryOf(getDevice, { params: { id: deviceId } }),
    enabled: useCan()('device.read'),
  })
  // The door was read with its page; the device follows what is heard of it.
  const isThere = device?.isOnline ?? isOnline
  return (
    <li>
      <Link to={pathTo('deviceList', { below: deviceId })}>{deviceName}</Link>
      <StatusMark meaning={isThere ? 'good' : 'none'}>{t(isThere ? 'doorNow:online' : 'doorNow:offline')}</StatusMark>
      {device && <TerminalFacts device={device} />}
    </li>
  )
}

/** Nothing stands for what a terminal cannot tell. */
function TerminalFacts({ device }: { device: Device }) {
  const t = useText()
  const settings = useQuery(queryOf(getDeviceSettings, { params: { id: device.id } })).data?.settings.length ?? 0
  const { rules } = device.capabilities
  return (
    <div className="door-terminal">
      <dl>
        {/* of one that is there, the moment would age on the page */}
        {!device.isOnline && device.lastSeenAt && (
          <div>
            <dt>{t('doorNow:terminal.seen')}</dt>
            <dd>
              <Instant at={device.lastSeenAt} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('doorNow:terminal.decides')}</dt>
          <dd>{t(rules['anti-passback'] === null ? 'doorNow:terminal.here' : 'doorNow:terminal.alone')}</dd>
        </div>
      </dl>
      {device.capabilities.settings === null && settings > 0 && (
        <Link to={pathTo('deviceList', { below: device.id, query: { tab: 'settings' } })}>
          {t('doorNow:terminal.settings', { count: settings })}
        </Link>
      )}
    </div>
  )
}
