import { countryCodes } from '@gatehouse/contract/country-codes.ts'
import { Select } from 'antd'
import { useMemo } from 'react'
import { currentLanguage } from '../../lib/language.ts'

/** A country by its name in the language of the console, or by its code. */
export const countryName = (code: string) => {
  const alpha2 = countryCodes.get(code)
  const tag = { zh: 'zh-Hans', 'zh-tw': 'zh-Hant', en: 'en' }[currentLanguage()]
  return (alpha2 && new Intl.DisplayNames(tag, { type: 'region' }).of(alpha2)) || code
}

type Props = { id?: string; value?: string; onChange?: (code: string | undefined) => void }

export function CountrySelect(props: Props) {
  const options = useMemo(
    () =>
      [...countryCodes.keys()]
        .map((code) => ({ value: code, label: `${countryName(code)} (${code})` }))
        .toSorted((a, b) => a.label.localeCompare(b.label, currentLanguage())),
    [],
  )
  return (
    <Select<string | undefined> showSearch={{ optionFilterProp: 'label' }} allowClear options={options} {...props} />
  )
}
