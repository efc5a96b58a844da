import { changePassword, getRsaKey, login } from '@gatehouse/contract/features/auth.ts'
import { openOpenIdSession } from '@gatehouse/contract/features/openid.ts'
import { getBranding } from '@gatehouse/contract/features/company.ts'
import { activate, getAuthorizeStatus, startTrial } from '@gatehouse/contract/features/licence.ts'
import type { Route } from '@gatehouse/contract/route.ts'
import { describe, expect, it } from 'vitest'
import { sessionUserOf } from '../../test/session-users.ts'
import { plainFactsOf } from '../../build/plain-routes.ts'
import { plainRoute } from './plain-route.ts'

const user = sessionUserOf('deviceAdmin', { email: 'ada@example.com' })
const key = { empoent: '10001', module: 'ab', rsa_id: 'k' }
const picture = { id: '0199aa2c-1a55-7c8e-9a5e-3f0f7a1f2b3c', width: 620, height: 100 }
const branding = { name: null, welcome: 'Good morning', logo: picture, background: null }
const at = '2026-11-20T08:00:00Z'
const status = {
  authorize_status: 0,
  udid: 'u',
  nobody_signed_in: false,
  trial_available: true,
  reason: 'expired',
  platform_at: at,
  valid: { from: at, to: at },
}

const pairs: [string, Route, Record<string, unknown>][] = [
  ['rsapub', getRsaKey, key],
  ['login', login, { ...user, token: 't' }],
  ['openid session', openOpenIdSession, { ...user, token: 't' }],
  ['password', changePassword, user],
  ['active', activate, { authorize_status: 1, begins_at: at }],
  ['trial', startTrial, { authorize_status: 1, begins_at: at }],
  ['branding', getBranding, branding],
  ['status', getAuthorizeStatus, status],
]

/** As the build gives it to the login page. */
const plainOf = (contract: Route) => plainRoute(plainFactsOf(contract))

describe.each(pairs)('[REQ-06] the plain route %s', (_, contract, reply) => {
  const plain = plainOf(contract)

  it('a plain route is the route of the contract', () => {
    const { method, path, prefix, bodyKind, changes } = contract
    expect(plain).toMatchObject({ method, path, prefix, bodyKind, changes })
  })

  it('a plain route accepts the reply that the contract accepts', () => {
    expect(contract.response.safeParse(reply).success).toBe(true)
    expect(plain.response.safeParse(reply)).toMatchObject({ success: true, data: reply })
  })

  it('a plain route refuses a reply with a field that is missing or of another type, as the contract does', () => {
    for (const field of Object.keys(reply)) {
      for (const wrong of [undefined, 7, [], { id: 9, name: 'nobody' }]) {
        const broken = { ...reply, [field]: wrong }
        expect(contract.response.safeParse(broken).success, `${field} = ${JSON.stringify(wrong)}`).toBe(false)
        expect(plain.response.safeParse(broken).success, `${field} = ${JSON.stringify(wrong)}`).toBe(false)
      }
    }
    for (const wrong of [null, 'text', 7]) expect(plain.response.safeParse(wrong).success).toBe(false)
  })
})

it('the status may name the OpenID provider’s button by a text and nothing else', () => {
  for (const [openid, isTaken] of [
    ['', true],
    ['Office', true],
    [undefined, true],
    [7, false],
    [null, false],
  ] as const) {
    const reply = { ...status, openid }
    expect(plainOf(getAuthorizeStatus).response.safeParse(reply).success, String(openid)).toBe(isTaken)
    expect(getAuthorizeStatus.response.safeParse(reply).success, String(openid)).toBe(isTaken)
  }
})
