import type { PassageReason } from '@gatehouse/contract/features/records.ts'
import { z } from 'zod'
import type { Text } from '../../i18n/i18n.ts'
import { useText } from '../../i18n/i18n.ts'
import { instantOf } from '../../lib/clock.ts'
import { formatInstant } from '../../lib/format-date.ts'

/** What a link of the chain may speak of (`engine/passage/may-pass.ts`); a device of another maker may leave things out. */
const facts = z.object({
  row: z.literal(['holiday', 1, 2, 3, 4, 5, 6, 7]).optional().catch(undefined),
  range: z.object({ startMinute: z.int(), endMinute: z.int() }).optional().catch(undefined),
  validFromMs: z.number().nullish().catch(undefined),
  validToMs: z.number().nullish().catch(undefined),
})

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const instant = (ms: number) => formatInstant(instantOf(ms), 'minute')

function detailsOf(reason: PassageReason, t: Text): string {
  const { row, range, validFromMs, validToMs } = facts.parse(reason)
  return [
    row === undefined ? '' : t(`records:reasonDay.${row}`),
    range ? t('records:reasonRange', { from: clock(range.startMinute), to: clock(range.endMinute) }) : '',
    typeof validFromMs === 'number' ? t('records:reasonFrom', { at: instant(validFromMs) }) : '',
    typeof validToMs === 'number' ? t('records:reasonTo', { at: instant(validToMs) }) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The chain of reasons of a decision, in words and in the order the rules were asked. */
export function RecordReasons({ reasons }: { reasons: readonly PassageReason[] }) {
  const t = useText()
  return (
    <ol className="record-reasons">
      {reasons.map((reason, index) => {
        const details = detailsOf(reason, t)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the chain never changes, and a rule may speak twice
          <li key={index}>
            {t(`records:reason.${reason.code}`)}
            {details && <small>{details}</small>}
          </li>
        )
      })}
    </ol>
  )
}
