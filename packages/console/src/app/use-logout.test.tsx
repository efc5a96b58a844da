import { act, cleanup, renderHook } from '@testing-library/react'
import { App } from 'antd'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../test/answer-calls.ts'
import { changeLanguage, startI18n } from '../i18n/i18n.ts'
import { keepUnsavedWork, unsavedWork } from '../lib/unsaved-work.ts'
import { onLeaveConsole } from './leave-console.ts'
import { useLogout } from './use-logout.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(() => {
  cleanup()
  onLeaveConsole(undefined)
})

it('[LOGIN-11] names of people in unsaved work are forgotten by who signs out, also without the server', async () => {
  answerCalls({ 'POST /api/v1/logout': new Error('no network') })
  const ways: { keepsPlace: boolean }[] = []
  onLeaveConsole((how) => ways.push(how))
  keepUnsavedWork('staffPhotographs', 'me', '[]')
  const { result } = renderHook(useLogout, { wrapper: App })
  await act(() => result.current())
  expect(ways).toEqual([{ keepsPlace: false }])
  expect(unsavedWork('staffPhotographs', 'me')).toBeNull()
})
