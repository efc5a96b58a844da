import type { Language } from '@gatehouse/contract/envelope.ts'
import type { Locale } from 'antd/es/locale'
import dayjs from 'dayjs'

let locale: Locale | undefined
const loaded = new Map<Language, Locale>()

/** The component library's own texts, for its ConfigProvider; set by `loadComponentTexts`. */
export const componentTexts = () => locale

/** Loads the component library's texts and the calendar's names in a language, and makes them the current ones. */
export async function loadComponentTexts(language: Language) {
  let texts = loaded.get(language)
  if (!texts) {
    const [antd] = await Promise.all([libraryTexts(language), calendarNames(language)])
    texts = antd.default
    loaded.set(language, texts)
  }
  locale = texts
  dayjs.locale({ zh: 'zh-cn', 'zh-tw': 'zh-tw', en: 'en-gb' }[language])
}

// One import each: a computed one would pull in the seventy languages that the product does not speak.
function libraryTexts(language: Language) {
  if (language === 'zh') return import('antd/es/locale/zh_CN')
  if (language === 'zh-tw') return import('antd/es/locale/zh_TW')
  return import('antd/es/locale/en_GB')
}

function calendarNames(language: Language): Promise<unknown> {
  if (language === 'zh') return import('dayjs/locale/zh-cn')
  if (language === 'zh-tw') return import('dayjs/locale/zh-tw')
  // weeks begin on Monday here as everywhere in the product (specification section 9)
  return import('dayjs/locale/en-gb')
}
