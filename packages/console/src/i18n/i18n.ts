/*
 * Texts of the console.
 *
 * A key is `area:place.of.text`: `t('staff:title')`, `t('staff:form.name')`, `t('list:count', { count: 3 })`;
 * placeholders are `{name}` as in the contract's error texts. `useText()` gives a `t` that knows every key of every area;
 * a wrong key or a missing placeholder does not compile. The texts of a feature stand beside it (`texts/{en,zh,zh-tw}.ts`),
 * and those of the frame and of what several features share here. A page's own are loaded with the page, in the route's
 * `lazy`; the common ones are there before the first page: nothing suspends, so nothing flickers.
 * The login page and the pages for phones read their files directly and do without this file, to stay small.
 */
import type { Language } from '@gatehouse/contract/envelope.ts'
import { useSyncExternalStore } from 'react'
import { currentLanguage, keepLanguage } from '../lib/language.ts'
import { consoleTexts } from './common-texts.ts'
import { loadComponentTexts } from './component-texts.ts'
import type { TextSource } from './text-source.ts'
import type { Text } from './text.ts'
import { createTranslation, type Texts, type Translation } from './translation.ts'

export type { Text } from './text.ts'

const translations = new Map<Language, Translation>()
const sourcesInUse = new Set<TextSource>()
let text = fixedText()
const listeners = new Set<() => void>()

function translationOf(language: Language): Translation {
  const known = translations.get(language) ?? createTranslation(language)
  translations.set(language, known)
  return known
}

/** Another function after each change of the language: what remembers its words asks again. */
function fixedText(): Text {
  const { translate } = translationOf(currentLanguage())
  return (key, ...[values]) => translate(key, values)
}

/** Once, before the first page. */
export async function startI18n() {
  await Promise.all([loadComponentTexts(currentLanguage()), loadTexts(...consoleTexts)])
  announce()
}

/** Loads texts in the language of now; a change of language loads them again in the new one. */
export async function loadTexts(...sources: readonly TextSource[]) {
  for (const source of sources) sourcesInUse.add(source)
  await loadInto(currentLanguage(), sources)
}

async function loadInto(language: Language, sources: Iterable<TextSource>) {
  const files = await Promise.all([...sources].map((source) => source[language]()))
  for (const areas of files)
    for (const [area, texts] of Object.entries<Texts>({ ...areas })) translationOf(language).add(area, texts)
}

/** LAY-07: our texts, the component library's and the calendar's change together, once all of them are there. */
export async function changeLanguage(language: Language) {
  await Promise.all([loadComponentTexts(language), loadInto(language, sourcesInUse)])
  keepLanguage(language)
  announce()
}

function announce() {
  text = fixedText()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Outside components (toasts of a failed call, document titles). */
export const currentText = () => text

/** In components: `const t = useText()`; redrawn when the language changes. */
export const useText = () => useSyncExternalStore(subscribe, currentText)
