import './detail.css'
import { companyTime, companyZone, type DateDetail, formatInstant } from '../../lib/format-date.ts'

/** An instant of the wire (`...At`) as text that machines can read too; the tooltip names the zone. */
export function Instant({ at, detail = 'second' }: { at: string; detail?: DateDetail }) {
  return (
    <time dateTime={at} title={companyZone()}>
      {companyTime(at, detail)}
    </time>
  )
}

/**
 * An instant on the clock of another zone than the enterprise's (a rule's, a device's): where the two differ, the zone stands
 * beside it.
 */
export const ZonedInstant = ({
  at,
  timeZone,
  detail = 'second',
}: {
  at: string
  timeZone: string
  detail?: DateDetail
}) => (
  <time className="tabular" dateTime={at} title={timeZone}>
    {formatInstant(at, detail, timeZone)}
    {timeZone !== companyZone() && <small className="foreign-zone"> {timeZone}</small>}
  </time>
)

/** A period: it may break between the two times, never inside one. */
export const Period = ({ from, to, detail = 'minute' }: { from: string; to: string; detail?: DateDetail }) => (
  <>
    <Instant at={from} detail={detail} /> – <Instant at={to} detail={detail} />
  </>
)
