import { expect, it } from 'vitest'
import { sessionUserOf } from '../../test/session-users.ts'
import { recentThings, rememberThing } from './recent-things.ts'
import { currentUser, clearSession, isInitialised, keepToken, markInitialised, readToken } from './session.ts'

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
