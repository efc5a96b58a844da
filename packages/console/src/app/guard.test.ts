import { pageNames, pagesOf } from '@gatehouse/contract/navigation.ts'
import { roles } from '@gatehouse/contract/permissions.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../test/answer-calls.ts'
import { sessionUserOf } from '../../test/session-users.ts'
import { resetUserLoad } from '../api/load-user.ts'
import { clearSession, keepToken, markInitialised } from '../lib/session.ts'
import { guard, refusalOf } from './guard.ts'
import { onLeaveConsole } from './leave-console.ts'

afterEach(() => {
  resetUserLoad()
  clearSession()
  onLeaveConsole(undefined)
})

it('[NAV-07] a page outside the menu of the role leads to /404, every page inside it opens', () => {
  for (const role of roles) {
    for (const page of pageNames) {
      const expected = pagesOf(role).includes(page) ? undefined : '/404'
      expect(refusalOf(sessionUserOf(role), page, '/x'), `${role} ${page}`).toBe(expected)
    }
  }
  expect(refusalOf(sessionUserOf('visitorAdmin'), 'staffDetail', '/x')).toBe('/404')
  expect(refusalOf(sessionUserOf('mainAdmin'), 'openPlatform', '/x')).toBe('/404')
})

it('[NAV-04] error pages are open to every role', () => {
  for (const role of roles) expect(refusalOf(sessionUserOf(role), undefined, '/404')).toBeUndefined()
})

it('while the one-time password is in force only the page that replaces it opens', () => {
  const user = sessionUserOf('superAdmin', { mustChangePassword: true })
  expect(refusalOf(user, 'dashboard', '/dashboard')).toBe('/account/password')
  expect(refusalOf(user, undefined, '/account/password')).toBeUndefined()
})

it('[NAV-07] each navigation goes by the user of the session, loaded once', async () => {
  const user = sessionUserOf('deviceAdmin')
  keepToken('t')
  markInitialised(user)
  const seen = answerCalls({ 'GET /api/v2/account': user })
  const request = new Request('http://gatehouse.example/device/list')
  expect(await guard(request, 'deviceList')).toEqual(user)
  const refused: unknown = await guard(request, 'staff').catch((answer: unknown) => answer)
  expect(refused).toBeInstanceOf(Response)
  if (refused instanceof Response) expect(refused.headers.get('location')).toBe('/404')
  expect(seen).toHaveLength(1)
})

it('[NAV-06] without isInit, a navigation leads to the login page and asks the server nothing', async () => {
  const seen = answerCalls({})
  const left = vi.fn<(how: { keepsPlace: boolean }) => void>()
  onLeaveConsole(left)
  void guard(new Request('http://gatehouse.example/device/list'), 'deviceList')
  expect(left).toHaveBeenCalledWith({ keepsPlace: true })
  expect(seen).toHaveLength(0)
})
