import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:http'
import { listAccounts, offerSecondFactor, updateAccount } from '@gatehouse/contract/features/accounts.ts'
import { changePassword, getAccount } from '@gatehouse/contract/features/auth.ts'
import { openOpenIdSession, startOpenId } from '@gatehouse/contract/features/openid.ts'
import { getAuthorizeStatus } from '@gatehouse/contract/features/licence.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { attributesOf } from '../../../test/log-in.ts'
import { roleOfGroups } from './openid-settings.ts'

/** The people of the provider, with their present groups. */
const groupsOf: Record<string, string[]> = {
  ada: ['everybody', 'doors'],
  bob: ['everybody'],
  eve: ['doors'],
  liu: ['reception', 'leads'],
  mia: ['leads'],
}
/** The groups in the signed token, if any. */
const signedGroupsOf: Record<string, string[]> = { mia: ['reception'] }

let house: TestGatehouse
let admin: Caller
let idp: Server
const publicUrl = 'https://gate.example.com'

/** A real OpenID provider on a port of its own. */
async function startProvider(): Promise<{ server: Server; issuer: string }> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'gatehouse',
        client_secret: 'a-secret-of-the-test-0123456789',
        redirect_uris: [`${publicUrl}/api/v2/openid/callback`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['a key of the test'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    conformIdTokenClaims: false,
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: (use) => ({
        sub,
        name: `${sub} at the provider`,
        preferred_username: `${sub}@office`,
        email: `${sub}@example.com`,
        email_verified: true,
        groups: use === 'id_token' ? signedGroupsOf[sub] : (groupsOf[sub] ?? []),
      }),
    }),
  })
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  return { server, issuer }
}

beforeAll(async () => {
  const { server, issuer } = await startProvider()
  idp = server
  house = await startTestGatehouse({
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'gatehouse',
      OIDC_CLIENT_SECRET: 'a-secret-of-the-test-0123456789',
      OIDC_ROLES: 'doors=deviceAdmin;reception=visitorAdmin;leads=mainAdmin',
      OIDC_SCOPE: 'openid profile email groups',
      OIDC_LABEL: 'Office login',
      PUBLIC_URL: publicUrl,
    },
  })
  admin = await house.asRole('superAdmin')
})
afterAll(async () => {
  await house.close()
  idp.closeAllConnections()
  await new Promise((resolve) => idp.close(resolve))
})

const cookieOf = (header: unknown) => String(header).split(';')[0] ?? ''

/** `start`: the address that the browser is sent to, with the cookie it keeps. */
async function begin() {
  const answer = await house.gatehouse.fastify.inject({ url: `/api${startOpenId.path}` })
  expect(answer.statusCode).toBe(302)
  return { address: String(answer.headers.location), cookie: cookieOf(answer.headers['set-cookie']) }
}

/** Signs in at the provider as a browser does: follows its forms until it redirects back. */
async function signInAtProvider(address: string, person: string): Promise<URL> {
  const jar = new Map<string, string>()
  let url = new URL(address)
  let form: URLSearchParams | undefined
  for (let step = 0; step < 12; step++) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    })
    form = undefined
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookieOf(cookie).split('=')
      jar.set(name, value)
    }
    const next = answer.headers.get('location')
    if (next) {
      url = new URL(next, url)
      if (url.origin === publicUrl) return url
      continue
    }
    const page = await answer.text()
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (!prompt) throw new Error(`the provider shows no form: ${page.slice(0, 500)}`)
    form = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login: person, password: 'any' } : {}) })
  }
  throw new Error('the provider never sent back')
}

const comeBack = async (url: URL, cookie: string) => {
  const answer = await house.gatehouse.fastify.inject({ url: url.pathname + url.search, headers: { cookie } })
  expect(answer.statusCode).toBe(302)
  return String(answer.headers.location)
}
const ticketIn = (location: string) => /^https:\/\/gate\.example\.com\/login#openid=(.+)$/.exec(location)?.[1] ?? ''
const failed = `${publicUrl}/login#openid-failed`

async function signIn(person: string) {
  const { address, cookie } = await begin()
  const ticket = ticketIn(await comeBack(await signInAtProvider(address, person), cookie))
  expect(ticket).not.toBe('')
  return house.nobody.call(openOpenIdSession, { body: { ticket } }, { cookie })
}

describe('signing in at an OpenID provider', () => {
  it('signing in at an OpenID provider makes an account with the role of the person’s groups, and a session', async () => {
    expect((await house.nobody.ask(getAuthorizeStatus)).openid).toBe('Office login')
    const { data } = await signIn('ada')
    expect(data).toMatchObject({
      account: 'ada@office',
      name: 'ada at the provider',
      email: 'ada@example.com',
      role: { name: 'deviceAdmin' },
      mustChangePassword: false,
    })
    const { items } = await admin.ask(listAccounts, { query: { keyword: 'ada@office' } })
    expect(items).toMatchObject([{ isExternal: true, sessionCount: 1 }])
    const [line] = (await admin.ask(listOperations, { query: { keyword: 'ada@office' } })).items
    expect(line).toMatchObject({
      event: 'login',
      result: 'success',
      operator: { name: 'ada@office' },
      facts: { way: 'openid' },
    })
  })

  it('signing in at an OpenID provider gives the highest role of several groups, another one when the groups change, and no second account', async () => {
    expect((await signIn('liu')).data.role.name).toBe('mainAdmin')
    groupsOf['liu'] = ['reception']
    expect((await signIn('liu')).data.role.name).toBe('visitorAdmin')
    expect((await admin.ask(listAccounts, { query: { keyword: 'liu@office' } })).total).toBe(1)
    groupsOf['liu'] = []
    expect((await signIn('liu')).message).toBe('openid.no-role')
  })

  it('signing in at an OpenID provider takes the groups of the signed token before those of the answer that is not signed', async () => {
    expect((await signIn('mia')).data.role.name).toBe('visitorAdmin')
  })

  it('a ticket that was never issued leaves no line in the operation log', async () => {
    const count = async () =>
      Number(
        (
          await house.db
            .selectFrom('operation_log')
            .select(({ fn }) => fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    const before = await count()
    for (let n = 0; n < 50; n++) {
      const answer = await house.nobody.call(openOpenIdSession, { body: { ticket: 'A'.repeat(43) } })
      expect(answer.message).toBe('openid.attempt-over')
    }
    expect(await count()).toBe(before)
  })

  it('signing in at an OpenID provider refuses a user in no group, a disabled user, and a name that is an account with a password', async () => {
    expect((await signIn('bob')).message).toBe('openid.no-role')
    const { data } = await signIn('ada')
    await admin.ask(updateAccount, { params: { id: data.id }, body: { isDisabled: true } })
    expect((await signIn('ada')).message).toBe('auth.account-disabled')
    const own = { account: 'eve@office', name: 'Eve', role: 2, email: null, password_hash: 'x' }
    await house.db.insertInto('account').values(own).execute()
    expect((await signIn('eve')).message).toBe('openid.account-taken')
    const [line] = (await admin.ask(listOperations, { query: { keyword: 'eve@office' } })).items
    expect(line).toMatchObject({ result: 'failure', errorCode: 'openid.account-taken' })
  })

  it('signing in at an OpenID provider offers its users no password and no second factor of ours, and refuses both with codes', async () => {
    groupsOf['zoe'] = ['reception']
    const { data } = await signIn('zoe')
    expect(data.isExternal).toBe(true)
    const zoe = house.withToken(data.token)
    const cipher = 'ab'.repeat(256)
    const change = { rsa_id: 'any-key-1', oldPassword: cipher, newPassword: cipher }
    expect((await zoe.call(changePassword, { body: change })).message).toBe('account.is-external')
    const proof = { rsa_id: 'any-key-1', password: cipher }
    expect((await zoe.call(offerSecondFactor, { body: proof })).message).toBe('account.is-external')
    expect((await admin.ask(getAccount)).isExternal).toBe(false)
  })

  it('the request to the provider has PKCE, state and nonce, and names no address but ours, whatever the request of the browser says', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const start = (query = '') => house.gatehouse.fastify.inject({ url: `/api${startOpenId.path}${query}`, headers })
    expect((await start('?redirect_uri=https://evil.example')).statusCode).toBe(400)
    const answer = await start()
    const { searchParams } = new URL(String(answer.headers.location))
    expect(searchParams.get('redirect_uri')).toBe(`${publicUrl}/api/v2/openid/callback`)
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    for (const name of ['code_challenge', 'state', 'nonce']) expect(searchParams.get(name)?.length).toBeGreaterThan(20)
    expect(attributesOf(answer.headers['set-cookie'])).toEqual([
      'HttpOnly',
      'Max-Age=600',
      'Path=/api/v2/openid',
      'SameSite=Lax',
      'Secure',
    ])
  })

  it('the answer of the provider counts once, in the browser that began and with its own state, and a ticket once and in time', async () => {
    const one = await begin()
    const back = await signInAtProvider(one.address, 'liu')
    const other = await begin()
    expect(await comeBack(back, other.cookie)).toBe(failed)
    expect(await comeBack(back, '')).toBe(failed)
    const forged = new URL(back)
    forged.searchParams.set('state', new URL(other.address).searchParams.get('state') ?? '')
    expect(await comeBack(forged, other.cookie)).toBe(failed)
    const ticket = ticketIn(await comeBack(back, one.cookie))
    expect(ticket).not.toBe('')
    expect(await comeBack(back, one.cookie)).toBe(failed)
    house.clock.advance({ seconds: 61 })
    const late = await house.nobody.call(openOpenIdSession, { body: { ticket } }, { cookie: one.cookie })
    expect(late.message).toBe('openid.attempt-over')

    groupsOf['liu'] = ['reception']
    const again = await begin()
    const fresh = ticketIn(await comeBack(await signInAtProvider(again.address, 'liu'), again.cookie))
    const use = () => house.nobody.call(openOpenIdSession, { body: { ticket: fresh } }, { cookie: again.cookie })
    expect((await Promise.all([use(), use()])).map(({ message }) => message).toSorted()).toEqual([
      'openid.attempt-over',
      'success',
    ])
  })

  it('a ticket works only in the browser that began: a link with one signs nobody in elsewhere', async () => {
    groupsOf['liu'] = ['reception']
    const attacker = await begin()
    const victim = await begin()
    const ticket = ticketIn(await comeBack(await signInAtProvider(attacker.address, 'liu'), attacker.cookie))
    const use = (headers: Record<string, string>) => house.nobody.call(openOpenIdSession, { body: { ticket } }, headers)
    expect((await use({})).message).toBe('openid.attempt-over')
    expect((await use({ cookie: victim.cookie })).message).toBe('openid.attempt-over')
    // Refused elsewhere, it is not used up.
    expect((await use({ cookie: attacker.cookie })).status).toBe(200)
  })
})

it('the highest role of the groups counts, and names of the language itself are no groups', () => {
  const settings = { roleOfGroup: { a: 'visitorAdmin', b: 'subAdmin' } as const }
  expect(roleOfGroups(settings, ['a', 'b'])).toBe('subAdmin')
  expect(roleOfGroups(settings, ['constructor', 'toString'])).toBeUndefined()
})
