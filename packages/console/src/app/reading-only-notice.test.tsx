import { getWritingState } from '@gatehouse/contract/features/storage.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../test/answer-calls.ts'
import { sessionUserOf } from '../../test/session-users.ts'
import { queryOf } from '../api/query.ts'
import { changeLanguage, startI18n } from '../i18n/i18n.ts'
import { setUser } from '../lib/session.ts'
import { ReadingOnlyNotice } from './reading-only-notice.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(() => {
  cleanup()
  setUser(null)
})

function show(role: Role, isReadingOnly: boolean) {
  answerCalls({ 'GET /api/v2/storage/writing': { isReadingOnly } })
  const client = new QueryClient()
  setUser(sessionUserOf(role))
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ReadingOnlyNotice />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return client
}

it('a full disk is announced to people who may free space, with a link to the page', async () => {
  show('mainAdmin', true)
  expect((await screen.findByRole('alert')).textContent).toContain('The disk of the server is full')
  expect(screen.getByRole('link', { name: 'Disk space' }).getAttribute('href')).toBe('/dashboard/storage')
})

it('a full disk is announced to everybody else, who can tell their administrator', async () => {
  show('visitorAdmin', true)
  expect((await screen.findByRole('alert')).textContent).toContain('Please tell your administrator')
  expect(screen.queryByRole('link')).toBeNull()
})

it('no notice is shown while the disk has space', async () => {
  const client = show('mainAdmin', false)
  await waitFor(() => expect(client.getQueryState(queryOf(getWritingState).queryKey)?.status).toBe('success'))
  expect(screen.queryByRole('alert')).toBeNull()
})
