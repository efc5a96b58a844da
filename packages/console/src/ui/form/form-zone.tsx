import { Select, type SelectProps } from 'antd'
import { currentLanguage } from '../../lib/language.ts'
import { matchesZone } from '../../lib/time-zones.ts'

const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))

/** A time zone, found by its id, its city or its name; a form gives value and onChange. */
export function FormZone(props: Omit<SelectProps<string>, 'options' | 'showSearch'>) {
  return (
    <Select<string>
      {...props}
      options={zones}
      showSearch={{
        filterOption: (typed, option) => matchesZone(typed, String(option?.value ?? ''), currentLanguage()),
      }}
    />
  )
}
