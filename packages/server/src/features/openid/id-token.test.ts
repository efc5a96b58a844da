import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openIdProvider, type Secrets } from './openid-provider.ts'

/*
 * A small provider over real HTTP whose ID tokens are as each case wants them: tokens that `oidc-provider` would never
 * sign.
 */

const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })

let server: Server
let issuer: string
let idToken = ''
let keysAsked = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    const pages: Record<string, () => object> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        // A provider that claims to support everything: a token that is not signed with its key is refused all the
        // same.
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      }),
      '/jwks': () => {
        keysAsked += 1
        return { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' }] }
      },
      '/token': () => ({ access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: idToken }),
    }
    const page = pages[request.url ?? '']
    response.writeHead(page ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(page?.() ?? {}))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  keysAsked = 0
})

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const nowSeconds = () => Math.floor(Temporal.Now.instant().epochMilliseconds / 1000)
const claimsFor = (nonce: string) => ({
  iss: issuer,
  aud: 'gatehouse',
  sub: 'ada',
  nonce,
  iat: nowSeconds(),
  exp: nowSeconds() + 60,
  preferred_username: 'ada@office',
})

type Claims = Partial<ReturnType<typeof claimsFor>>
const signedBy = (key: KeyObject, claims: Claims, header: object = { alg: 'RS256', kid: 'own' }) => {
  const text = `${part(header)}.${part(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

/** A sign-in whose ID token is made from the right claims. */
async function signIn(make: (claims: ReturnType<typeof claimsFor>) => string) {
  const provider = openIdProvider({
    issuer: new URL(issuer),
    clientId: 'gatehouse',
    clientSecret: 'secret',
    scope: 'openid',
    groupsClaim: 'groups',
    roleOfGroup: {},
    label: '',
    redirectUri: 'https://gate.example.com/callback',
    loginPage: 'https://gate.example.com/login',
  })
  const { secrets }: { secrets: Secrets } = await provider.begin()
  idToken = make(claimsFor(secrets.nonce))
  return provider.finish(`code=one&state=${secrets.state}`, secrets)
}

describe('an ID token', () => {
  it('an ID token signed with the key of the provider identifies the user', async () => {
    expect(await signIn((claims) => signedBy(own.privateKey, claims))).toMatchObject({
      subject: `${issuer}/ ada`,
      account: 'ada@office',
    })
    expect(keysAsked).toBe(1)
  })

  it.each<[string, string, (claims: ReturnType<typeof claimsFor>) => string]>([
    ['signed with a foreign key', 'OAUTH_INVALID_RESPONSE', (claims) => signedBy(foreign.privateKey, claims)],
    [
      'of a key that the provider does not have',
      'OAUTH_KEY_SELECTION_FAILED',
      (claims) => signedBy(own.privateKey, claims, { alg: 'RS256', kid: 'x' }),
    ],
    ['without a signature', 'OAUTH_UNSUPPORTED_OPERATION', (claims) => `${part({ alg: 'none' })}.${part(claims)}.`],
    [
      'signed with the public key as if it were a secret',
      'OAUTH_UNSUPPORTED_OPERATION',
      (claims) => {
        const text = `${part({ alg: 'HS256', kid: 'own' })}.${part(claims)}`
        const key = own.publicKey.export({ type: 'spki', format: 'pem' })
        return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
      },
    ],
    [
      'whose claims were changed after it was signed',
      'OAUTH_INVALID_RESPONSE',
      (claims) => {
        const [header, , signature] = signedBy(own.privateKey, claims).split('.')
        return `${header}.${part({ ...claims, sub: 'eve' })}.${signature}`
      },
    ],
    [
      'for another client',
      'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
      (claims) => signedBy(own.privateKey, { ...claims, aud: 'another' }),
    ],
    [
      'of another issuer',
      'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
      (claims) => signedBy(own.privateKey, { ...claims, iss: 'https://evil.example' }),
    ],
    [
      'with the nonce of another sign-in',
      'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
      (claims) => signedBy(own.privateKey, { ...claims, nonce: 'other' }),
    ],
    [
      'that has expired',
      'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
      (claims) => signedBy(own.privateKey, { ...claims, exp: nowSeconds() - 600 }),
    ],
  ])('an ID token is refused: %s', async (_, code, make) => {
    await expect(signIn(make)).rejects.toMatchObject({ code })
  })

  it('an ID token that names nobody is refused', async () => {
    const answer = signIn((claims) => signedBy(own.privateKey, { ...claims, sub: '' }))
    await expect(answer).rejects.toThrow('Too small: expected string to have >=1 characters')
  })

  it.each(['a\u0000b', 'a\u007fb', 'a\ud800b'])(
    'an ID token that names somebody with text that cannot be stored is refused: %j',
    async (sub) => {
      await expect(signIn((claims) => signedBy(own.privateKey, { ...claims, sub }))).rejects.toThrow('Invalid string')
    },
  )
})
