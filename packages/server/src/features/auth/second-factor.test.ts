import {
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  listAccounts,
  offerSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
} from '@gatehouse/contract/features/accounts.ts'
import { getAccount, getRsaKey, login } from '@gatehouse/contract/features/auth.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse, testPassword } from '../../../test/gatehouse.ts'
import { encryptPassword } from '@gatehouse/testkit/encrypt-password.ts'

let house: TestGatehouse
beforeAll(async () => {
  house = await startTestGatehouse()
})
afterAll(() => house.close())

async function proof(caller: Caller, password = testPassword) {
  const key = await caller.ask(getRsaKey)
  return { rsa_id: key.rsa_id, password: encryptPassword(key, password) }
}
const codeOf = (secret: string, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: house.clock.now().add({ seconds }).epochMilliseconds,
  })

async function enter(account: string, code?: string) {
  const key = await house.nobody.ask(getRsaKey)
  const body = { account, password: encryptPassword(key, testPassword), rsa_id: key.rsa_id, ...(code ? { code } : {}) }
  return house.nobody.call(login, { body })
}

/** An account whose second factor is on. */
async function guarded() {
  const caller = await house.asRole('subAdmin')
  const { account, id } = await caller.ask(getAccount)
  const { secret, uri } = await caller.ask(offerSecondFactor, { body: await proof(caller) })
  const { recoveryCodes } = await caller.ask(confirmSecondFactor, { body: { code: codeOf(secret) } })
  // The code of these 30 seconds is used up by the confirmation.
  house.clock.advance({ seconds: 30 })
  return { caller, account, id, secret, uri, recoveryCodes }
}

it('a second factor needs the own password, counts only once confirmed, and is then asked for at the login', async () => {
  const caller = await house.asRole('subAdmin')
  const { account } = await caller.ask(getAccount)
  expect((await caller.call(offerSecondFactor, { body: await proof(caller, 'wrong_one') })).message).toBe(
    'auth.password-wrong',
  )
  expect((await caller.call(confirmSecondFactor, { body: { code: '123456' } })).message).toBe(
    'second-factor.not-offered',
  )
  const { secret, uri } = await caller.ask(offerSecondFactor, { body: await proof(caller) })
  expect(uri).toMatch(/^otpauth:\/\/totp\/Gatehouse:subAdmin\d+\?.*secret=/)
  expect((await enter(account)).status).toBe(200)
  expect((await caller.call(confirmSecondFactor, { body: { code: '000000' } })).message).toBe(
    'second-factor.code-wrong',
  )
  const { recoveryCodes } = await caller.ask(confirmSecondFactor, { body: { code: codeOf(secret) } })
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(await caller.ask(getSecondFactor)).toMatchObject({ state: 'on', recoveryCodesLeft: 10 })
  house.clock.advance({ seconds: 30 })
  expect((await enter(account)).message).toBe('auth.code-required')
  expect((await enter(account, codeOf(secret))).status).toBe(200)
})

it('a second factor accepts a code once: a replayed, raced or older code is refused', async () => {
  const { account, secret } = await guarded()
  const code = codeOf(secret)
  const older = codeOf(secret, -30)
  const answers = await Promise.all([enter(account, code), enter(account, code), enter(account, code)])
  expect(answers.map(({ message }) => message).toSorted()).toEqual(['auth.code-wrong', 'auth.code-wrong', 'success'])
  expect((await enter(account, older)).message).toBe('auth.code-wrong')
  house.clock.advance({ seconds: 30 })
  expect((await enter(account, codeOf(secret, -90))).message).toBe('auth.code-wrong')
  expect((await enter(account, codeOf(secret))).status).toBe(200)
})

it('the guessing of codes is slowed down as that of passwords is', async () => {
  house.clock.hold()
  const { account, secret } = await guarded()
  for (let n = 0; n < 5; n++) expect((await enter(account, `00000${n}`)).message).toBe('auth.code-wrong')
  for (let n = 0; n < 3; n++) expect((await enter(account, codeOf(secret))).message).toBe('auth.throttled')
  const admin = await house.asRole('superAdmin')
  const { items } = await admin.ask(listOperations, { query: { event: 'turn-away' } })
  expect(items).toMatchObject([{ item: account, errorCode: 'auth.throttled' }])
})

it('a recovery code works once, however it is typed; new codes replace the old ones', async () => {
  const { account, caller, secret, recoveryCodes } = await guarded()
  const typed = recoveryCodes[0]!.toLowerCase().replaceAll('-', ' ')
  expect((await enter(account, typed)).status).toBe(200)
  expect((await enter(account, typed)).message).toBe('auth.code-wrong')
  expect((await caller.ask(getSecondFactor)).recoveryCodesLeft).toBe(9)
  const renewed = await caller.ask(renewRecoveryCodes, { body: { code: codeOf(secret) } })
  expect((await enter(account, recoveryCodes[1])).message).toBe('auth.code-wrong')
  expect((await enter(account, renewed.recoveryCodes[1])).status).toBe(200)
})

it('a second factor is switched off with a code, or by the super admin when the phone is lost, which ends the sessions', async () => {
  const one = await guarded()
  expect((await one.caller.call(endSecondFactor, { body: { code: '000000' } })).message).toBe('auth.code-wrong')
  expect(await one.caller.ask(endSecondFactor, { body: { code: codeOf(one.secret) } })).toMatchObject({ state: 'off' })
  expect((await enter(one.account)).status).toBe(200)

  const two = await guarded()
  const admin = await house.asRole('superAdmin')
  const listed = await admin.ask(listAccounts, { query: { keyword: two.account } })
  expect(listed.items).toMatchObject([{ hasSecondFactor: true }])
  await admin.ask(resetSecondFactor, { params: { id: two.id } })
  expect((await two.caller.call(getAccount)).status).toBe(401)
  expect((await enter(two.account)).status).toBe(200)
})

it('neither the secret nor the recovery codes are readable in the database or the operation log', async () => {
  const { secret, recoveryCodes } = await guarded()
  const bytes = Buffer.from(Secret.fromBase32(secret).buffer)
  const factors = await house.db.selectFrom('second_factor').select('secret_sealed').execute()
  expect(factors.some(({ secret_sealed }) => secret_sealed.includes(bytes))).toBe(false)
  const codes = await house.db.selectFrom('recovery_code').select('code_hash').execute()
  expect(codes.every(({ code_hash }) => code_hash.length === 32)).toBe(true)
  const lines = JSON.stringify(await house.db.selectFrom('operation_log').selectAll().execute())
  expect(lines).not.toContain(secret)
  expect(lines).not.toContain(recoveryCodes[0])
})
