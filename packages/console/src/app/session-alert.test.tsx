import { getAccount } from '@gatehouse/contract/features/auth.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, refusal } from '../../test/answer-calls.ts'
import { call } from '../api/call.ts'
import { loadUser, resetUserLoad } from '../api/load-user.ts'
import { changeLanguage, startI18n } from '../i18n/i18n.ts'
import { onLeaveConsole } from './leave-console.ts'
import { SessionAlert } from './session-alert.tsx'
import { watchSession } from './session-failure.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})

const left = vi.fn<(how: { keepsPlace: boolean }) => void>()
let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  left.mockReset()
  onLeaveConsole(left)
  stop = watchSession()
})
afterEach(() => {
  cleanup()
  stop()
  resetUserLoad()
  vi.useRealTimers()
})

const ignore = () => {}

describe('[LOGIN-12] an answer 401 in the console', () => {
  beforeEach(async () => {
    answerCalls({ 'GET /api/v2/account': () => refusal(401, 'auth.session-expired', 'Expired') })
    render(<SessionAlert />)
    await act(() => Promise.all([call(getAccount).catch(ignore), call(getAccount).catch(ignore)]))
  })

  it('an answer 401 shows the alert of the specification once', () => {
    expect(screen.getAllByText('Session Error')).toHaveLength(1)
    expect(screen.getByText('Your session has expired. Please sign in and try again')).toBeDefined()
  })

  it('an answer 401 leads to the login page by itself after 3,000 ms', () => {
    act(() => void vi.advanceTimersByTime(2_999))
    expect(left).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(1))
    expect(left).toHaveBeenCalledWith({ keepsPlace: true })
  })

  it('an answer 401 leads to the login page at once after OK', () => {
    fireEvent.click(screen.getByRole('button', { name: 'OK' }))
    expect(left).toHaveBeenCalledTimes(1)
  })
})

describe('[NAV-08] a user that cannot be loaded', () => {
  beforeEach(async () => {
    answerCalls({ 'GET /api/v2/account': refusal(500, 'server.failed', 'The server failed at this.') })
    render(<SessionAlert />)
    await act(() => loadUser().catch(ignore))
  })

  it("a user that cannot be loaded is an alert with the server's message and the id of the request", () => {
    expect(screen.getByText('The server failed at this.')).toBeDefined()
    expect(screen.getByText('Request request-1')).toBeDefined()
  })

  it('a user that cannot be loaded leads to the login page after 3,000 ms', () => {
    act(() => void vi.advanceTimersByTime(3_000))
    expect(left).toHaveBeenCalledTimes(1)
  })
})

it('[LOGIN-12] a 401 on the login page, without a subscriber, is only rejected', async () => {
  stop()
  answerCalls({ 'GET /api/v2/account': refusal(401, 'auth.wrong-credentials', 'Wrong') })
  render(<SessionAlert />)
  await act(() => call(getAccount).catch(ignore))
  expect(screen.queryByRole('dialog')).toBeNull()
})
