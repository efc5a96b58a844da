import { getWaitingCounts } from '@gatehouse/contract/features/notices/counts.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { queryOf } from '../../api/query.ts'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { sessionUserOf } from '../../../test/session-users.ts'
import { useVisitNotice } from './use-visit-notice.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(() => {
  cleanup()
  setUser(null)
})

function Frame() {
  useVisitNotice()
  return null
}

/** The frame of a role; gives what lets visits wait. */
function show(role: Role) {
  setUser(sessionUserOf(role))
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const wait = (count: number) =>
    client.setQueryData(queryOf(getWaitingCounts).queryKey, { visits: { count, isMore: false } })
  wait(1)
  const tree = () => (
    <QueryClientProvider client={client}>
      <App>
        <MemoryRouter>
          <Frame />
        </MemoryRouter>
      </App>
    </QueryClientProvider>
  )
  const { rerender } = render(tree())
  return (count: number) =>
    act(() => {
      wait(count)
      rerender(tree())
    })
}

it('a visit that begins to wait is announced to those who answer it, and one that was answered is not', () => {
  const wait = show('visitorAdmin')
  expect(screen.queryByText(/A visit waits/)).toBeNull()
  wait(0)
  expect(screen.queryByText(/A visit waits/)).toBeNull()
  wait(1)
  expect(screen.getByText('A visit waits for an answer')).toBeDefined()
})

it('an account that may not answer a visit is not called to it', () => {
  const wait = show('subAdmin')
  wait(5)
  expect(screen.queryByText(/A visit waits/)).toBeNull()
})
