import type { Device } from '@gatehouse/contract/features/devices.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { doorWay } from '../../parts/device/door-way.ts'
import { doorsOfDevice } from './device-queries.ts'
import { useDoorNames } from './use-door-names.ts'

/** The doors that a device reads, each with its site and where it leads; a terminal reads one, a controller several. */
export function DeviceDoors({ device }: { device: Device }) {
  const { data, isPending } = useQuery(doorsOfDevice(device.id))
  if (isPending) return <i className="detail-awaited" aria-hidden />
  if (device.doorCount > 1) return <NumberedDoors device={device} />
  if (!data || data.items.length === 0) return '–'
  return data.items.map((door) => (
    <div key={door.id}>
      <DoorPlace door={door} />
    </div>
  ))
}

function DoorPlace({ door }: { door: Door }) {
  const t = useText()
  return (
    <>
      <Link to={pathTo('doorDetail', { query: { id: door.id } })}>
        {t('devices:detail.doorAt', { door: door.name, site: door.site.name })}
      </Link>
      {t('list:colon')}
      {doorWay(door, t)}
    </>
  )
}

/** Each door of a controller; one that no door of a site has a reader at is named, too. */
function NumberedDoors({ device }: { device: Device }) {
  const t = useText()
  return useDoorNames(device).map(({ port, door }) => (
    <div key={port}>
      {t('devices:doors.number', { port })}
      {t('list:colon')}
      {door ? <DoorPlace door={door} /> : t('devices:doors.none')}
    </div>
  ))
}
