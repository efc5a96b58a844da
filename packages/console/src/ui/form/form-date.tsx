import { DatePicker } from 'antd'
import dayjs from 'dayjs'

type Props = {
  id?: string
  value?: string | null
  onChange?: (date: string | null) => void
  onBlur?: () => void
  allowsNone?: boolean
}

/** A local date, written as everywhere (ERR-02): a browser's own field would write it in the browser's language. */
export function DateInput({ value, onChange, allowsNone = false, ...rest }: Props) {
  const change = (day: dayjs.Dayjs | null) => onChange?.(day?.format('YYYY-MM-DD') ?? null)
  return (
    <DatePicker
      {...rest}
      style={{ width: '100%' }}
      format="YYYY-MM-DD"
      needConfirm={false}
      allowClear={allowsNone}
      value={value ? dayjs(value) : null}
      onChange={change}
      // typed text counts at once: a person who clicks the button has not left the field for long enough
      onCalendarChange={(day) => !Array.isArray(day) && change(day)}
    />
  )
}
