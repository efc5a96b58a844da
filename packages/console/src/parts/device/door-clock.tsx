import { listDeviceClocks, listSiteClocks } from '@gatehouse/contract/features/sites.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime, type DateDetail, formatInstant } from '../../lib/format-date.ts'
import './door-clock.css'

const deviceClocks = queryOf(listDeviceClocks)
const siteClocks = queryOf(listSiteClocks)

type Shown = { at: string; detail?: DateDetail }
/** "14:05 at the site (Asia/Tokyo)", where the clock there shows another time than the enterprise's; undefined where it does not. */
type TimeThere = (at: string, detail: DateDetail) => string | undefined

/**
 * An instant at a door, on the enterprise's clock. If the clock at the door shows another time, that time and its zone
 * stand beside it, with the date only where it is another day there.
 */
export function DoorTime({ deviceId, ...shown }: Shown & { deviceId: string | null }) {
  return <TimeInTwoZones {...shown} timeThere={useTimeAtDoor(deviceId)} />
}

/** The same of an instant in a site. */
export function SiteTime({ siteId, ...shown }: Shown & { siteId: string | null }) {
  return <TimeInTwoZones {...shown} timeThere={useTimeAtSite(siteId)} />
}

/** The time at a door in words, for what stands beside the enterprise's. */
export function useTimeAtDoor(deviceId: string | null): TimeThere {
  const zone = useQuery(deviceClocks).data?.find((clock) => clock.deviceId === deviceId)?.timeZone
  return useTimeThere(zone, 'shared:doorClock')
}

/** The same of a site. */
export function useTimeAtSite(siteId: string | null): TimeThere {
  const zone = useQuery(siteClocks).data?.find((clock) => clock.siteId === siteId)?.timeZone
  return useTimeThere(zone, 'shared:siteClock')
}

/** The server names the zones only that are not the enterprise's. */
function useTimeThere(zone: string | undefined, words: 'shared:doorClock' | 'shared:siteClock'): TimeThere {
  const t = useText()
  return (at, detail) => {
    const other = zone === undefined ? undefined : otherTime(at, detail, zone)
    return other && t(words, { at: other, zone: zone ?? '' })
  }
}

function TimeInTwoZones({ at, detail = 'second', timeThere }: Shown & { timeThere: TimeThere }) {
  const there = timeThere(at, detail)
  return (
    <time className="tabular" dateTime={at}>
      {companyTime(at, detail)}
      {there && <small className="door-clock">{there}</small>}
    </time>
  )
}

/** The time of a zone where it is not that of the enterprise, with the date only if it is another day there. */
function otherTime(at: string, detail: DateDetail, zone: string): string | undefined {
  const here = companyTime(at, detail)
  const there = formatInstant(at, detail, zone)
  const [day = '', time = ''] = there.split(' ')
  return there === here ? undefined : here.startsWith(day) ? time : there
}
