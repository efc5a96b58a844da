import { Checkbox } from 'antd'

type Props = {
  label: string
  options: { value: string; label: string }[]
  id?: string
  value?: string[]
  onChange?: (chosen: string[]) => void
}

/** Boxes of which several may be ticked, as a group that a screen reader names; a field of a form gives value and change. */
export const ChoiceBoxes = ({ label, options, id, value, onChange }: Props) => (
  <div role="group" aria-label={label} {...(id && { id })}>
    <Checkbox.Group
      className="platform-scopes"
      options={options}
      value={value ?? []}
      onChange={(chosen) => onChange?.(chosen)}
    />
  </div>
)
