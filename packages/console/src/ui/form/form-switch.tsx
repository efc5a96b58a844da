import { Switch } from 'antd'

type Props = { id?: string; value?: boolean | undefined; onChange?: (value: boolean) => void; label: string }

/** A switch as a form's field gives it its value; the label is for who does not see the field's. */
export const FormSwitch = ({ value, onChange, id, label }: Props) => (
  <Switch {...(id && { id })} aria-label={label} checked={value ?? false} onChange={(isOn) => onChange?.(isOn)} />
)
