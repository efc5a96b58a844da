import type { AttendanceDay } from '@gatehouse/contract/features/attendance/days.ts'
import { useText } from '../../../i18n/i18n.ts'
import { type Meaning, StatusMark } from '../../../ui/feedback/status-mark.tsx'

const meanings: Record<AttendanceDay['verdict'], Meaning> = {
  normal: 'good',
  late: 'attention',
  'early-leave': 'attention',
  'late-and-early-leave': 'attention',
  'workday-overtime': 'good',
  'holiday-overtime': 'good',
  absence: 'bad',
  'missed-punch': 'bad',
  none: 'none',
}

/** The one word for a day, with its meaning; of a day under way that it is. */
export function VerdictMark({ verdict, isProvisional }: Pick<AttendanceDay, 'verdict' | 'isProvisional'>) {
  const t = useText()
  if (isProvisional && verdict === 'none')
    return <StatusMark meaning="waiting">{t('attendance:records.provisional')}</StatusMark>
  return <StatusMark meaning={meanings[verdict]}>{t(`attendance:verdict.${verdict}`)}</StatusMark>
}
