import { formatInstant, type DateDetail } from '../lib/format-date.ts'
import { enterpriseZone } from '../lib/session.ts'

/** The zone that the page's times are in, named where it matters. */
export const localZone = () => enterpriseZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** An instant of the wire (`...At`) as text that machines can read too; the tooltip names the zone. */
export function Instant({ at, detail = 'second' }: { at: string; detail?: DateDetail }) {
  return (
    <time dateTime={at} title={localZone()}>
      {formatInstant(at, detail)}
    </time>
  )
}

const dates = /(\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?)/

/** A sentence with dates in it: each is read in one line. */
export const Dated = ({ children }: { children: string }) =>
  children.split(dates).map((part, index) => (index % 2 === 1 ? <time key={index}>{part}</time> : part))

/** From when to when: it may go on in the next line between the two, never inside one. */
export const Period = ({ from, to, detail = 'minute' }: { from: string; to: string; detail?: DateDetail }) => (
  <>
    <Instant at={from} detail={detail} /> – <Instant at={to} detail={detail} />
  </>
)
