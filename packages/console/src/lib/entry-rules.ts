/** The target of an address when the page is opened or the session begins or ends (NAV-05, NAV-06). */
export type Entry = {
  screen: 'login' | 'console' | 'phone'
  /** The address that is shown. */
  address: string
  /** The address to come back to after login; undefined leaves what was kept. */
  backUrl?: string
}

type Place = { pathname: string; search: string; hash: string }

/** Pages for people without an account (`/m/invite/…`): no session is asked for, none is touched. */
const isPhonePage = ({ pathname }: Place) => pathname.startsWith('/m/')

/** Another part of the product names the login page `#/login` (specification section 2). */
const isLogin = ({ pathname, hash }: Place) => /^\/login\/?$/.test(pathname) || /^#\/login\/?(\?|$)/.test(hash)

/** The parameters from the OpenID callback to the login page, which removes them itself. */
const ticketOf = ({ hash }: Place) => (/^#openid(=[\w-]+|-failed)$/.test(hash) ? hash : '')

/** NAV-06: without `isInit` everything leads to the login page; with it, the login page leads to `/`. */
export function entryOf(place: Place, isInitialised: boolean): Entry {
  if (isPhonePage(place)) return { screen: 'phone', address: `${place.pathname}${place.search}${place.hash}` }
  if (isLogin(place))
    return isInitialised
      ? { screen: 'console', address: '/' }
      : { screen: 'login', address: `/login${ticketOf(place)}` }
  const wanted = `${place.pathname}${place.search}${place.hash}`
  if (isInitialised) return { screen: 'console', address: wanted }
  return { screen: 'login', address: '/login', backUrl: wanted }
}

/** LOGIN-06: where to go after login. Only an address of this console: never another site, never the login page again. */
export function addressAfterLogin(backUrl: string | null): string {
  if (!backUrl || !backUrl.startsWith('/') || /^\/[/\\]/.test(backUrl)) return '/'
  const [pathname = '/'] = backUrl.split(/[?#]/)
  return isLogin({ pathname, search: '', hash: '' }) ? '/' : backUrl
}
