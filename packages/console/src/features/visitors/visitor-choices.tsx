import { useState } from 'react'
import { GroupSelect } from '../../parts/person/form-group-select.tsx'
import { InstantPicker } from '../../ui/form/form-instant.tsx'

/** The moment at which visits end. */
export function EndChoice({
  label,
  start,
  onChange,
}: {
  label: string
  start: string
  onChange: (at: string) => void
}) {
  const [value, setValue] = useState(start)
  return (
    <InstantPicker
      aria-label={label}
      value={value}
      onChange={(at) => {
        if (at === undefined) return
        setValue(at)
        onChange(at)
      }}
    />
  )
}

/** The groups that visitors join. */
export function GroupChoice({ label, onChange }: { label: string; onChange: (ids: string[]) => void }) {
  return <GroupSelect kind="visitor" aria-label={label} style={{ width: '100%' }} onChange={onChange} />
}
