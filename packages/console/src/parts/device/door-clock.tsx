import { listDeviceClocks } from '@gatehouse/contract/features/sites.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime, type DateDetail, formatInstant } from '../../lib/format-date.ts'
import './door-clock.css'

const clocks = queryOf(listDeviceClocks)

/**
 * An instant at a door, on the enterprise's clock. If the clock at the door shows another time, that time and its zone
 * stand beside it, with the date only where it is another day there.
 */
export function DoorTime({
  at,
  deviceId,
  detail = 'second',
}: {
  at: string
  deviceId: string | null
  detail?: DateDetail
}) {
  const t = useText()
  const zone = useQuery(clocks).data?.find((clock) => clock.deviceId === deviceId)?.timeZone
  const here = companyTime(at, detail)
  const there = zone === undefined ? here : formatInstant(at, detail, zone)
  const [day = '', time = ''] = there.split(' ')
  return (
    <time className="tabular" dateTime={at}>
      {here}
      {there !== here && (
        <small className="door-clock">
          {t('shared:doorClock', { at: here.startsWith(day) ? time : there, zone: zone ?? '' })}
        </small>
      )}
    </time>
  )
}
