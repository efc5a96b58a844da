import { createHmac } from 'node:crypto'
import { changePassword, getAccount, getRsaKey, login, logout } from '@gatehouse/contract/features/auth.ts'
import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import { listOperations, operationFacts } from '@gatehouse/contract/features/operation-log.ts'
import { getServerVersion, getUserType } from '@gatehouse/contract/features/server-info.ts'
import { signedText, signingConstant } from '@gatehouse/contract/envelope.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse, testPassword } from '../../../test/gatehouse.ts'
import { encryptPassword } from '@gatehouse/testkit/encrypt-password.ts'
import { attributesOf, knownCookie, logIn } from '../../../test/log-in.ts'
import { resetPassword } from '@gatehouse/contract/features/accounts.ts'
import { makeFirstLogin } from '../../first-login.ts'
import { waitSeconds } from '../../http/failure-count-store.ts'
import { isPasswordForm, passwordLength } from '@gatehouse/contract/password-policy.ts'
import { after } from '../../lib/clock.ts'
import { readConfig } from '../../lib/config.ts'

let test: TestGatehouse
beforeEach(async () => {
  test = await startTestGatehouse()
  test.clock.hold()
})
afterEach(() => test.close())

async function changeTo(caller: Caller, oldPassword: string, newPassword: string) {
  const key = await caller.ask(getRsaKey)
  const body = {
    rsa_id: key.rsa_id,
    oldPassword: encryptPassword(key, oldPassword),
    newPassword: encryptPassword(key, newPassword),
  }
  return caller.call(changePassword, { body })
}

describe('logging in', () => {
  it('[LOGIN-06] a login gives a token with the user and their role, and the token works', async () => {
    await test.asRole('subAdmin')
    const answer = await logIn(test.nobody, 'SUBADMIN1', testPassword)
    expect(answer).toMatchObject({
      status: 200,
      code: '200',
      data: { account: 'subAdmin1', role: { id: 2, name: 'subAdmin' } },
    })
    expect(await test.withToken(answer.data.token).ask(getAccount)).toMatchObject({ account: 'subAdmin1' })
  })

  it('[LOGIN-03] a login key works once: the same ciphertext sent again is refused', async () => {
    await test.asRole('subAdmin')
    const key = await test.nobody.ask(getRsaKey)
    const body = { account: 'subAdmin1', password: encryptPassword(key, testPassword), rsa_id: key.rsa_id }
    const [first, second] = await Promise.all([test.nobody.call(login, { body }), test.nobody.call(login, { body })])
    expect([first.message, second.message].toSorted()).toEqual(['auth.key-expired', 'success'])
    expect((await test.nobody.call(login, { body })).message).toBe('auth.key-expired')
  })

  it('an invalid login key counts for the address, never for the account, and leaves no audit entry', async () => {
    await test.asRole('subAdmin')
    const lines = async () => (await test.db.selectFrom('operation_log').select('id').execute()).length
    const before = await lines()
    const body = { account: 'subAdmin1', password: 'ab'.repeat(256), rsa_id: 'gh-rsaid-nonexistent' }
    for (let n = 0; n < 30; n++) expect((await test.nobody.call(login, { body })).message).toBe('auth.key-expired')
    expect(await lines()).toBe(before)
    for (let n = 0; n < 20; n++) expect((await test.nobody.call(login, { body })).message).toBe('auth.throttled')
    // Refused attempts share one entry.
    expect(await lines()).toBe(before + 1)
    const counts = await test.db.selectFrom('login_throttle').select('subject').execute()
    expect(counts).toEqual([{ subject: 'address|127.0.0.1' }])
  })

  it('[LOGIN-03] a login key expires after two minutes', async () => {
    await test.asRole('subAdmin')
    const key = await test.nobody.ask(getRsaKey)
    test.clock.advance({ seconds: 121 })
    const body = { account: 'subAdmin1', password: encryptPassword(key, testPassword), rsa_id: key.rsa_id }
    expect((await test.nobody.call(login, { body })).message).toBe('auth.key-expired')
  })

  it('[LOGIN-03] a damaged ciphertext, a wrong password and an unknown account get the same answer', async () => {
    await test.asRole('subAdmin')
    const key = await test.nobody.ask(getRsaKey)
    const damaged = await test.nobody.call(login, {
      body: { account: 'subAdmin1', password: 'ab'.repeat(256), rsa_id: key.rsa_id },
    })
    const wrong = await logIn(test.nobody, 'subAdmin1', 'wrong_one')
    const unknown = await logIn(test.nobody, 'nobody_here', testPassword)
    for (const answer of [damaged, wrong, unknown])
      expect([answer.status, answer.message]).toEqual([401, 'auth.wrong-credentials'])
  })

  it('[LOGIN-05] the refusal is in the language of the caller', async () => {
    const key = await test.nobody.ask(getRsaKey)
    const body = { account: 'nobody', password: encryptPassword(key, 'wrong_one'), rsa_id: key.rsa_id }
    const answer = await test.nobody.call(login, { body }, { language: 'ZH-TW' })
    expect(answer.desc).toBe('帳號或密碼錯誤。')
  })

  it('the login is slowed down after five failures of an account from one address, and a right password resets the count', async () => {
    await test.asRole('subAdmin')
    for (let i = 0; i < 4; i++)
      expect((await logIn(test.nobody, 'subAdmin1', 'wrong_one')).message).toBe('auth.wrong-credentials')
    expect((await logIn(test.nobody, 'subAdmin1', testPassword)).status).toBe(200)
    for (let i = 0; i < 5; i++)
      expect((await logIn(test.nobody, 'subAdmin1', 'wrong_one')).message).toBe('auth.wrong-credentials')
    const blocked = await logIn(test.nobody, 'subAdmin1', testPassword)
    expect([blocked.status, blocked.message]).toEqual([429, 'auth.throttled'])
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0)
    test.clock.advance({ seconds: 6 })
    expect((await logIn(test.nobody, 'subAdmin1', testPassword)).status).toBe(200)
  })

  it('the login is slowed down after five failures also when they are made at once', async () => {
    await test.asRole('subAdmin')
    const answers = await Promise.all(Array.from({ length: 12 }, () => logIn(test.nobody, 'subAdmin1', 'wrong_one')))
    expect(
      Object.groupBy(
        answers.map(({ message }) => message),
        String,
      ),
    ).toMatchObject({
      'auth.wrong-credentials': { length: 5 },
      'auth.throttled': { length: 7 },
    })
  })

  it('each period of refused attempts leaves one audit entry, however many attempts and callers there are', async () => {
    const admin = await test.asRole('superAdmin')
    const { items: before } = await admin.ask(listOperations, { query: {} })
    const since = async () => {
      const { items } = await admin.ask(listOperations, { query: { size: 200 } })
      return items.slice(0, items.length - before.length).toReversed()
    }
    await test.asRole('subAdmin')
    const wrong = (account: string, times: number) =>
      Promise.all(Array.from({ length: times }, () => logIn(test.nobody, account, 'wrong_one')))
    const minutesFromNow = (minutes: number) => after(test.clock.now(), minutes * 60)
    /** Makes the wait a long one, which does not end before the test does. */
    const lengthen = (until: string) =>
      sql`update login_throttle set blocked_until = ${until} where blocked_until > ${test.clock.now().toString()}`.execute(
        test.db,
      )
    await wrong('SubAdmin1', 5)
    const until = minutesFromNow(10)
    await lengthen(until)
    await wrong('SubAdmin1', 7)
    await wrong('subAdmin1', 3)
    const blocked = { event: 'turn-away', module: 'account', result: 'failure', errorCode: 'auth.throttled' }
    const lines = await since()
    expect(lines.slice(0, 5).map(({ event }) => event)).toEqual(Array(5).fill('login'))
    expect(lines.slice(5)).toMatchObject([
      { ...blocked, item: 'SubAdmin1', address: '127.0.0.1', operator: { kind: 'nobody', name: null } },
    ])
    const { turnedAwayUntilAt: told = '' } = operationFacts.parse(lines[5]?.facts)
    expect(Temporal.Instant.from(told).epochMilliseconds).toBe(Temporal.Instant.from(until).epochMilliseconds)
    // A new failure, a new stretch.
    test.clock.advance({ minutes: 11 })
    await wrong('subAdmin1', 1)
    await lengthen(minutesFromNow(10))
    await wrong('subAdmin1', 8)
    expect((await since()).slice(6).map(({ event }) => event)).toEqual(['login', 'turn-away'])
    // An address that is blocked is one stretch, whatever names it tries.
    for (let n = 0; n < 24; n++) await wrong(`name${n}`, 1)
    await lengthen(minutesFromNow(10))
    const known = (await since()).length
    for (let n = 100; n < 110; n++) await wrong(`name${n}`, 1)
    expect((await since()).slice(known)).toMatchObject([{ ...blocked, item: 'name100' }])
  })

  it('a clock that is set back prolongs neither a block, nor a session, nor the key of a form', async () => {
    await test.asRole('subAdmin')
    const { data } = await logIn(test.nobody, 'subAdmin1', testPassword)
    for (let i = 0; i < 5; i++) await logIn(test.nobody, 'subAdmin1', 'wrong_one')
    // The maximum number of keys of an address, from forms that were abandoned.
    const key = { private_key_sealed: Buffer.alloc(0), address: '127.0.0.1', expires_at: after(test.clock.now(), 60) }
    const left = Array.from({ length: 240 }, (_, n) => ({ ...key, id: `left ${n}` }))
    await test.db.insertInto('login_key').values(left).execute()
    test.clock.advance({ hours: -3 })
    expect((await logIn(test.nobody, 'subAdmin1', testPassword)).status).toBe(200)
    expect((await test.withToken(data.token).call(getAccount)).message).toBe('auth.session-expired')
  })

  it('the wait doubles with each failure, up to a quarter of an hour', () => {
    expect([4, 5, 6, 7, 30].map((failures) => waitSeconds(failures, 5))).toEqual([0, 5, 10, 20, 900])
  })

  it('a disabled account cannot log in, and its sessions are ended', async () => {
    const caller = await test.asRole('subAdmin')
    await test.db.updateTable('account').set({ is_disabled: true }).where('account', '=', 'subAdmin1').execute()
    expect((await logIn(test.nobody, 'subAdmin1', testPassword)).message).toBe('auth.account-disabled')
    expect((await caller.call(getAccount)).status).toBe(401)
  })

  it('a login leaves an audit entry with the account, both on success and on failure, and no secret', async () => {
    await test.asRole('subAdmin')
    await logIn(test.nobody, 'subAdmin1', testPassword)
    await logIn(test.nobody, 'subAdmin1', 'wrong_one')
    const lines = await test.db
      .selectFrom('operation_log')
      .selectAll()
      .where('event', '=', 'login')
      .orderBy('at')
      .execute()
    expect(lines.map(({ result, error_code, item, actor_name }) => [result, error_code, item, actor_name])).toEqual([
      ['success', null, 'subAdmin1', 'subAdmin1'],
      ['failure', 'auth.wrong-credentials', 'subAdmin1', null],
    ])
    expect(JSON.stringify(lines)).not.toContain(testPassword)
  })
})

/** A stranger elsewhere blocks somebody: by more wrong passwords than the account as a whole is allowed. */
async function besiege(account: string) {
  const at = { last_failure_at: test.clock.now().toString(), blocked_until: after(test.clock.now(), 900) }
  const counts = [`account|${account.toLowerCase()}`, `${account.toLowerCase()}|198.51.100.7`, 'address|198.51.100.7']
  await test.db
    .insertInto('login_throttle')
    .values(counts.map((subject) => ({ subject, failures: 60, ...at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

describe('an account that strangers try to block by wrong passwords', () => {
  it('wrong passwords of fifty strangers from many addresses block an unknown browser, and no browser in which the account signed in before', async () => {
    await test.asRole('subAdmin')
    const first = await logIn(test.nobody, 'subAdmin1', testPassword)
    const cookie = knownCookie(first)
    expect(attributesOf(first.headers['set-cookie'])).toEqual([
      'HttpOnly',
      'Max-Age=15552000',
      'Path=/api/v2',
      'SameSite=Strict',
    ])
    // The call comes from another address: the browser is accepted for its cookie, and not for its address.
    await test.db.updateTable('known_browser').set({ network: '203.0.113.9' }).execute()
    await besiege('subAdmin1')
    expect((await logIn(test.nobody, 'subAdmin1', testPassword)).message).toBe('auth.throttled')
    expect((await logIn(test.nobody, 'subAdmin1', testPassword, cookie)).status).toBe(200)
  })

  it('wrong passwords of strangers do not block the address from which the account signed in', async () => {
    await test.asRole('subAdmin')
    expect((await logIn(test.nobody, 'subAdmin1', testPassword)).status).toBe(200)
    await besiege('subAdmin1')
    expect((await logIn(test.nobody, 'subAdmin1', testPassword)).status).toBe(200)
  })

  it('a known browser does not help to guess: it has five tries of its own', async () => {
    await test.asRole('subAdmin')
    const cookie = knownCookie(await logIn(test.nobody, 'subAdmin1', testPassword))
    for (let n = 0; n < 5; n++)
      expect((await logIn(test.nobody, 'subAdmin1', 'wrong_one', cookie)).message).toBe('auth.wrong-credentials')
    expect((await logIn(test.nobody, 'subAdmin1', testPassword, cookie)).message).toBe('auth.throttled')
  })

  it('a browser is known to its own account alone, by its latest cookie, until the password changes', async () => {
    const caller = await test.asRole('subAdmin')
    await test.asRole('deviceAdmin')
    const old = knownCookie(await logIn(test.nobody, 'subAdmin1', testPassword))
    const cookie = knownCookie(await logIn(test.nobody, 'subAdmin1', testPassword, old))
    await test.db.updateTable('known_browser').set({ network: '203.0.113.9' }).execute()
    await besiege('subAdmin1')
    await besiege('deviceAdmin2')
    expect((await logIn(test.nobody, 'deviceAdmin2', testPassword, cookie)).message).toBe('auth.throttled')
    expect((await logIn(test.nobody, 'subAdmin1', testPassword, old)).message).toBe('auth.throttled')
    expect((await changeTo(caller, testPassword, 'New_secret_7')).status).toBe(200)
    await test.db.updateTable('known_browser').set({ network: '203.0.113.9' }).execute()
    expect((await logIn(test.nobody, 'subAdmin1', 'New_secret_7', cookie)).message).toBe('auth.throttled')
  })

  it('a user who is signed in may change the password while strangers are blocked', async () => {
    const caller = await test.asRole('subAdmin')
    await besiege('subAdmin1')
    expect((await changeTo(caller, testPassword, 'New_secret_7')).status).toBe(200)
  })

  it('a new initial password ends the wait, and every browser is unknown again', async () => {
    const admin = await test.asRole('superAdmin')
    await test.asRole('subAdmin')
    const { data } = await logIn(test.nobody, 'subAdmin2', testPassword)
    await besiege('subAdmin2')
    const { password } = await admin.ask(resetPassword, { params: { id: data.id } })
    expect(await test.db.selectFrom('known_browser').selectAll().execute()).toEqual([])
    expect((await logIn(test.nobody, 'subAdmin2', password ?? '')).status).toBe(200)
  })

  it('login keys that strangers take behind one address block neither others there nor a known browser', async () => {
    await test.asRole('subAdmin')
    const cookie = knownCookie(await logIn(test.nobody, 'subAdmin1', testPassword))
    const key = { private_key_sealed: Buffer.alloc(0), address: '127.0.0.1', expires_at: after(test.clock.now(), 60) }
    const hold = (count: number, name: string) =>
      test.db
        .insertInto('login_key')
        .values(Array.from({ length: count }, (_, n) => ({ ...key, id: `${name} ${n}` })))
        .execute()
    await hold(60, 'some')
    expect((await logIn(test.nobody, 'subAdmin1', testPassword)).status).toBe(200)
    await hold(180, 'more')
    expect((await test.nobody.call(getRsaKey)).message).toBe('request.too-many')
    expect((await logIn(test.nobody, 'subAdmin1', testPassword, cookie)).status).toBe(200)
  })
})

describe('the one-time password', () => {
  it('the one-time password allows only its own change, and is invalid afterwards', async () => {
    const first = await makeFirstLogin(test.db, { dataFolder: test.dataFolder, url: 'http://x', password: undefined })
    if (!first) throw new Error('no first login')
    const { data } = await logIn(test.nobody, 'admin', first.password)
    expect(data.mustChangePassword).toBe(true)
    const admin = test.withToken(data.token)
    expect((await admin.call(listDepartments)).message).toBe('auth.password-change-required')
    expect((await changeTo(admin, first.password, 'New_secret_7')).status).toBe(200)
    expect((await admin.call(listDepartments)).status).toBe(200)
    expect((await logIn(test.nobody, 'admin', first.password)).message).toBe('auth.wrong-credentials')
  })

  it('the one-time password is created once: a second start creates no second administrator', async () => {
    const options = { dataFolder: test.dataFolder, url: 'http://x', password: undefined }
    expect(await makeFirstLogin(test.db, options)).toBeDefined()
    expect(await makeFirstLogin(test.db, options)).toBeUndefined()
  })
})

it('[PERM-03] the database itself allows one super admin and no second', async () => {
  await test.asRole('superAdmin')
  const second = { account: 'second', name: 'Second', role: 0, email: null, password_hash: 'x' }
  await expect(test.db.insertInto('account').values(second).execute()).rejects.toThrow(/account__one_super_admin/)
})

describe('changing the password', () => {
  it('[BU-02] [LOGIN-01] a password has one length everywhere: what the policy allows signs in, and the refusal names it', async () => {
    const caller = await test.asRole('subAdmin')
    const longest = `Longest_${'abcdefgh9'.repeat(2)}`.slice(0, passwordLength.max)
    expect((await changeTo(caller, testPassword, longest)).status).toBe(200)
    expect((await logIn(test.nobody, 'subAdmin1', longest)).status).toBe(200)
    const refused = await changeTo(caller, longest, `${longest}xyz`)
    expect([refused.message, refused.data]).toEqual(['auth.password-weak', { min: 6, max: 25 }])
    expect(refused.desc).toContain('6-25')
  })

  it('[BU-02] the password of an unattended install has the same form', () => {
    const of = (password: string) => () => readConfig({ GATEHOUSE_ADMIN_PASSWORD: password })
    for (const length of [5, 6, 16, 17, 25, 26]) {
      const password = 'a1_b2_c3_d4_e5_f6_g7_h8_i9_'.slice(0, length)
      if (isPasswordForm(password)) expect(of(password)).not.toThrow()
      else expect(of(password)).toThrow(/6-25/)
    }
  })

  it.each([
    ['short', 'auth.password-weak'],
    ['with space 1', 'auth.password-weak'],
    ['x'.repeat(26), 'auth.password-weak'],
    ['password123', 'auth.password-weak'],
    ['subAdmin1', 'auth.password-weak'],
    [testPassword, 'auth.password-same'],
  ])('[BU-02] the password change refuses %s with %s', async (password, message) => {
    const caller = await test.asRole('subAdmin')
    expect((await changeTo(caller, testPassword, password)).message).toBe(message)
  })

  it('a new password ends every other session of the account, and keeps this one', async () => {
    const caller = await test.asRole('subAdmin')
    const other = test.withToken((await logIn(test.nobody, 'subAdmin1', testPassword)).data.token)
    expect((await changeTo(caller, testPassword, 'New_secret_7')).status).toBe(200)
    expect((await other.call(getAccount)).status).toBe(401)
    expect((await caller.call(getAccount)).status).toBe(200)
  })

  it('a change with a wrong current password is refused and counted, so that a stolen session cannot guess it', async () => {
    const caller = await test.asRole('subAdmin')
    for (let i = 0; i < 5; i++)
      expect((await changeTo(caller, 'wrong_one', 'New_secret_7')).message).toBe('auth.password-wrong')
    for (let i = 0; i < 3; i++)
      expect((await changeTo(caller, testPassword, 'New_secret_7')).message).toBe('auth.throttled')
    const admin = await test.asRole('superAdmin')
    const { items } = await admin.ask(listOperations, { query: { event: 'turn-away' } })
    expect(items).toMatchObject([{ item: 'subAdmin1', operator: { name: 'subAdmin1' }, address: '127.0.0.1' }])
  })
})

describe('a session', () => {
  it('[LOGIN-11] a session is ended on the server after the logout', async () => {
    const caller = await test.asRole('subAdmin')
    expect((await caller.call(logout)).status).toBe(200)
    expect((await caller.call(getAccount)).message).toBe('auth.session-expired')
  })

  it('[LOGIN-12] a session ends after two hours without a call, and after a day in any case', async () => {
    const idle = await test.asRole('subAdmin')
    test.clock.advance({ minutes: 121 })
    expect((await idle.call(getAccount)).status).toBe(401)
    const busy = await test.asRole('subAdmin')
    for (let hour = 0; hour < 23; hour++) {
      test.clock.advance({ hours: 1 })
      expect((await busy.call(getAccount)).status).toBe(200)
    }
    test.clock.advance({ hours: 1 })
    expect((await busy.call(getAccount)).status).toBe(401)
  })

  it('a cookie alone opens no ordinary route, so that another site cannot use it', async () => {
    const { token } = await test.asRole('subAdmin')
    const answer = await test.nobody.call(getAccount, {}, { cookie: `token=${token}` })
    expect(answer.status).toBe(401)
  })
})

describe('the shared request rules', () => {
  const signed = (token: string, timestamp: number, constant = signingConstant) => ({
    'auth-timestamp': String(timestamp),
    'auth-sign': createHmac('sha256', constant)
      .update(signedText(String(timestamp), token))
      .digest('hex'),
  })

  it('[REQ-03] a right signature is accepted; a wrong or missing one is refused', async () => {
    const caller = await test.asRole('subAdmin')
    const now = test.clock.now().epochMilliseconds
    expect((await caller.call(getAccount, {}, signed(caller.token, now))).status).toBe(200)
    expect((await caller.call(getAccount)).status).toBe(200)
    expect((await caller.call(getAccount, {}, signed(caller.token, now, 'another'))).message).toBe('request.unsigned')
    expect((await caller.call(getAccount, {}, signed('other token', now))).message).toBe('request.unsigned')
  })

  it('[REQ-03] a clock that is more than five minutes off is refused with the difference', async () => {
    const caller = await test.asRole('subAdmin')
    const late = test.clock.now().epochMilliseconds - 400_000
    const answer = await caller.call(getAccount, {}, signed(caller.token, late))
    expect(answer.message).toBe('request.clock-off')
    expect(answer.desc).toMatch(/is 400 seconds off/)
  })

  it('[REQ-04] the envelope says the same as the HTTP status', async () => {
    const good = await test.nobody.call(getServerVersion)
    expect([good.status, good.code, good.message]).toEqual([200, '200', 'success'])
    const bad = await test.nobody.call(getAccount)
    expect([bad.status, bad.code]).toEqual([401, '401'])
  })

  it('[REQ-06] the named calls answer in the shapes of the decisions', async () => {
    const caller = await test.asRole('subAdmin')
    const key = await test.nobody.ask(getRsaKey)
    expect(key).toEqual({
      empoent: '10001',
      module: expect.stringMatching(/^[0-9a-f]{512}$/),
      rsa_id: expect.any(String),
    })
    expect(await test.nobody.ask(getServerVersion)).toEqual({
      edition: 'Enterprise',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      version: expect.any(String),
    })
    expect(await caller.ask(getUserType)).toEqual({ type: 2 })
  })
})
