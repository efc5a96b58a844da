import { pages, type PageName } from '@gatehouse/contract/navigation.ts'
import { can, type Role } from '@gatehouse/contract/permissions.ts'
import type { preloadedQuestions } from '../api/preloaded-responses.ts'
import { pagePath } from '../lib/page-path.ts'

export type FirstQuestion = keyof typeof preloadedQuestions

/** The lists that are opened most. */
const lists: readonly PageName[] = ['signRecord', 'staff', 'deviceList', 'visitor'] satisfies FirstQuestion[]
const isList = (name: PageName): name is Extract<PageName, FirstQuestion> => lists.includes(name)

type Opened = {
  page: PageName | undefined
  place: { pathname: string; search: string }
  /** Undefined where this browser keeps no user. */
  role: Role | undefined
  isExhibition: boolean
}

/** Whether the page is one of this role, as far as that is known: the guard and the server know better. */
export const mayOpen = (page: PageName, role: Role | undefined) =>
  role !== undefined && can(role, pages[page].permission)

/** The questions that a page begins with. Nothing is asked that the role may not see: its page is refused (NAV-07), and so would be the question. */
export function firstQuestionsOf({ page, place, role, isExhibition }: Opened): FirstQuestion[] {
  if (page === undefined || !mayOpen(page, role)) return ['account']
  if (page === 'dashboard') return isExhibition ? ['account'] : ['account', 'dashboard']
  if (page === 'live' || page === 'guard') return ['account', 'board']
  return isList(page) && place.search === '' && place.pathname === pagePath(page) ? ['account', page] : ['account']
}
