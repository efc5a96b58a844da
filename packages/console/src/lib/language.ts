import { languageOf, languages, type Language } from '@gatehouse/contract/envelope.ts'

const storageKey = 'language'

const isLanguage = (text: string | null): text is Language => languages.some((language) => language === text)

/** LAY-08: the language kept from before, else the one that the browser's language leads to. */
export function startingLanguage(stored: string | null, browserTag: string): Language {
  return isLanguage(stored) ? stored : languageOf(browserTag)
}

let language = startingLanguage(localStorage.getItem(storageKey), navigator.language)
document.documentElement.lang = htmlLanguage(language)

/** The language tag for `<html lang>`, which also picks the Chinese font stack and what a screen reader speaks. */
export function htmlLanguage(of: Language) {
  return { zh: 'zh-CN', 'zh-tw': 'zh-TW', en: 'en' }[of]
}

export const currentLanguage = () => language

/** LAY-07: kept in local key `language`. A page that shows text loads it first, and redraws afterwards. */
export function keepLanguage(next: Language) {
  language = next
  localStorage.setItem(storageKey, next)
  document.documentElement.lang = htmlLanguage(next)
}
