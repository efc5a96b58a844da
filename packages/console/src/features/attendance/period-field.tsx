import { CalendarOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { laterPart } from '../../lib/later-part.ts'
import type { AttendancePeriodProps } from './attendance-period.tsx'
import '../../ui/form/later-field.css'

/** A tenth of what a list may load: it comes with the press that opens it. */
const AttendancePeriod = laterPart(
  async () => (await import('./attendance-period.tsx')).AttendancePeriod,
  (props: AttendancePeriodProps) => <PeriodWords {...props} isBusy />,
)

/** A period of whole dates, both included: its words, and the calendar once somebody presses them. */
export function PeriodField(props: AttendancePeriodProps) {
  const [isAsked, setIsAsked] = useState(false)
  if (isAsked) return <AttendancePeriod {...props} />
  return <PeriodWords {...props} onPress={() => setIsAsked(true)} />
}

type WordsProps = AttendancePeriodProps & { isBusy?: boolean; onPress?: () => void }

function PeriodWords({ from, to, isBusy = false, onPress }: WordsProps) {
  const t = useText()
  return (
    <button
      type="button"
      className="list-period later-field tabular"
      aria-label={`${t('attendance:period')}${t('list:colon')}${from} – ${to}`}
      aria-haspopup="dialog"
      aria-busy={isBusy || undefined}
      onPointerEnter={AttendancePeriod.ahead}
      onFocus={AttendancePeriod.ahead}
      onClick={onPress}
    >
      <span>{from}</span>
      <span aria-hidden>→</span>
      <span>{to}</span>
      <CalendarOutlined aria-hidden />
    </button>
  )
}
