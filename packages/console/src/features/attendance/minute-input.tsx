import { Input } from 'antd'
import { clockOf, minuteOf } from './attendance-time.ts'

type Props = { id?: string; value?: number | null; onChange?: (minute: number | null) => void; allowsNone?: boolean }

/** A time of day; the form keeps its minute. */
export function MinuteInput({ value, onChange, allowsNone = false, ...rest }: Props) {
  return (
    <Input
      {...rest}
      type="time"
      allowClear={allowsNone}
      value={value === undefined || value === null ? '' : clockOf(value)}
      onChange={({ target }) => onChange?.(minuteOf(target.value) ?? null)}
    />
  )
}
