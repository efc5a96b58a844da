import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useText } from '../../i18n/i18n.ts'
import { nowMs, instantOf } from '../../lib/clock.ts'
import { instantOfWall, wallTimeOf } from '../form/wall-clock.ts'

const wallForm = 'YYYY-MM-DDTHH:mm:ss'
const shown = 'YYYY-MM-DD HH:mm'

type Period = { from: string | undefined; to: string | undefined }
type ListPeriodProps = Period & { label: string; onChange: (period: Period) => void }

/**
 * A period of a list, from and up to an instant. The calendar shows the enterprise's wall clock, as all times of the
 * console do, whatever zone the browser is in.
 */
export function ListPeriod({ from, to, label, onChange }: ListPeriodProps) {
  const t = useText()
  const wall = (instant: string | undefined) => (instant === undefined ? null : dayjs(wallTimeOf(instant)))
  const instant = (day: Dayjs | null | undefined) => (day ? instantOfWall(day.format(wallForm)) : undefined)
  const today = dayjs(wallTimeOf(instantOf(nowMs()))).startOf('day')
  return (
    <DatePicker.RangePicker
      aria-label={label}
      className="list-period"
      showTime={{ format: 'HH:mm', defaultValue: [today, today.endOf('day')] }}
      format={shown}
      allowEmpty={[true, true]}
      placeholder={[t('list:period.from'), t('list:period.to')]}
      value={[wall(from), wall(to)]}
      presets={[
        { label: t('list:period.today'), value: [today, today.add(1, 'day')] },
        { label: t('list:period.yesterday'), value: [today.subtract(1, 'day'), today] },
        { label: t('list:period.week'), value: [today.subtract(6, 'day'), today.add(1, 'day')] },
      ]}
      onChange={(days) => onChange({ from: instant(days?.[0]), to: instant(days?.[1]) })}
    />
  )
}
