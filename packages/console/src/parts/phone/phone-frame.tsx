import { languages, type Language } from '@gatehouse/contract/envelope.ts'
import type { ReactNode } from 'react'
import { usePhoneTexts } from '../../i18n/phone-texts.ts'
import { languageNames } from '../../lib/language-names.ts'
import { currentLanguage, htmlLanguage } from '../../lib/language.ts'
import './phone.css'

/** The frame of every page for phones: the enterprise, and the switch of language. */
export function PhoneFrame({
  onLanguage,
  children,
}: {
  onLanguage: (language: Language) => void
  children: ReactNode
}) {
  const t = usePhoneTexts('phone')
  const current = currentLanguage()
  return (
    <div className="phone">
      <header className="phone-bar">
        <span className="phone-name">
          <img src="/favicon.svg" width="24" height="24" alt="" />
          Gatehouse
        </span>
        <nav className="phone-languages" aria-label={t.language}>
          {languages.map((language) => (
            <button
              key={language}
              type="button"
              lang={htmlLanguage(language)}
              disabled={language === current}
              aria-current={language === current || undefined}
              onClick={() => onLanguage(language)}
            >
              {languageNames[language]}
            </button>
          ))}
        </nav>
      </header>
      <main className="phone-page">{children}</main>
    </div>
  )
}
