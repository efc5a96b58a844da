import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'
import { encryptPassword } from '@gatehouse/testkit/encrypt-password.ts'
import { getRsaKey, login } from '@gatehouse/contract/features/auth.ts'

let house: TestGatehouse
beforeAll(async () => {
  house = await startTestGatehouse({ environment: { TRUST_PROXY: 'loopback' } })
})
afterAll(() => house.close())

/** The answer to the last of six wrong passwords, each over a connection of its own. */
async function lastOfSix(account: string, forwardedFor: (connection: number) => string) {
  let message = ''
  for (let n = 0; n < 6; n++) {
    const headers = { 'x-forwarded-for': forwardedFor(n) }
    const { data: key } = await house.nobody.call(getRsaKey, {}, headers)
    const body = { account, password: encryptPassword(key, 'wrong_one'), rsa_id: key.rsa_id }
    message = (await house.nobody.call(login, { body }, headers)).message
  }
  return message
}

it.each([
  ['with the port of each connection', (n: number) => `1.2.3.4:${5000 + n}`],
  ['with brackets and the port', (n: number) => `[2001:db8::1]:${5000 + n}`],
  ['after what the caller made up', (n: number) => `10.9.8.${n}:x, 127.0.0.1`],
])('wrong passwords of one address have to wait, if a proxy names it %s', async (title, forwardedFor) => {
  house.clock.hold()
  expect(await lastOfSix(title.slice(0, 20), forwardedFor)).toBe('auth.throttled')
})
