import { TimePicker } from 'antd'
import dayjs from 'dayjs'

type Props = {
  id?: string
  value?: number | null
  onChange?: (minute: number | null) => void
  onBlur?: () => void
  allowsNone?: boolean
}

/** A time of day, written as everywhere (a browser's own field would write it in the browser's language); a form keeps its minute. */
export function MinuteInput({ value, onChange, allowsNone = false, ...rest }: Props) {
  const change = (time: dayjs.Dayjs | null) => onChange?.(time ? time.hour() * 60 + time.minute() : null)
  return (
    <TimePicker
      {...rest}
      style={{ width: '100%' }}
      format="HH:mm"
      needConfirm={false}
      allowClear={allowsNone}
      value={value === undefined || value === null ? null : dayjs('2000-01-01').add(value, 'minute')}
      onChange={change}
      // typed text counts at once, as in DateInput
      onCalendarChange={(time) => !Array.isArray(time) && change(time)}
    />
  )
}
