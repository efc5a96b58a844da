import { TimePicker } from 'antd'
import dayjs from 'dayjs'

/** A minute of the day as people write it: 09:30. The end of the day is the beginning of the next. */
export const clockOf = (minute: number) => {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`
}

type Props = { id?: string; value?: number; onChange?: (minute: number | undefined) => void }

/** A field for a minute of the day; inside a form, which gives value and change. */
export function MinuteInput({ id, value, onChange }: Props) {
  return (
    <TimePicker
      {...(id && { id })}
      className="alarm-minute"
      format="HH:mm"
      needConfirm={false}
      value={value === undefined ? null : dayjs(`2000-01-01T${clockOf(value)}`)}
      onChange={(time) => onChange?.(time ? time.hour() * 60 + time.minute() : undefined)}
    />
  )
}
