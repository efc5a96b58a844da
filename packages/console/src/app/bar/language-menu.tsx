import { languages, type Language } from '@gatehouse/contract/envelope.ts'
import { changeLanguage, useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { languageNames } from '../../lib/language-names.ts'
import { type MenuEntry, useMenu } from '../../ui/menu/menu.tsx'

/** LAY-07: the current language is there, but cannot be chosen again. */
export const languageEntries = (current: Language): MenuEntry[] =>
  languages.map((language) => ({
    key: language,
    label: (
      <span lang={language === 'en' ? 'en' : language === 'zh' ? 'zh-CN' : 'zh-TW'}>{languageNames[language]}</span>
    ),
    isChosen: language === current,
    ...(language === current && { disabledReason: '' }),
    run: () => void changeLanguage(language),
  }))

export function LanguageMenu() {
  const t = useText()
  const current = currentLanguage()
  const { props, menu } = useMenu(languageEntries(current), t('frame:language'))
  return (
    <>
      <button type="button" className="bar-button" {...props}>
        <span className="for-readers">{t('frame:language')}</span>
        {languageNames[current]}
      </button>
      {menu}
    </>
  )
}
