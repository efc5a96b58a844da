import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { authorisationPollMs, startAuthorisation } from '../../api/authorisation.ts'
import { useAuthorisation } from './use-authorisation.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('[LOGIN-07] while initialising the local state is polled every 10 ms: one question to the server, many looks', async () => {
  const status = {
    authorize_status: 1,
    udid: 'U',
    nobody_signed_in: false,
    trial_available: false,
    reason: null,
    platform_at: null,
    valid: null,
  }
  const { promise: later, resolve: answer } = Promise.withResolvers<void>()
  const seen = answerCalls({})
  globalThis.fetch = async () => {
    seen.push({ method: 'GET', url: new URL('http://x/'), headers: new Headers(), body: null })
    await later
    return Response.json({ code: '200', message: 'success', desc: '', data: status })
  }
  startAuthorisation()
  const { result, unmount } = renderHook(() => useAuthorisation())
  expect(authorisationPollMs).toBe(10)
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(result.current.state?.kind).toBe('asked')
  answer()
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect(result.current.state).toEqual({ kind: 'known', authorisation: status })
  expect(seen).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
  unmount()
})
