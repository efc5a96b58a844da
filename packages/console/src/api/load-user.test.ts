import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls, refusal } from '../../test/answer-calls.ts'
import { sessionUserOf } from '../../test/session-users.ts'
import { currentUser, clearSession } from '../lib/session.ts'
import { InitialisationError, loadUser, onUserFailure, resetUserLoad } from './load-user.ts'

afterEach(() => {
  resetUserLoad()
  clearSession()
})

it('[NAV-07] the user is loaded once for a session, and callers at the same time share one fetch', async () => {
  const user = sessionUserOf('mainAdmin')
  const seen = answerCalls({ 'GET /api/v2/account': user })
  expect(await Promise.all([loadUser(), loadUser(), loadUser()])).toEqual([user, user, user])
  expect(await loadUser()).toEqual(user)
  expect(seen).toHaveLength(1)
  expect(currentUser()).toEqual(user)
})

it('[NAV-08] after a failure everybody who waits, and everybody after them, is rejected with 901 until the reset', async () => {
  let answer: unknown = refusal(500, 'server.failed', 'The server failed.')
  const seen = answerCalls({ 'GET /api/v2/account': () => answer })
  const told = vi.fn<(cause: unknown) => void>()
  const stop = onUserFailure(told)
  const outcomes = await Promise.allSettled([loadUser(), loadUser()])
  outcomes.push(...(await Promise.allSettled([loadUser()])))
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 901 } })
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(InitialisationError)
  }
  expect(seen).toHaveLength(1)
  expect(told).toHaveBeenCalledTimes(1)
  expect(told.mock.calls[0]?.[0]).toMatchObject({ desc: 'The server failed.' })

  resetUserLoad()
  answer = sessionUserOf('superAdmin')
  expect(await loadUser()).toEqual(answer)
  stop()
})
