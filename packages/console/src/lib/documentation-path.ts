import type { PageName } from '@gatehouse/contract/navigation.ts'
import { currentLanguage } from './language.ts'
import { menuEntryOf, menuGroupOf } from './page-path.ts'

export const documents = ['index', 'introduction', 'open-platform', 'help', 'privacy', 'terms'] as const
export type DocumentName = (typeof documents)[number]

/** LOGIN-10: the pages that the product itself ships (docs/help), in the language of now. */
export const documentationPath = (name: DocumentName) => `/docs/${currentLanguage()}/${name}.html`

/** LAY-01: the help section of a page of the console, or the start of the help for a page that is not in the menu. */
export function helpPath(page: PageName | undefined): string {
  const group = page && menuGroupOf(page)
  if (page === undefined || group === undefined) return documentationPath('help')
  return `/docs/${currentLanguage()}/help-${group}.html#${menuEntryOf(page)}`
}
