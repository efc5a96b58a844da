/*
 * Texts of the console.
 *
 * A key is `area:place.of.text`: `t('staff:title')`, `t('staff:form.name')`, `t('list:count', { count: 3 })`;
 * placeholders are `{name}` as in the contract's error texts. `useText()` gives a `t` that knows every key of every area;
 * a wrong key or a missing placeholder does not compile. Catalogs are loaded before the page is shown, in the route's
 * `lazy` (`app/routes.tsx` names the areas of each page): nothing suspends, so nothing flickers.
 * The login page reads its catalog directly (`i18n/catalogs.ts`) and does without this file, to stay small.
 */
import type { Language } from '@gatehouse/contract/envelope.ts'
import i18next, { type FormatterModule } from 'i18next'
import { useSyncExternalStore } from 'react'
import { currentLanguage, keepLanguage } from '../lib/language.ts'
import type { Area } from './areas.ts'
import { consoleAreas, loadCatalog } from './catalogs.ts'
import { loadComponentTexts } from './component-texts.ts'
import type { Text } from './text.ts'

export type { Text } from './text.ts'

/** Numbers in a sentence are written as the language of the console writes them: 12,345. */
const numbers: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value: string | number, _, language) => (typeof value === 'number' ? value.toLocaleString(language) : value),
}

const i18n = i18next.createInstance().use(numbers)
const areasInUse = new Set<Area>()
let text = fixedText()
const listeners = new Set<() => void>()

function fixedText(): Text {
  const translate = i18n.getFixedT(currentLanguage(), [])
  return (key, ...[values]) => translate(key as string, { ...values })
}

/** Once, before the first page. */
export async function startI18n() {
  await i18n.init({
    lng: currentLanguage(),
    ns: [],
    defaultNS: false,
    fallbackLng: false,
    load: 'currentOnly',
    lowerCaseLng: true,
    returnNull: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false, alwaysFormat: true },
    resources: {},
    react: { useSuspense: false },
  })
  await Promise.all([loadComponentTexts(currentLanguage()), loadAreas(consoleAreas)])
  announce()
}

/** Loads areas in the language of now; a change of language loads them again in the new one. */
export async function loadAreas(areas: readonly Area[]) {
  for (const area of areas) areasInUse.add(area)
  await loadInto(currentLanguage(), areas)
}

async function loadInto(language: Language, areas: Iterable<Area>) {
  const missing = [...areas].filter((area) => !i18n.hasResourceBundle(language, area))
  await Promise.all(
    missing.map(async (area) => i18n.addResourceBundle(language, area, await loadCatalog(language, area))),
  )
}

/** LAY-07: our texts, the component library's and the calendar's change together, once all of them are there. */
export async function changeLanguage(language: Language) {
  await Promise.all([loadComponentTexts(language), loadInto(language, areasInUse)])
  await i18n.changeLanguage(language)
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

/** In components: `const t = useText()`; drawn anew when the language changes. */
export const useText = () => useSyncExternalStore(subscribe, currentText)
