import type { Account } from '@gatehouse/contract/features/accounts.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls, refusal, sentJson } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { children, Component } from './accounts-page.tsx'
import { accountTexts } from './account-feature.ts'

const account: Account = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  account: '13900000001',
  name: 'Wang Fang',
  email: 'w@example.com',
  role: { id: 4, name: 'visitorAdmin' },
  isDisabled: false,
  mustChangePassword: true,
  hasSecondFactor: false,
  isExternal: false,
  createdAt: '2026-11-20T08:00:00Z',
  lastLoginAt: null,
  sessionCount: 0,
}

// A panel is loaded when it is opened, which takes its time on a busy machine.
beforeAll(async () => {
  await startI18n()
  await loadTexts(accountTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

function open(address: string, answers: Record<string, unknown> = {}) {
  setUser(sessionUserOf('superAdmin'))
  const seen = answerCalls({
    'GET /api/v2/accounts': { items: [account], total: 1 },
    [`GET /api/v2/accounts/${account.id}`]: account,
    [`GET /api/v2/accounts/${account.id}/sessions`]: [],
    ...answers,
  })
  const router = renderRoutes([{ path: '/bumgt/account', Component, children }], address)
  return { seen, router }
}

it('[BU-02] the page lists the accounts with role and state', async () => {
  open('/bumgt/account')
  expect(await screen.findByText('13900000001')).toBeDefined()
  expect(screen.getAllByText('Visitor Admin').length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Create account' })).toBeDefined()
})

it('[BU-02] the panel shows an account and its actions; a reset shows the new password once', async () => {
  const { seen } = open(`/bumgt/account/${account.id}`, {
    [`POST /api/v2/accounts/${account.id}/reset-password`]: { account, sentTo: null, password: 'Once0nlyShown' },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Reset password' }))
  expect((await screen.findAllByText('Reset the password of 13900000001?')).length).toBeGreaterThan(0)
  const buttons = await screen.findAllByRole('button', { name: 'Reset password' })
  fireEvent.click(buttons.at(-1)!)
  expect((await screen.findAllByText('Once0nlyShown')).length).toBeGreaterThan(0)
  expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
  // It has not settled in yet: it cannot take over.
  expect(screen.queryByRole('button', { name: 'Make super admin' })).toBeNull()
})

it('[BU-02] the panel of an OpenID account explains that password and second factor are kept by the provider', async () => {
  const external = { ...account, mustChangePassword: false, isExternal: true }
  open(`/bumgt/account/${account.id}`, {
    'GET /api/v2/accounts': { items: [external], total: 1 },
    [`GET /api/v2/accounts/${account.id}`]: external,
  })
  expect(await screen.findByText('Signs in at the OpenID provider and has no password here.')).toBeDefined()
  // In the list and in the panel, instead of a second factor that is "off".
  expect(await screen.findAllByText('Managed by OpenID')).toHaveLength(2)
  expect(screen.queryByText('Off')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reset password' })).toBeNull()
})

it('[BU-02] an error of the server is shown in the form', async () => {
  const { seen } = open(`/bumgt/account/${account.id}/edit`, {
    [`PATCH /api/v2/accounts/${account.id}`]: refusal(404, 'account.not-found', 'This account no longer exists.'),
  })
  const name = await screen.findByDisplayValue('Wang Fang')
  fireEvent.change(name, { target: { value: 'Wang Li' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This account no longer exists.')).toBeDefined()
  await waitFor(() =>
    expect(sentJson(seen.find(({ method }) => method === 'PATCH'))).toMatchObject({ name: 'Wang Li' }),
  )
})
