import { afterEach, expect, it, vi } from 'vitest'
import { sessionUserOf } from '../../test/session-users.ts'
import { recentThings, rememberThing } from './recent-things.ts'
import {
  currentUser,
  clearSession,
  isInitialised,
  keepToken,
  keptRole,
  markInitialised,
  readToken,
  setUser,
  watchAccount,
} from './session.ts'

it('[REQ-07] [LOGIN-06] the session is cookie token, cookie isInit and local key user, and all are cleared with it', () => {
  keepToken('abc=1; x')
  expect(readToken()).toBe('abc=1; x')
  expect(isInitialised()).toBe(false)

  const user = sessionUserOf('superAdmin')
  markInitialised(user)
  expect(isInitialised()).toBe(true)
  expect(document.cookie).toContain('isInit=1')
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user)

  rememberThing(user.id, { text: 'Suspend Quinn Harper', sentence: 'suspend quinn' })
  clearSession()
  expect(recentThings(user.id)).toEqual([])
  expect(document.cookie).toBe('')
  expect(localStorage.getItem('user')).toBeNull()
  expect(currentUser()).toBeNull()
})

afterEach(clearSession)

it.each([
  ['signs in as somebody else', JSON.stringify({ ...sessionUserOf('deviceAdmin'), id: 'somebody else' })],
  ['signs out', null],
  ['leaves what cannot be read', '{'],
])('a page hears of another tab that %s, at once or when it is shown again', (_, stored) => {
  const user = sessionUserOf('superAdmin')
  markInitialised(user)
  const changed = vi.fn<() => void>()
  const stop = watchAccount(changed)
  dispatchEvent(new StorageEvent('storage', { key: 'user' }))
  expect(changed).not.toHaveBeenCalled()
  // another tab writes, not `setUser` of this one
  if (stored === null) localStorage.removeItem('user')
  else localStorage.setItem('user', stored)
  dispatchEvent(new StorageEvent('storage', { key: 'user' }))
  expect(changed).toHaveBeenCalledOnce()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(changed).toHaveBeenCalledTimes(2)
  stop()
  dispatchEvent(new StorageEvent('storage', { key: 'user' }))
  expect(changed).toHaveBeenCalledTimes(2)
})

it('a page without a session does not mind who signs in', () => {
  const changed = vi.fn<() => void>()
  const stop = watchAccount(changed)
  localStorage.setItem('user', JSON.stringify(sessionUserOf('superAdmin')))
  dispatchEvent(new StorageEvent('storage', { key: 'user' }))
  expect(changed).not.toHaveBeenCalled()
  stop()
})

it('[NAV-07] the role of the kept user is known before the server says who it is, and of nothing that cannot be read', () => {
  expect(keptRole()).toBeUndefined()
  // a page that was just opened finds it so: only the browser has it
  localStorage.setItem('user', JSON.stringify(sessionUserOf('visitorAdmin')))
  expect(keptRole()).toBe('visitorAdmin')
  setUser(sessionUserOf('deviceAdmin'))
  expect(keptRole()).toBe('deviceAdmin')
  setUser(null)
  for (const unread of ['{', 'null', '1', '{"role":null}', '{"role":{"name":"cook"}}']) {
    localStorage.setItem('user', unread)
    expect(keptRole(), unread).toBeUndefined()
  }
})
