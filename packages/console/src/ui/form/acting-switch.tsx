import { Switch, type SwitchProps } from 'antd'

type Props = Omit<SwitchProps, 'loading'> & { isBusy: boolean }

/**
 * A switch that acts at once. While that is on its way a second press does nothing: antd's own `loading` would disable the switch, and
 * take the focus from a person who pressed it by key.
 */
export const ActingSwitch = ({ isBusy, onChange, ...rest }: Props) => (
  <Switch
    {...rest}
    aria-busy={isBusy || undefined}
    onChange={(isOn, event) => {
      if (!isBusy) onChange?.(isOn, event)
    }}
  />
)
