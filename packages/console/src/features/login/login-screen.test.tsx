import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { passwordLength } from '@gatehouse/contract/password-policy.ts'
import { startOpenId } from '@gatehouse/contract/features/openid.ts'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, refusal, sentJson, type SeenCall } from '../../../test/answer-calls.ts'
import { sessionUserOf } from '../../../test/session-users.ts'
import { startAuthorisation } from '../../api/authorisation.ts'
import { errors } from '../../i18n/en/errors.ts'
import { login } from './texts/en.ts'
import { clearSession, isInitialised, readToken } from '../../lib/session.ts'
import { LoginScreen } from './login-screen.tsx'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const { n = '', e = '' } = privateKey.export({ format: 'jwk' })
const hex = (text: string) => Buffer.from(text, 'base64url').toString('hex')
const key = { empoent: hex(e), module: hex(n), rsa_id: 'rsa-key-1' }

const activated = {
  authorize_status: 1,
  udid: 'UDID-1',
  nobody_signed_in: false,
  trial_available: false,
  reason: null,
  platform_at: null,
  valid: null,
}
const notActivated = {
  ...activated,
  authorize_status: 0,
  trial_available: true,
  reason: 'none',
  platform_at: '2026-11-20T08:00:00Z',
}
const ended = {
  ...notActivated,
  reason: 'expired',
  trial_available: false,
  valid: { from: '2025-11-19T08:00:00Z', to: '2026-11-19T08:00:00Z' },
}
const user = sessionUserOf('superAdmin')
const entered = vi.fn<() => void>()

type Answers = Parameters<typeof answerCalls>[0]

function open(answers: Answers): SeenCall[] {
  const seen = answerCalls({ 'GET /api/v2/authorize/status': activated, 'GET /api/v2/rsapub': key, ...answers })
  startAuthorisation()
  render(<LoginScreen startTexts={{ login, errors }} onEntered={entered} />)
  return seen
}

beforeEach(() => {
  entered.mockReset()
})
afterEach(() => {
  cleanup()
  clearSession()
})

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const slide = () => fireEvent.keyDown(screen.getByRole('slider'), { key: 'End' })
const sliderValue = () => screen.getByRole('slider').getAttribute('aria-valuenow')

async function signIn(account: string, password: string) {
  await screen.findByRole('heading', { name: 'Sign in' })
  type('Account', account)
  type('Password', password)
  slide()
  press('Sign in')
}

describe('the login form', () => {
  it('[LOGIN-01] the form asks for the account when its field is left empty, for the password when it is sent', async () => {
    const seen = open({})
    const account = await screen.findByLabelText('Account')
    fireEvent.blur(account)
    expect(screen.getByText('Enter your account.')).toBeDefined()
    expect(screen.queryByText('Enter your password.')).toBeNull()
    press('Sign in')
    expect(screen.getByText('Enter your password.')).toBeDefined()
    expect(document.activeElement).toBe(account)
    expect(seen.map(({ method }) => method)).toEqual(['GET'])
  })

  it('[LOGIN-01] the form takes every password that an account may have, and none that its key could not carry', async () => {
    const seen = open({ 'POST /api/v2/login': refusal(401, 'auth.wrong-credentials', 'Wrong.') })
    await signIn('admin', 'x'.repeat(129))
    expect(screen.getByText('This is too long for a password: at most 128 characters, or 245 bytes.')).toBeDefined()
    expect(seen).toHaveLength(1)
    type('Password', 'x'.repeat(passwordLength.max))
    press('Sign in')
    expect((await screen.findByRole('alert')).textContent).toContain('Wrong.')
    expect(seen).toHaveLength(3)
  })

  it('[LOGIN-02] the form sends nothing before the slider is fully right', async () => {
    const seen = open({})
    await screen.findByLabelText('Account')
    type('Account', 'admin')
    type('Password', 'secret_1')
    press('Sign in')
    expect(screen.getByText('Slide fully to the right first.')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('slider'))
    expect(seen).toHaveLength(1)
  })

  it.each(['test', 'TEST', ' Test '])(
    '[LOGIN-04] the form refuses the reserved account "%s" by itself',
    async (account) => {
      const seen = open({})
      await signIn(account, 'secret_1')
      expect(screen.getByRole('alert').textContent).toContain('Permission denied')
      expect(sliderValue()).toBe('0')
      expect(seen).toHaveLength(1)
    },
  )

  it("[LOGIN-05] [LOGIN-02] a failure is an alert with the server's message, and the slider reloads", async () => {
    open({ 'POST /api/v2/login': refusal(401, 'auth.wrong-credentials', 'The account or the password is wrong.') })
    await signIn('admin', 'wrong_1')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Error')
    expect(alert.textContent).toContain('The account or the password is wrong.')
    expect(sliderValue()).toBe('0')
    expect(readToken()).toBe('')
  })

  it('the form asks for the code of a second factor, and sends it with the password once more', async () => {
    const seen = open({ 'POST /api/v2/login': refusal(401, 'auth.code-required', 'Enter the code.') })
    await signIn('admin', 'Gatehouse_1')
    await screen.findByRole('heading', { name: 'One more step' })
    press('Sign in')
    expect(screen.getByText('Enter the code.')).toBeDefined()
    const before = seen.length
    type('Code', ' 123456 ')
    press('Sign in')
    await waitFor(() => expect(seen.length).toBe(before + 2))
    expect(sentJson(seen.at(-1))).toMatchObject({ account: 'admin', code: '123456', rsa_id: 'rsa-key-1' })
    expect(entered).not.toHaveBeenCalled()
    press('Use another account')
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined()
  })

  it('the form leads to the OpenID provider if one is set, under its own name or ours, and nowhere else', async () => {
    open({ 'GET /api/v2/authorize/status': { ...activated, openid: '' } })
    const link = await screen.findByRole('link', { name: 'Sign in with the company account' })
    expect(link.getAttribute('href')).toBe(`${startOpenId.prefix}${startOpenId.path}`)
    cleanup()
    open({ 'GET /api/v2/authorize/status': { ...activated, openid: 'Office login' } })
    expect(await screen.findByRole('link', { name: 'Office login' })).toBeDefined()
    cleanup()
    open({})
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(screen.queryByRole('link', { name: /company|Office/ })).toBeNull()
  })

  it('[LOGIN-03] [LOGIN-06] a login sends the encrypted password, keeps token, isInit and user, and opens the console', async () => {
    const seen = open({ 'POST /api/v2/login': { ...user, token: 'token-1' } })
    await signIn('admin', 'Gatehouse_1')
    await waitFor(() => expect(entered).toHaveBeenCalledTimes(1))
    const sent = sentJson(seen.at(-1))
    expect(sent).toMatchObject({ account: 'admin', rsa_id: 'rsa-key-1' })
    if (typeof sent !== 'object' || sent === null || !('password' in sent)) return expect.unreachable()
    const cipher = Buffer.from(String(sent.password), 'hex')
    const clear = privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, cipher)
    expect(clear.toString()).toBe('Gatehouse_1')
    expect(readToken()).toBe('token-1')
    expect(isInitialised()).toBe(true)
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user)
  })

  it('[LOGIN-13] a licence that expired in the meantime shows the activation form', async () => {
    let status: unknown = activated
    open({
      'GET /api/v2/authorize/status': () => status,
      'POST /api/v2/login': () => {
        status = ended
        return refusal(403, 'licence.required', 'Activate first.')
      },
    })
    await signIn('admin', 'Gatehouse_1')
    expect(await screen.findByRole('heading', { name: 'Activate this system' })).toBeDefined()
    expect(document.querySelector('.lead')?.textContent).toMatch(/The licence expired on 2026-11-19 \d\d:\d\d\./)
    expect(document.querySelector('.lead')?.textContent).toMatch(
      /it is 2026-11-20 \d\d:\d\d.*Times are in the time zone \S+\.$/,
    )
  })
})

describe('the one-time password', () => {
  const mustChange = { ...user, mustChangePassword: true }

  it('a one-time password has to be replaced before the console opens', async () => {
    const seen = open({ 'POST /api/v2/login': { ...mustChange, token: 't' }, 'PUT /api/v2/account/password': user })
    await signIn('admin', 'OneTime1')
    await screen.findByRole('heading', { name: 'Choose your password' })
    expect(isInitialised()).toBe(false)

    type('New password', 'Gatehouse_1')
    type('New password again', 'Gatehouse_2')
    press(/Save/)
    expect(screen.getByText('Inconsistent password!')).toBeDefined()
    type('New password', 'short')
    type('New password again', 'short')
    expect(screen.getByText('Use 6 to 25 letters, digits or underscores.')).toBeDefined()
    expect(seen.some(({ method }) => method === 'PUT')).toBe(false)

    type('New password', 'Gatehouse_1')
    type('New password again', 'Gatehouse_1')
    press(/Save/)
    await waitFor(() => expect(entered).toHaveBeenCalledTimes(1))
    expect(isInitialised()).toBe(true)
  })

  it('the one-time password and its session are cleared when the person leaves', async () => {
    open({ 'POST /api/v2/login': { ...mustChange, token: 't' } })
    await signIn('admin', 'OneTime1')
    await screen.findByRole('heading', { name: 'Choose your password' })
    press('Use another account')
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeDefined()
    expect(readToken()).toBe('')
  })
})

it('the login form says where the first password is while nobody has ever signed in', async () => {
  open({ 'GET /api/v2/authorize/status': { ...activated, nobody_signed_in: true } })
  expect((await screen.findByText(/first-login\.json/)).textContent).toContain('admin')
  cleanup()
  open({})
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(screen.queryByText(/first-login\.json/)).toBeNull()
})

describe('the activation form', () => {
  it('[LOGIN-07] the activation form replaces the login form while the system is not activated, with a hint', async () => {
    open({ 'GET /api/v2/authorize/status': notActivated })
    expect(await screen.findByRole('heading', { name: 'Activate this system' })).toBeDefined()
    expect(screen.getByText(/Activate it online/)).toBeDefined()
    expect(screen.queryByRole('heading', { name: 'Sign in' })).toBeNull()
  })

  it('the activation form offers the trial first, and speaks of licences below it', async () => {
    open({ 'GET /api/v2/authorize/status': notActivated })
    const trial = await screen.findByRole('button', { name: 'Start 30-day trial' })
    const hint = screen.getByText(/Activate it online/)
    expect(trial.compareDocumentPosition(hint)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('[LOGIN-08] the activation form shows the UDID read-only, and asks for code and licence file', async () => {
    const seen = open({ 'GET /api/v2/authorize/status': notActivated })
    const udid = await screen.findByLabelText('Device UDID')
    expect(udid).toMatchObject({ value: 'UDID-1', readOnly: true })
    press('Activate')
    expect(screen.getByText('Enter the activation code.')).toBeDefined()
    expect(screen.getByText('Please import the licence file (.lic).')).toBeDefined()
    type('Activation code', 'x'.repeat(501))
    expect(screen.getByText('An activation code has at most 500 characters.')).toBeDefined()
    fireEvent.change(screen.getByLabelText('Licence file'), { target: { files: [new File(['x'], 'licence.txt')] } })
    expect(screen.getByText('licence.txt')).toBeDefined()
    expect(screen.getByText('Please import the licence file (.lic).')).toBeDefined()
    expect(seen).toHaveLength(1)
  })

  it('[LOGIN-08] the activation form shows an error if the UDID cannot be fetched', async () => {
    open({ 'GET /api/v2/authorize/status': { ...notActivated, udid: '' } })
    expect(await screen.findByText('Unable to get UDID')).toBeDefined()
  })

  it('[LOGIN-09] an activation shows its success and leads to the login form', async () => {
    let status: unknown = notActivated
    const seen = open({
      'GET /api/v2/authorize/status': () => status,
      'POST /api/v2/authorize/active': () => {
        status = activated
        return { authorize_status: 1, begins_at: null }
      },
    })
    await screen.findByLabelText('Activation code')
    type('Activation code', ' CODE-1 ')
    const file = new File([new Uint8Array([1, 2, 255])], 'A.LIC')
    fireEvent.change(screen.getByLabelText('Licence file'), { target: { files: [file] } })
    press('Activate')
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined()
    expect(screen.getByRole('status').textContent).toBe('Activation succeeded')
    const sent = seen.find(({ url }) => url.pathname.endsWith('/active'))
    expect(sentJson(sent)).toEqual({ active_code: 'CODE-1', license_file: [1, 2, 255], accept_worse: false })
  })

  it('[BU-06] the activation form names what gets worse with a licence, and takes it only after confirmation', async () => {
    let status: unknown = ended
    const worse = [
      { what: 'trial', from: 'file', to: 'trial' },
      { what: 'devices', from: null, to: 5 },
      { what: 'devices-taken', from: null, to: 5 },
      { what: 'end', from: '2027-11-19T08:00:00Z', to: '2026-12-19T08:00:00Z' },
    ]
    const seen = open({
      'GET /api/v2/authorize/status': () => ({ ...(status as object), trial_available: true }),
      'POST /api/v2/authorize/trial': (call: SeenCall) => {
        const sent = sentJson(call)
        if (typeof sent === 'object' && sent && 'accept_worse' in sent && sent.accept_worse === true) {
          status = activated
          return { authorize_status: 1, begins_at: null }
        }
        return refusal(409, 'licence.worse', 'Worse.', { worse })
      },
    })
    await screen.findByRole('button', { name: 'Start 30-day trial' })
    press('Start 30-day trial')
    await screen.findByRole('heading', { name: 'This licence is more limited' })
    expect(
      within(screen.getByRole('region', { name: 'This licence is more limited' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'A 30-day trial replaces a licence that was bought.',
      'Devices allowed: 5 instead of no limit.',
      'More devices are in use than it allows (5): no more could be added.',
      'Expiry: 2026-12-19 instead of 2027-11-19.',
    ])
    press('Keep the current licence')
    await screen.findByRole('heading', { name: 'Activate this system' })
    press('Start 30-day trial')
    await screen.findByRole('heading', { name: 'This licence is more limited' })
    press('Activate it anyway')
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined()
    expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(3)
  })

  it('the super admin can sign in to set a clock that is earlier than the licence, on the page that sets it', async () => {
    localStorage.removeItem('backUrl')
    const early = {
      ...ended,
      reason: 'not-yet-valid',
      valid: { from: '2026-11-22T08:00:00Z', to: '2027-11-19T08:00:00Z' },
    }
    open({ 'GET /api/v2/authorize/status': early, 'POST /api/v2/login': { ...user, token: 'token-1' } })
    await screen.findByRole('heading', { name: 'Activate this system' })
    expect(document.querySelector('.lead')?.textContent).toMatch(
      /starts on 2026-11-22 \d\d:\d\d, and by this server's clock it is 2026-11-20/,
    )
    press('Sign in to set the clock')
    await signIn('admin', 'Gatehouse_1')
    await waitFor(() => expect(entered).toHaveBeenCalledTimes(1))
    expect(localStorage.getItem('backUrl')).toBe('/bumgt/serviceConfig')
    localStorage.removeItem('backUrl')
  })

  it("[LOGIN-09] a failed activation shows the server's message, and the form can be used again", async () => {
    open({
      'GET /api/v2/authorize/status': notActivated,
      'POST /api/v2/authorize/trial': refusal(409, 'licence.trial-used', 'The trial was used already.'),
    })
    await screen.findByRole('button', { name: 'Start 30-day trial' })
    press('Start 30-day trial')
    expect((await screen.findByRole('alert')).textContent).toContain('The trial was used already.')
    expect(screen.getByRole('button', { name: 'Start 30-day trial' }).getAttribute('aria-busy')).toBe('false')
  })

  it("[LOGIN-09] a status that cannot be fetched shows the server's message and a way to try again", async () => {
    let status: unknown = refusal(503, 'server.busy', 'The server is busy.')
    open({ 'GET /api/v2/authorize/status': () => status })
    expect((await screen.findByRole('alert')).textContent).toContain('The server is busy.')
    status = activated
    press('Try again')
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined()
  })
})
