import { getAccount } from '@gatehouse/contract/features/auth.ts'
import { getDashboard } from '@gatehouse/contract/features/dashboard.ts'
import { getLiveBoard } from '@gatehouse/contract/features/live/board.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { afterEach, expect, it } from 'vitest'
import { answerCalls } from '../../test/answer-calls.ts'
import { sessionUserOf } from '../../test/session-users.ts'
import { clearSession, keepToken } from '../lib/session.ts'
import { call, callPlain } from './call.ts'
import { agePreloaded, preload, preloadedQuestions } from './preloaded-responses.ts'

afterEach(clearSession)

it('the preloaded questions are routes of the contract', () => {
  expect(preloadedQuestions).toMatchObject({
    account: getAccount.path,
    dashboard: getDashboard.path,
    board: getLiveBoard.path,
  })
})

it('a preloaded answer is used instead of a request, once and for the session that asked', async () => {
  const user = sessionUserOf('mainAdmin')
  const seen = answerCalls({ 'GET /api/v2/account': user })
  keepToken('one')
  preload('account')
  expect(await call(getAccount)).toEqual(user)
  expect(seen).toHaveLength(1)
  await call(getAccount)
  expect(seen).toHaveLength(2)

  preload('account')
  keepToken('two')
  await call(getAccount)
  expect(seen.map(({ headers }) => headers.get('auth-token'))).toEqual(['one', 'one', 'one', 'two'])
})

it('a preloaded answer is asked for again where what it shows has changed before a page took it', async () => {
  const seen = answerCalls({
    'GET /api/v2/records': { items: [], next: null, count: 0, isExact: true },
    'GET /api/v2/account': sessionUserOf('mainAdmin'),
  })
  preload('signRecord')
  agePreloaded('staff')
  await callPlain(listRecords, { query: { size: 20 } })
  expect(seen).toHaveLength(1)

  preload('signRecord')
  agePreloaded('records')
  await callPlain(listRecords, { query: { size: 20 } })
  expect(seen).toHaveLength(3)

  // It shows something of several topics.
  preload('account')
  agePreloaded('staff')
  await call(getAccount)
  expect(seen).toHaveLength(5)
})
