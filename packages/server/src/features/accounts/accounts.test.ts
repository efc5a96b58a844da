import {
  createAccount,
  deleteAccount,
  endAccountSessions,
  endOwnSessions,
  getAccountDetail,
  handOver,
  listAccounts,
  listAccountSessions,
  listOwnSessions,
  resetPassword,
  updateAccount,
  updateProfile,
} from '@gatehouse/contract/features/accounts.ts'
import { changePassword, getAccount, getRsaKey } from '@gatehouse/contract/features/auth.ts'
import { getOperation, listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse, testPassword } from '../../../test/gatehouse.ts'
import { encryptPassword } from '@gatehouse/testkit/encrypt-password.ts'
import { logIn } from '../../../test/log-in.ts'
import { startMailServer, type TestMailServer, mailText } from '@gatehouse/testkit/mail-server.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { readConfig } from '../../lib/config.ts'
import { resetSuperAdminCommand } from './account-commands.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  admin = await house.asRole('superAdmin')
})

let count = 0
type Role = 'mainAdmin' | 'subAdmin' | 'deviceAdmin' | 'visitorAdmin'
const input = (role: Role = 'subAdmin') => ({
  account: `1380000${String(++count).padStart(4, '0')}`,
  name: `Person ${count}`,
  role,
  email: `person${count}@example.com`,
})
const create = (role?: Role) => admin.ask(createAccount, { body: input(role) })

async function proof(caller: Caller, password = testPassword) {
  const key = await caller.ask(getRsaKey)
  return { rsa_id: key.rsa_id, password: encryptPassword(key, password) }
}

/** A created account, signed in with a password of its own. */
async function settled(role?: Role) {
  const { account, password } = await create(role)
  const { data } = await logIn(house.nobody, account.account, password ?? '')
  const caller = house.withToken(data.token)
  const key = await caller.ask(getRsaKey)
  const body = {
    rsa_id: key.rsa_id,
    oldPassword: encryptPassword(key, password ?? ''),
    newPassword: encryptPassword(key, testPassword),
  }
  await caller.ask(changePassword, { body })
  return { account, caller }
}

const lastLine = async (event: string) => {
  const { items } = await admin.ask(listOperations, { query: { module: 'account', size: 50 } })
  return admin.ask(getOperation, { params: { id: items.find((line) => line.event === event)!.id } })
}

describe('an account', () => {
  it('[BU-02] an account is created with its role and an e-mail; without a mail server its initial password is shown once', async () => {
    const { account, sentTo, password } = await create('deviceAdmin')
    expect(account).toMatchObject({ role: { id: 3, name: 'deviceAdmin' }, isDisabled: false, mustChangePassword: true })
    expect(sentTo).toBeNull()
    expect(password).toMatch(/^[A-Za-z0-9]{14}$/)
    const { data } = await logIn(house.nobody, account.account, password!)
    expect(data.mustChangePassword).toBe(true)
    const everything = JSON.stringify([
      await admin.ask(listAccounts),
      await admin.ask(getAccountDetail, { params: { id: account.id } }),
      await lastLine('create'),
    ])
    expect(everything).not.toContain(password)
    expect(await lastLine('create')).toMatchObject({
      item: account.account,
      facts: { role: 'deviceAdmin', way: 'screen' },
    })
  })

  it('[BU-02] an account keeps its name and e-mail for ever; another account of the same name is refused, also in capitals', async () => {
    const { account } = await create()
    for (const fixed of [{ email: 'other@example.com' }, { account: 'other' }]) {
      const answer = await admin.call(updateAccount, { params: { id: account.id }, body: { name: 'Other', ...fixed } })
      expect(answer.message).toBe('request.unknown-key')
    }
    const changed = await admin.ask(updateAccount, { params: { id: account.id }, body: { name: 'Other' } })
    expect(changed).toMatchObject({ name: 'Other', email: account.email, account: account.account })
    await admin.ask(createAccount, { body: { ...input(), account: 'li.wei' } })
    const second = await admin.call(createAccount, { body: { ...input(), account: 'LI.Wei' } })
    expect(second.message).toBe('account.taken')
    // A Cyrillic letter, and a wide one: the operation log would show two people as one.
    for (const account of ['l\u0456.wei', 'l\uff49.wei'])
      expect((await admin.call(createAccount, { body: { ...input(), account } })).message).toBe('account.taken')
  })

  it.each([
    { account: 'a b' },
    { account: 'x' },
    // The login page refuses it.
    { account: 'Test' },
    { email: 'nobody' },
    { email: 'a@b.c\r\nBcc: x@y.z' },
    { role: 'superAdmin' },
  ])('[BU-02] an account is refused with %j', async (wrong) => {
    const answer = await admin.call(createAccount, { body: { ...input(), ...wrong } as ReturnType<typeof input> })
    expect(answer.message).toBe('request.invalid')
  })

  it('[BU-02] an account that is disabled or reset is signed out at once; its audit entry says what changed', async () => {
    const { account, caller } = await settled()
    const params = { id: account.id }
    expect((await caller.call(listDepartments)).status).toBe(200)
    await admin.ask(updateAccount, { params, body: { isDisabled: true, role: 'mainAdmin' } })
    expect((await caller.call(getAccount)).status).toBe(401)
    expect(await lastLine('update')).toMatchObject({
      changes: { isDisabled: { from: false, to: true }, role: { from: 'subAdmin', to: 'mainAdmin' } },
    })
    expect((await logIn(house.nobody, account.account, testPassword)).message).toBe('auth.account-disabled')
    await admin.ask(updateAccount, { params, body: { isDisabled: false } })
    const again = house.withToken((await logIn(house.nobody, account.account, testPassword)).data.token)
    const { password } = await admin.ask(resetPassword, { params })
    expect((await again.call(getAccount)).status).toBe(401)
    expect((await logIn(house.nobody, account.account, testPassword)).message).toBe('auth.wrong-credentials')
    expect((await logIn(house.nobody, account.account, password!)).data.mustChangePassword).toBe(true)
  })

  it('[BU-02] an account that is deleted is gone with its sessions; its audit entries keep its name', async () => {
    const { account, caller } = await settled()
    await admin.ask(deleteAccount, { params: { id: account.id } })
    expect((await caller.call(getAccount)).status).toBe(401)
    expect((await admin.call(getAccountDetail, { params: { id: account.id } })).message).toBe('account.not-found')
    const { items } = await admin.ask(listOperations, { query: { operatorId: account.id } })
    expect(items.map(({ operator, event }) => [operator.name, event])).toContainEqual([
      account.account,
      'change-password',
    ])
  })

  it('an account is found by keyword, role and state', async () => {
    const { account } = await create('visitorAdmin')
    const found = async (query: object) =>
      (await admin.ask(listAccounts, { query: { ...query, size: 200 } })).items.map(({ id }) => id)
    expect(await found({ keyword: account.email ?? '' })).toEqual([account.id])
    expect(await found({ keyword: '%' })).toEqual([])
    expect(await found({ role: 'visitorAdmin', state: 'initial-password' })).toContain(account.id)
    expect(await found({ role: 'visitorAdmin', state: 'disabled' })).not.toContain(account.id)
  })

  it('[PERM-03] the account of the super admin can be neither disabled, lowered, reset nor deleted', async () => {
    const [own] = (await admin.ask(listAccounts, { query: { role: 'superAdmin' } })).items
    const params = { id: own!.id }
    for (const answer of [
      await admin.call(updateAccount, { params, body: { isDisabled: true } }),
      await admin.call(updateAccount, { params, body: { role: 'subAdmin' } }),
      await admin.call(resetPassword, { params }),
      await admin.call(deleteAccount, { params }),
    ])
      expect(answer.message).toBe('account.is-super-admin')
  })
})

describe('handing over', () => {
  it('[PERM-03] handing over needs the super admin’s own password, and a successor who has chosen their own', async () => {
    const fresh = await create()
    const id = fresh.account.id
    const wrong = await admin.call(handOver, { params: { id }, body: await proof(admin, 'wrong_one') })
    expect(wrong.message).toBe('auth.password-wrong')
    const early = await admin.call(handOver, { params: { id }, body: await proof(admin) })
    expect(early.message).toBe('account.cannot-take-over')
  })

  it('[PERM-03] handing over to several accounts at once leaves one super admin; the one before becomes a main admin', async () => {
    const [own] = (await admin.ask(listAccounts, { query: { role: 'superAdmin' } })).items
    const successors = [await settled(), await settled(), await settled()]
    const proofs = await Promise.all(successors.map(() => proof(admin)))
    const answers = await Promise.all(
      successors.map(({ account }, n) => admin.call(handOver, { params: { id: account.id }, body: proofs[n]! })),
    )
    expect(answers.map(({ message }) => message).toSorted()).toEqual([
      'auth.permission-denied',
      'auth.permission-denied',
      'success',
    ])
    const roles = await house.db.selectFrom('account').select(['id', 'role']).where('role', '=', 0).execute()
    expect(roles).toHaveLength(1)
    const before = await house.db
      .selectFrom('account')
      .select('role')
      .where('id', '=', own!.id)
      .executeTakeFirstOrThrow()
    expect(before.role).toBe(1)
    expect(handOver.summary).toContain('the caller becomes mainAdmin')
    const next = successors.find(({ account }) => account.id === roles[0]!.id)!
    expect((await next.caller.ask(getAccount)).role.name).toBe('superAdmin')
    expect((await admin.call(listAccounts)).status).toBe(403)
  })
})

describe('sessions', () => {
  it('the sessions of one’s own account are listed and ended, one by one or all others', async () => {
    const { account, caller } = await settled()
    const other = house.withToken((await logIn(house.nobody, account.account, testPassword)).data.token)
    const third = house.withToken((await logIn(house.nobody, account.account, testPassword)).data.token)
    const sessions = await caller.ask(listOwnSessions)
    expect(sessions).toHaveLength(3)
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    const [otherSession] = (await other.ask(listOwnSessions)).filter(({ isCurrent }) => isCurrent)
    expect(await caller.ask(endOwnSessions, { body: { sessionId: otherSession!.id } })).toEqual({ ended: 1 })
    expect((await other.call(getAccount)).status).toBe(401)
    expect((await caller.call(endOwnSessions, { body: { sessionId: otherSession!.id } })).message).toBe(
      'session.not-found',
    )
    expect(await caller.ask(endOwnSessions, { body: {} })).toEqual({ ended: 1 })
    expect((await third.call(getAccount)).status).toBe(401)
    expect((await caller.call(getAccount)).status).toBe(200)
  })

  it('the super admin sees and ends the sessions of another account; nobody reaches them by the list of their own', async () => {
    const { account, caller } = await settled()
    const params = { id: account.id }
    const [session] = await admin.ask(listAccountSessions, { params })
    const stranger = (await settled()).caller
    expect((await stranger.call(endOwnSessions, { body: { sessionId: session!.id } })).message).toBe(
      'session.not-found',
    )
    expect((await stranger.call(listAccountSessions, { params })).status).toBe(403)
    expect(await admin.ask(endAccountSessions, { params, body: {} })).toEqual({ ended: 1 })
    expect((await caller.call(getAccount)).status).toBe(401)
  })
})

it('[PERM-04] an account that is not the super admin’s sees and edits itself only', async () => {
  const { account, caller } = await settled('mainAdmin')
  expect((await caller.call(listAccounts)).status).toBe(403)
  expect((await caller.call(getAccountDetail, { params: { id: account.id } })).status).toBe(403)
  expect(await caller.ask(updateProfile, { body: { name: 'Ada' } })).toMatchObject({ name: 'Ada', role: { id: 1 } })
  expect(await lastLine('update-profile')).toMatchObject({ changes: { name: { to: 'Ada' } } })
})

describe('with a mail server', () => {
  let mailing: TestGatehouse
  let mail: TestMailServer
  beforeAll(async () => {
    mail = await startMailServer()
    const environment = { SMTP_URL: mail.url, MAIL_FROM: 'gate@example.com', PUBLIC_URL: 'https://gate.example.com' }
    mailing = await startTestGatehouse({ environment, withJobs: true })
  })
  afterAll(async () => {
    await mailing.close()
    await mail.close()
  })

  it('[BU-02] the e-mail of the account receives the initial password, and the answer does not contain it', async () => {
    const owner = await mailing.asRole('superAdmin')
    const answer = await owner.call(
      createAccount,
      { body: { ...input(), email: 'new@example.com' } },
      { language: 'ZH' },
    )
    expect(answer.data).toMatchObject({ sentTo: 'new@example.com', password: null })
    await until(() => mail.mails.length > 0)
    const [letter] = mail.mails
    expect(letter!.to).toEqual(['new@example.com'])
    const text = mailText(letter!)
    expect(text).toContain('https://gate.example.com')
    const password = /初始密码：(\S+)/.exec(text)?.[1] ?? ''
    const { data } = await logIn(mailing.nobody, answer.data.account.account, password)
    expect(data.mustChangePassword).toBe(true)
  })
})

it('the operator gives a super admin who lost everything a way back in, and the log records it', async () => {
  const { account } = await admin.ask(getAccount)
  const config = readConfig({ GATEHOUSE_DATA: house.dataFolder, DATABASE_URL: house.databaseUrl })
  const subject = `${account.toLowerCase()}|127.0.0.1`
  const at = house.clock.now()
  const blocked = { last_failure_at: at.toString(), blocked_until: at.add({ seconds: 900 }).toString() }
  await house.db
    .insertInto('login_throttle')
    .values({ subject, failures: 60, ...blocked })
    .execute()
  expect((await logIn(house.nobody, account, testPassword)).message).toBe('auth.throttled')
  const said = await resetSuperAdminCommand({}, config)
  const password = /one-time password (\S+)/.exec(said)?.[1] ?? ''
  expect((await admin.call(getAccount)).status).toBe(401)
  expect((await logIn(house.nobody, account, testPassword)).message).toBe('auth.wrong-credentials')
  expect((await logIn(house.nobody, account, password)).data).toMatchObject({ mustChangePassword: true })
  const line = house.db.selectFrom('operation_log').select(['side', 'item', 'event']).where('side', '=', 'system')
  expect(await line.execute()).toContainEqual({ side: 'system', item: account, event: 'reset-password' })
})
