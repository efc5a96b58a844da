import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { instantOfWall, wallTimeOf } from './wall-clock.ts'

const wallForm = 'YYYY-MM-DDTHH:mm:ss'

/** An instant of a form, by the enterprise's wall clock; a form gives value and onChange. */
export function InstantPicker(props: {
  id?: string
  value?: string | undefined
  onChange?: (instant: string | undefined) => void
  'aria-label'?: string
}) {
  const { value, onChange, ...rest } = props
  const change = (day: dayjs.Dayjs | null) => onChange?.(day ? instantOfWall(day.format(wallForm)) : undefined)
  return (
    <DatePicker
      {...rest}
      className="form-instant"
      style={{ width: '100%' }}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      needConfirm={false}
      allowClear={false}
      value={value === undefined ? null : dayjs(wallTimeOf(value))}
      onChange={change}
      // typed text counts at once, as in DateInput
      onCalendarChange={(day) => !Array.isArray(day) && change(day)}
    />
  )
}
