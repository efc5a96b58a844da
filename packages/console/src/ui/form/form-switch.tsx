import { Switch } from 'antd'

type Props = { id?: string; value?: boolean | undefined; onChange?: (value: boolean) => void; label: string }

/** A switch with the value of a form's field; the label is for people who do not see the field's label. */
export const FormSwitch = ({ value, onChange, id, label }: Props) => (
  <Switch {...(id && { id })} aria-label={label} checked={value ?? false} onChange={(isOn) => onChange?.(isOn)} />
)
