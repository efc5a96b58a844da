import { listDeviceClocks, listSiteClocks } from '@gatehouse/contract/features/sites.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime, type DateDetail, formatInstant } from '../../lib/format-date.ts'
import './door-clock.css'

const deviceClocks = queryOf(listDeviceClocks)
const siteClocks = queryOf(listSiteClocks)

type Shown = { at: string; detail?: DateDetail }

/**
 * An instant at a door, on the enterprise's clock. If the clock at the door shows another time, that time and its zone
 * stand beside it, with the date only where it is another day there.
 */
export function DoorTime({ deviceId, ...shown }: Shown & { deviceId: string | null }) {
  return <TimeInTwoZones {...shown} zone={useDoorZone(deviceId)} words="shared:doorClock" />
}

/** The same of an instant in a site. */
export function SiteTime({ siteId, ...shown }: Shown & { siteId: string | null }) {
  return <TimeInTwoZones {...shown} zone={useSiteZone(siteId)} words="shared:siteClock" />
}

/** The zone of a device whose clock is not the enterprise's. */
export const useDoorZone = (deviceId: string | null): string | undefined =>
  useQuery(deviceClocks).data?.find((clock) => clock.deviceId === deviceId)?.timeZone

/** The zone of a site whose clock is not the enterprise's. */
export const useSiteZone = (siteId: string | null): string | undefined =>
  useQuery(siteClocks).data?.find((clock) => clock.siteId === siteId)?.timeZone

type Zoned = Shown & { zone: string | undefined; words: 'shared:doorClock' | 'shared:siteClock' }

function TimeInTwoZones({ at, detail = 'second', zone, words }: Zoned) {
  const t = useText()
  const here = companyTime(at, detail)
  const there = otherTime(at, detail, zone)
  return (
    <time className="tabular" dateTime={at}>
      {here}
      {there !== undefined && <small className="door-clock">{t(words, { at: there, zone: zone ?? '' })}</small>}
    </time>
  )
}

/** The time that the clock of a zone shows where it is not that of the enterprise, with the date only if it is another day there. */
export function otherTime(at: string, detail: DateDetail, zone: string | undefined): string | undefined {
  if (zone === undefined) return undefined
  const here = companyTime(at, detail)
  const there = formatInstant(at, detail, zone)
  const [day = '', time = ''] = there.split(' ')
  return there === here ? undefined : here.startsWith(day) ? time : there
}
