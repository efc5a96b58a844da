import { pages, type PageName } from '@gatehouse/contract/navigation.ts'
import { useMatches } from 'react-router'
import type { TextKey } from '../i18n/text.ts'
import { useText } from '../i18n/i18n.ts'
import { titleOf } from './features.ts'

/**
 * `handle` of the pages that the contract's table does not have: error pages, About, the own password, the live view.
 * `below`: the page whose place in the menu is theirs too.
 */
export type TitleHandle = { title: TextKey; below?: PageName }

const isPageName = (id: string): id is PageName => id in pages
const isTitleHandle = (handle: unknown): handle is TitleHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle

/** The page of the contract's table that is shown, where it is one (the ids of the routes are their names), and its title. */
export function useCurrentPage(): { page: PageName | undefined; title: string } {
  const t = useText()
  const matches = useMatches()
  const page = matches.map(({ id }) => id).findLast(isPageName)
  const handle = matches.map((match) => match.handle).findLast(isTitleHandle)
  return { page: page ?? handle?.below, title: page ? titleOf(page) : handle ? t(handle.title) : '' }
}
