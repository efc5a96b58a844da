import { languages, type Language } from '@gatehouse/contract/envelope.ts'
import type { MenuProps } from 'antd'
import { changeLanguage, useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { languageNames } from '../../lib/language-names.ts'
import { BarMenu } from './bar-menu.tsx'

/** LAY-07: the current language is there, but cannot be chosen again. */
export const languageItems = (current: Language): NonNullable<MenuProps['items']> =>
  languages.map((language) => ({ key: language, label: languageNames[language], disabled: language === current }))

const isLanguage = (key: string): key is Language => languages.some((language) => language === key)

const choose: MenuProps['onClick'] = ({ key }) => {
  if (isLanguage(key)) void changeLanguage(key)
}

export function LanguageMenu() {
  const t = useText()
  const current = currentLanguage()
  return (
    <BarMenu menu={{ items: languageItems(current), onClick: choose }}>
      <button type="button" className="bar-button">
        <span className="for-readers">{t('frame:language')}</span>
        {languageNames[current]}
      </button>
    </BarMenu>
  )
}
