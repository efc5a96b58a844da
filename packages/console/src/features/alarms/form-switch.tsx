import { Switch } from 'antd'

type Props = { id?: string; value?: boolean; onChange?: (isOn: boolean) => void }

/** A switch inside a form, which gives value and change. */
export const FormSwitch = ({ id, value, onChange }: Props) => (
  <Switch {...(id && { id })} checked={value ?? false} onChange={(isOn) => onChange?.(isOn)} />
)
