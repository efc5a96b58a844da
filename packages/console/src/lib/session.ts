import type { SessionUser } from '@gatehouse/contract/features/auth.ts'
import { roles, type Role } from '@gatehouse/contract/permissions.ts'
import { useSyncExternalStore } from 'react'
import { clearCookie, readCookie, writeCookie } from './cookies.ts'
import { forgetRecentThings } from './recent-things.ts'

/*
 * The browser keeps of a session (REQ-07): cookie `token`, cookie `isInit` ("this browser is logged in and set up"),
 * local key `user`. The valid user is the one that the server has sent to this page; the stored one is for others to
 * read (specification section 7, Storage) and is never trusted.
 */
let user: SessionUser | null = null
const listeners = new Set<() => void>()

export const readToken = () => readCookie('token') ?? ''
export const isInitialised = () => readCookie('isInit') === '1' && readToken() !== ''

/** The zone in which dates are written: the enterprise's; undefined (the browser's) while nobody is logged in. */
export const enterpriseZone = () => user?.timeZone

/** The token is there, the console is not open yet: a one-time password may have to be changed first. */
export function keepToken(token: string) {
  writeCookie('token', token)
}

/** LOGIN-06: from here on the console is open. */
export function markInitialised(sessionUser: SessionUser) {
  writeCookie('isInit', '1')
  setUser(sessionUser)
}

export function setUser(next: SessionUser | null) {
  user = next
  if (next) localStorage.setItem('user', JSON.stringify(next))
  else localStorage.removeItem('user')
  for (const listener of listeners) listener()
}

/** LOGIN-11, LOGIN-12, NAV-08: nothing of the session stays in the browser. */
export function clearSession() {
  clearCookie('token')
  clearCookie('isInit')
  forgetRecentThings()
  setUser(null)
}

export const currentUser = () => user

/**
 * Calls when another tab of this browser has signed out, or in as somebody else: this page's calls go with that session from then on,
 * and what it shows is the former one's. Gives the way to stop.
 */
export function watchAccount(changed: () => void) {
  const check = () => {
    if (user !== null && storedUserId() !== user.id) changed()
  }
  const until = new AbortController()
  addEventListener('storage', check, { signal: until.signal })
  // a page that slept hears of it when it is shown again
  addEventListener('pageshow', check, { signal: until.signal })
  document.addEventListener('visibilitychange', check, { signal: until.signal })
  return () => until.abort()
}

function storedUserId(): unknown {
  const stored = storedUser()
  return stored !== null && 'id' in stored ? stored.id : undefined
}

/**
 * The role of the user that this browser keeps, before the server has said who it is: it only tells which questions would be refused, and
 * spares them.
 */
export function keptRole(): Role | undefined {
  const stored = user ?? storedUser()
  if (stored === null || !('role' in stored) || typeof stored.role !== 'object' || stored.role === null)
    return undefined
  const { role } = stored
  return 'name' in role ? roles.find((one) => one === role.name) : undefined
}

function storedUser(): object | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem('user') ?? 'null')
    return typeof stored === 'object' ? stored : null
  } catch {
    return null
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The user of this session; null before it is loaded. Pages under the layout always have one. */
export const useUser = () => useSyncExternalStore(subscribe, currentUser)
