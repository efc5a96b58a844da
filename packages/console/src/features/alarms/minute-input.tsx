import { Input } from 'antd'

/** A minute of the day as people write it: 09:30. The end of the day is the beginning of the next. */
export const clockOf = (minute: number) => {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`
}

type Props = { id?: string; value?: number; onChange?: (minute: number | undefined) => void }

/** A field for a minute of the day; inside a form, which gives value and change. */
export function MinuteInput({ id, value, onChange }: Props) {
  return (
    <Input
      {...(id && { id })}
      type="time"
      className="tabular"
      value={value === undefined ? '' : clockOf(value)}
      onChange={({ target }) => {
        const [hour, minute] = target.value.split(':').map(Number)
        onChange?.(hour === undefined || minute === undefined ? undefined : hour * 60 + minute)
      }}
    />
  )
}
