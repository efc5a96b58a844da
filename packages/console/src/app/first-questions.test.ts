import { pageNames, pages, type PageName } from '@gatehouse/contract/navigation.ts'
import { can, roles, type Role } from '@gatehouse/contract/permissions.ts'
import { apiRoutes } from '@gatehouse/contract/routes.ts'
import { expect, it } from 'vitest'
import { preloadedQuestions } from '../api/preloaded-responses.ts'
import { pageAt, pagePath } from '../lib/page-path.ts'
import { firstQuestionsOf } from './first-questions.ts'

const questionsAt = (page: PageName, role: Role | undefined, search = '') => {
  const pathname = pagePath(page)
  return firstQuestionsOf({ page: pageAt(pathname), place: { pathname, search }, role, isExhibition: false })
}

/** The permission that the route of a question asks for. */
function permissionOf(question: keyof typeof preloadedQuestions) {
  const [path] = preloadedQuestions[question].split('?')
  const route = [...apiRoutes.values()].find(
    (one) => one.method === 'GET' && one.prefix === '/api' && one.path === path,
  )
  if (!route) throw new Error(`No route answers ${path}`)
  return route.permission
}

const cases = roles.flatMap((role) => pageNames.map((page) => ({ role, page, path: pages[page].path })))

it.each(cases)('[NAV-07] [PERM-08] $role who opens $path asks ahead for nothing that is refused', ({ role, page }) => {
  for (const question of questionsAt(page, role)) {
    const permission = permissionOf(question)
    if (permission === 'session' || permission === 'public') continue
    expect(can(role, permission), question).toBe(true)
  }
})

it('each question is asked ahead by a role that may open its page', () => {
  const asked = new Set(pageNames.flatMap((page) => questionsAt(page, 'superAdmin')))
  expect(asked).toEqual(new Set(Object.keys(preloadedQuestions)))
})

it('a list of an address with a search, and any page of nobody known, asks for the user alone', () => {
  expect(questionsAt('staff', 'superAdmin', '?keyword=ada')).toEqual(['account'])
  for (const page of pageNames) expect(questionsAt(page, undefined), page).toEqual(['account'])
})
