import type { SessionUser } from '@gatehouse/contract/features/auth.ts'
import { pagesOf, type PageName } from '@gatehouse/contract/navigation.ts'
import { redirect } from 'react-router'
import { loadUser } from '../api/load-user.ts'
import { isInitialised } from '../lib/session.ts'
import { leaveConsole } from './leave-console.ts'

/** The page to change your own password; the only page while the one-time password is valid. */
export const passwordPath = '/account/password'

/** NAV-07: may this person open the page? Gives the address to go to instead; undefined when they may. */
export function refusalOf(user: SessionUser, page: PageName | undefined, pathname: string): string | undefined {
  if (user.mustChangePassword && pathname !== passwordPath) return passwordPath
  if (page !== undefined && !pagesOf(user.role.name).includes(page)) return '/404'
  return undefined
}

/**
 * Runs before every page: the session is still there, its user is loaded, and the page is one of theirs (all of them, where
 * it belongs to several). Pages without a name (error pages, About) are everybody's (NAV-04).
 */
export async function guard(request: Request, ...pages: PageName[]): Promise<SessionUser> {
  if (!isInitialised()) {
    // logged out in another tab
    leaveConsole({ keepsPlace: true })
    await new Promise(() => {})
  }
  const user = await loadUser()
  const { pathname } = new URL(request.url)
  const refusal = [undefined, ...pages].map((page) => refusalOf(user, page, pathname)).find((to) => to !== undefined)
  // oxlint-disable-next-line typescript/only-throw-error -- how the router is told of a redirect
  if (refusal !== undefined) throw redirect(refusal)
  return user
}
