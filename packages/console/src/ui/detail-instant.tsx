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
