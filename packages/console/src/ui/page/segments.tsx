import { useId } from 'react'
import './segments.css'

type Props<Value extends string | boolean> = {
  /** The name of the choice, for screen readers. */
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  /** As wide as its place, each word as wide as the others. */
  isWide?: boolean
  className?: string
}

/** One of a few words: the browser's own radio buttons, with their keys. */
export function Segments<Value extends string | boolean>({
  label,
  value,
  options,
  onChange,
  isWide = false,
  className = '',
}: Props<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={`segments ${className}`} data-wide={isWide || undefined}>
      {options.map((option) => (
        <label key={String(option.value)}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </div>
  )
}
