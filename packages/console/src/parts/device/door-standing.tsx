import type { DoorMark } from '@gatehouse/contract/features/floor-plans.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useDoorStanding } from '../floor-plan/use-door-marks.ts'
import { type Meaning, StatusMark } from '../../ui/feedback/status-mark.tsx'
import { Dated } from '../../ui/page/dated.tsx'
import './door-first.css'

const meanings = {
  alarm: 'bad',
  'emergency-open': 'bad',
  'no-reader': 'none',
  offline: 'none',
  'locked-down': 'locked',
  'held-closed': 'attention',
  'held-open': 'attention',
  open: 'waiting',
  closed: 'good',
  unknown: 'none',
} as const satisfies Record<DoorMark, Meaning>

/** A door that is shut, or of which no contact tells, asks for nobody. */
export const isCalm = (mark: DoorMark | undefined) => mark === 'closed' || mark === 'unknown'

/** One sentence about how a door stands now, and since when; it follows by itself. */
export function DoorStanding({ door }: { door: Pick<Door, 'id' | 'site'> }) {
  const t = useText()
  const standing = useDoorStanding(door)
  if (!standing) return null
  const { mark, since } = standing
  const state = t(`shared:standing.${mark}`)
  const text = since !== null ? t('shared:standing.since', { state, at: companyTime(since, 'minute') }) : state
  return (
    <span role="status" className="door-standing">
      <StatusMark meaning={meanings[mark]}>
        <Dated>{text}</Dated>
      </StatusMark>
    </span>
  )
}
