import type { SessionUser } from '@gatehouse/contract/features/auth.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { generateKeyPairSync } from 'node:crypto'
import { MemoryRouter } from 'react-router'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { answerCalls, refusal, sentJson, type SeenCall } from '../../../test/answer-calls.ts'
import { sessionUserOf } from '../../../test/session-users.ts'
import { onSessionOver } from '../../api/call.ts'
import { followChanges } from '../../api/live.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { OwnAccount } from './own-account.tsx'
import { accountTexts } from './account-feature.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const { n = '' } = privateKey.export({ format: 'jwk' })
const key = { empoent: '10001', module: Buffer.from(n, 'base64url').toString('hex'), rsa_id: 'rsa-key-1' }
const at = '2026-11-20T08:00:00Z'
const sessions = ['0199aaaa-0000-7000-8000-000000000001', '0199aaaa-0000-7000-8000-000000000002'].map((id, index) => ({
  id,
  address: `10.0.0.${index}`,
  userAgent: 'Firefox/140.0 Linux',
  createdAt: at,
  lastSeenAt: at,
  isCurrent: index === 0,
}))

beforeAll(async () => {
  vi.stubGlobal('isSecureContext', true)
  await startI18n()
  await loadTexts(accountTexts)
  await changeLanguage('en')
})
afterEach(cleanup)
afterAll(() => vi.unstubAllGlobals())

function open(answers: Record<string, unknown>, change: Partial<SessionUser> = {}) {
  setUser(sessionUserOf('visitorAdmin', { name: 'Wang Fang', ...change }))
  const seen = answerCalls({
    'GET /api/v2/rsapub': key,
    'GET /api/v2/account/sessions': sessions,
    'GET /api/v2/push/browsers': { publicKey: null, browsers: [] },
    'GET /api/v2/account/second-factor': { state: 'off', since: null, recoveryCodesLeft: 0 },
    ...answers,
  })
  const client = new QueryClient()
  onTestFinished(followChanges(client))
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <App>
          <OwnAccount title="My account" />
        </App>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return seen
}

const button = (name: string) => screen.findByRole('button', { name })

it('[PERM-04] the page shows the own name, role and sessions, and ends another session', async () => {
  const seen = open({ 'POST /api/v2/account/end-sessions': { ended: 1 } })
  expect(screen.getByDisplayValue('Wang Fang')).toBeDefined()
  expect(screen.getByText('Visitor Admin')).toBeDefined()
  expect(await screen.findByText('Firefox, Linux · 10.0.0.0')).toBeDefined()
  expect(screen.getByText('This session')).toBeDefined()
  fireEvent.click(await button('End'))
  await waitFor(() => expect(seen.some(({ method }) => method === 'POST')).toBe(true))
  expect(sentJson(seen.find(({ method }) => method === 'POST'))).toEqual({ sessionId: sessions[1]?.id })
})

it('the page turns the second factor on: password, key, code, and the recovery codes once', async () => {
  let isOn = false
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const answers: unknown[] = [
    refusal(422, 'auth.password-wrong', 'The current password is wrong.'),
    { secret, uri: `otpauth://totp/Gatehouse:wang?secret=${secret}` },
  ]
  open({
    'GET /api/v2/account/second-factor': () =>
      isOn ? { state: 'on', since: at, recoveryCodesLeft: 2 } : { state: 'off', since: null, recoveryCodesLeft: 0 },
    'POST /api/v2/account/second-factor': () => answers.shift(),
    'POST /api/v2/account/second-factor/confirm': (call: SeenCall) => {
      if (JSON.stringify(sentJson(call)).includes('000000'))
        return refusal(422, 'second-factor.code-wrong', 'This code does not match the key.')
      isOn = true
      return { recoveryCodes: ['AAAA-BBBB', 'CCCC-DDDD'] }
    },
  })
  fireEvent.click(await button('Turn on'))
  const field = await screen.findByLabelText('Your own password')
  fireEvent.change(field, { target: { value: 'wrong_1' } })
  fireEvent.click(await button('Next'))
  expect(await screen.findByText('The current password is wrong.')).toBeDefined()
  fireEvent.change(field, { target: { value: 'right_1' } })
  fireEvent.click(await button('Next'))
  expect(await screen.findByText(secret)).toBeDefined()
  const told = vi.fn<() => void>()
  const stop = onSessionOver(told)
  fireEvent.change(screen.getByLabelText('Code from the app'), { target: { value: '000000' } })
  fireEvent.click(await button('Turn on the second factor'))
  expect(await screen.findByText('This code does not match the key.')).toBeDefined()
  expect(screen.getByText(secret)).toBeDefined()
  expect(told).not.toHaveBeenCalled()
  stop()
  fireEvent.change(screen.getByLabelText('Code from the app'), { target: { value: '123456' } })
  fireEvent.click(await button('Turn on the second factor'))
  expect(await screen.findByText('AAAA-BBBB')).toBeDefined()
  fireEvent.click(await button('I have saved them'))
  expect(await screen.findByText('2 recovery codes left.')).toBeDefined()
  expect(screen.queryByText('AAAA-BBBB')).toBeNull()
})

it('an OpenID account is offered neither a password nor a second factor of ours, and the page says so', async () => {
  const status = {
    authorize_status: 1,
    udid: 'u',
    nobody_signed_in: false,
    trial_available: false,
    reason: null,
    platform_at: null,
    valid: null,
  }
  open({ 'GET /api/v2/authorize/status': { ...status, openid: 'Office login' } }, { isExternal: true })
  expect(await screen.findByText(/is managed by Office login/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Change password' })).toBeNull()
})
