import { type RefSelectProps, Select } from 'antd'
import { useEffect, useRef } from 'react'
import { nameLabel } from './name-label.ts'

export type Choice = {
  /** The name of the choice, for screen readers. */
  label: string
  /** Said while nothing is chosen. */
  placeholder: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChange: (value: string | undefined) => void
  /** Whether nothing may be chosen again. */
  isOptional?: boolean
}

/** A list of choices that is searched by typing, open at once: it is there because somebody has pressed its words. */
export function OpenSelect({ label, placeholder, value, options, onChange, isOptional = false }: Choice) {
  const select = useRef<RefSelectProps>(null)
  // A person who pressed the words goes on in the field that has taken their place.
  useEffect(() => select.current?.focus(), [])
  return (
    <Select
      ref={select}
      className="later-select"
      labelRender={nameLabel}
      aria-label={label}
      placeholder={placeholder}
      allowClear={isOptional}
      showSearch={{ optionFilterProp: 'label' }}
      defaultOpen
      value={value ?? null}
      options={[...options]}
      onChange={(next: string | null | undefined) => onChange(next ?? undefined)}
    />
  )
}
