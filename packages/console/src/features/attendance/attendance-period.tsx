import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { type ComponentRef, useEffect, useRef } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { addMonths, datesOf, todayOn } from './attendance-time.ts'

export type AttendancePeriodProps = {
  from: string
  to: string
  onChange: (period: { from: string; to: string }) => void
}

/** The calendar of a period, open at once: it is there because somebody has pressed the period. */
export function AttendancePeriod({ from, to, onChange }: AttendancePeriodProps) {
  const t = useText()
  const picker = useRef<ComponentRef<typeof DatePicker.RangePicker>>(null)
  // A person who pressed the words goes on in the field that has taken their place.
  useEffect(() => picker.current?.focus(), [])
  const month = (back: number) => {
    const dates = datesOf(addMonths(todayOn().slice(0, 7), -back))
    return [dayjs(dates[0]), dayjs(dates.at(-1))] as [dayjs.Dayjs, dayjs.Dayjs]
  }
  return (
    <DatePicker.RangePicker
      ref={picker}
      aria-label={t('attendance:period')}
      className="list-period"
      allowClear={false}
      defaultOpen
      value={[dayjs(from), dayjs(to)]}
      presets={[0, 1, 2].map((back) => ({ label: addMonths(todayOn().slice(0, 7), -back), value: month(back) }))}
      onChange={(days) => {
        const [first, last] = [days?.[0], days?.[1]]
        if (first && last) onChange({ from: first.format('YYYY-MM-DD'), to: last.format('YYYY-MM-DD') })
      }}
    />
  )
}
