import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { doorWay } from '../../parts/device/door-way.ts'
import { doorsOfDevice } from './device-queries.ts'

/** The doors that a device reads, each with its site and where it leads; a terminal reads one. */
export function DeviceDoors({ deviceId }: { deviceId: string }) {
  const t = useText()
  const { data, isPending } = useQuery(doorsOfDevice(deviceId))
  if (isPending) return <i className="detail-awaited" aria-hidden />
  if (!data || data.items.length === 0) return '–'
  return data.items.map((door) => (
    <div key={door.id}>
      <Link to={pathTo('doorDetail', { query: { id: door.id } })}>
        {t('devices:detail.doorAt', { door: door.name, site: door.site.name })}
      </Link>
      {t('list:colon')}
      {doorWay(door, t)}
    </div>
  ))
}
