import { randomUUID } from 'node:crypto'
import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import { pushAlarms } from '@gatehouse/contract/device/link.ts'
import {
  addPushBrowser,
  getOwnPush,
  getPushConfig,
  maxPushBrowsers,
  removePushBrowser,
  setPushConfig,
  testPushBrowser,
} from '@gatehouse/contract/features/push/push.ts'
import { resetPassword } from '@gatehouse/contract/features/accounts.ts'
import { type Role, roles } from '@gatehouse/contract/permissions.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PairedDevice, pairTestDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { startPushService } from '@gatehouse/testkit/push-service.ts'
import { inTransaction } from '../../ctx.ts'
import { permissionsOf, pushNotices } from './push-actions.ts'

let house: TestGatehouse
let service: Awaited<ReturnType<typeof startPushService>>
let gate: PairedDevice
const callers = new Map<Role, Caller>()
const as = (role: Role) => callers.get(role)!
beforeAll(async () => {
  house = await startTestGatehouse({ withJobs: true, environment: { WEBHOOK_NETWORKS: '127.0.0.0/8' } })
  service = await startPushService()
  for (const role of roles) callers.set(role, await house.asRole(role))
  gate = await pairTestDevice(house, as('superAdmin'), 'Main entrance')
})
afterAll(async () => {
  await house.close()
  service.close()
})
beforeEach(async () => {
  await house.db.deleteFrom('push_browser').execute()
  service.pushed.length = 0
  service.status = 201
})

const contact = 'gate@example.com'
const turn = (isEnabled: boolean, namesDoors = false) =>
  as('superAdmin').ask(setPushConfig, { body: { isEnabled, namesDoors, contact } })
const add = (role: Role, browser = service.addBrowser()) =>
  as(role).ask(addPushBrowser, { body: { ...browser, language: 'en' } })
let sequence = 0
const raise = (code: number) =>
  gate.ask(pushAlarms, {
    body: {
      alarms: [
        {
          id: randomUUID(),
          sequence: ++sequence,
          code,
          state: 'raised',
          description: 'Li Wei was here',
          at: house.clock.now().round('millisecond').toString(),
          canRelease: true,
          personId: null,
          image: null,
        },
      ],
    },
  })

describe('the setting', () => {
  it('is off at first: no key, no browser can be added, and nothing is sent', async () => {
    expect(await as('mainAdmin').ask(getPushConfig)).toEqual({
      isEnabled: false,
      namesDoors: false,
      contact: '',
      browsers: 0,
    })
    expect((await as('deviceAdmin').ask(getOwnPush)).publicKey).toBeNull()
    const answer = await as('deviceAdmin').call(addPushBrowser, { body: { ...service.addBrowser(), language: 'en' } })
    expect(answer.message).toBe('push.off')
  })

  it('makes one key, which stays when it is turned off and on, and is sealed', async () => {
    await turn(true)
    const { publicKey } = await as('deviceAdmin').ask(getOwnPush)
    expect(Buffer.from(publicKey ?? '', 'base64url')).toHaveLength(65)
    await turn(false)
    await turn(true)
    expect((await as('deviceAdmin').ask(getOwnPush)).publicKey).toBe(publicKey)
    const { private_key_sealed: sealed } = await house.db
      .selectFrom('push_config')
      .selectAll()
      .executeTakeFirstOrThrow()
    // nonce, 43 letters, tag
    expect(sealed).toHaveLength(12 + 43 + 16)
  })

  it.each(['subAdmin', 'deviceAdmin', 'visitorAdmin'] as const)('is not for %s', async (role) => {
    const body = { isEnabled: true, namesDoors: true, contact }
    expect((await as(role).call(setPushConfig, { body })).message).toBe('auth.permission-denied')
  })
})

describe('a notice', () => {
  it('comes encrypted and signed for the browser alone, and names nobody and no door', async () => {
    await turn(true)
    const { publicKey } = await as('deviceAdmin').ask(getOwnPush)
    await add('deviceAdmin')
    await raise(alarmCodes.tamper)
    const pushed = await until(() => service.pushed[0], 'the notice has come')
    expect(JSON.parse(pushed.text)).toEqual({
      title: 'An alarm at a door',
      path: expect.stringMatching(/^\/device\/alarm\/[\w-]{36}$/),
      tag: expect.stringMatching(/^alarm-/),
    })
    expect(pushed.signedBy).toBe(publicKey)
    expect(pushed.claims.sub).toBe(`mailto:${contact}`)
    expect(service.refused).toEqual([])
    await until(async () => (await as('deviceAdmin').ask(getOwnPush)).browsers[0]?.lastSentAt !== null)
  })

  it('names the door where the setting allows it, in the language of the browser', async () => {
    await turn(true, true)
    await as('superAdmin').ask(addPushBrowser, { body: { ...service.addBrowser(), language: 'zh' } })
    await raise(alarmCodes['forced-open'])
    const pushed = await until(() => service.pushed[0], 'the notice has come')
    expect(JSON.parse(pushed.text)).toMatchObject({ title: 'Main entrance发生告警' })
    expect(pushed.text).not.toContain('Li Wei')
  })

  it('goes to the roles that may hear of it', async () => {
    await turn(true)
    const browsers = new Map(roles.map((role) => [role, service.addBrowser()]))
    for (const [role, browser] of browsers) await add(role, browser)
    const heard = () =>
      [...browsers]
        .filter(([, { endpoint }]) => service.pushed.some(({ path }) => endpoint.endsWith(path)))
        .map(([role]) => role)
    await inTransaction(house, (ctx) => pushNotices(ctx, [{ kind: 'visit' }]))
    await until(() => service.pushed.length === 3)
    expect(heard()).toEqual(['superAdmin', 'mainAdmin', 'visitorAdmin'])
    service.pushed.length = 0
    const blacklisted = { kind: 'alarm', id: randomUUID(), code: alarmCodes.blacklisted, door: 'Gate' } as const
    await inTransaction(house, (ctx) => pushNotices(ctx, [blacklisted]))
    await until(() => service.pushed.length === 3)
    expect(heard()).toEqual(['superAdmin', 'mainAdmin', 'subAdmin'])
    expect(permissionsOf({ ...blacklisted, code: alarmCodes.tamper })).toEqual(['alarm.read'])
  })

  it('is not sent to an account that is disabled, nor after Web Push was turned off', async () => {
    await turn(true)
    await add('mainAdmin')
    await add('superAdmin')
    const { id } = (await house.db.selectFrom('account').select('id').where('role', '=', 1).executeTakeFirst())!
    await house.db.updateTable('account').set({ is_disabled: true }).where('id', '=', id).execute()
    await inTransaction(house, (ctx) => pushNotices(ctx, [{ kind: 'visit' }]))
    await until(() => service.pushed.length === 1)
    await house.db.updateTable('account').set({ is_disabled: false }).where('id', '=', id).execute()
    await turn(false)
    await inTransaction(house, (ctx) => pushNotices(ctx, [{ kind: 'visit' }]))
    await turn(true)
    await inTransaction(house, (ctx) => pushNotices(ctx, [{ kind: 'visit' }]))
    await until(() => service.pushed.length >= 3)
    expect(service.pushed).toHaveLength(3)
  })
})

describe('browsers', () => {
  it('are listed for their account, and one that is removed is reached no longer', async () => {
    await turn(true)
    const [kept, removed] = [await add('deviceAdmin'), await add('deviceAdmin')]
    expect((await as('superAdmin').ask(getOwnPush)).browsers).toEqual([])
    expect((await as('superAdmin').call(removePushBrowser, { params: { id: removed.id } })).message).toBe(
      'push.not-found',
    )
    await as('deviceAdmin').ask(removePushBrowser, { params: { id: removed.id } })
    const { browsers } = await as('deviceAdmin').ask(getOwnPush)
    expect(browsers.map(({ id }) => id)).toEqual([kept.id])
    expect(browsers[0]?.service).toBe(new URL(service.url).host)
    expect(JSON.stringify(browsers)).not.toContain('/push/')
  })

  it('one is sent a test by its own account alone, which hears why it was not taken', async () => {
    await turn(true)
    const { id } = await add('deviceAdmin')
    const test = (role: Role) => as(role).call(testPushBrowser, { params: { id } })
    expect((await test('superAdmin')).message).toBe('push.not-found')
    expect((await test('deviceAdmin')).status).toBe(200)
    expect(service.pushed.map(({ text }) => JSON.parse(text).title)).toEqual(['A test: notices reach this browser'])
    expect((await as('deviceAdmin').ask(getOwnPush)).browsers[0]?.lastSentAt).not.toBeNull()
    service.status = 429
    expect(await test('deviceAdmin')).toMatchObject({ message: 'push.refused', data: { answer: 'HTTP 429' } })
    service.status = 410
    expect((await test('deviceAdmin')).message).toBe('push.gone')
    expect((await as('deviceAdmin').ask(getOwnPush)).browsers).toEqual([])
    await turn(false)
    expect((await test('deviceAdmin')).message).toBe('push.off')
  })

  it('one belongs to who signed in there last', async () => {
    await turn(true)
    const browser = service.addBrowser()
    await add('deviceAdmin', browser)
    await add('visitorAdmin', browser)
    expect((await as('deviceAdmin').ask(getOwnPush)).browsers).toEqual([])
    expect((await as('visitorAdmin').ask(getOwnPush)).browsers).toHaveLength(1)
  })

  it('those of an account whose password is reset are reached no longer', async () => {
    await turn(true)
    await add('deviceAdmin')
    const { account_id: id } = await house.db.selectFrom('push_browser').select('account_id').executeTakeFirstOrThrow()
    await as('superAdmin').ask(resetPassword, { params: { id } })
    expect(await house.db.selectFrom('push_browser').selectAll().execute()).toEqual([])
    callers.set('deviceAdmin', await house.asRole('deviceAdmin'))
  })

  it.each([404, 410])('one that its push service answers with %i is forgotten', async (status) => {
    await turn(true)
    await add('deviceAdmin')
    service.status = status
    await inTransaction(house, (ctx) =>
      pushNotices(ctx, [{ kind: 'alarm', id: randomUUID(), code: alarmCodes.tamper, door: 'Gate' }]),
    )
    const browsers = async () => (await as('deviceAdmin').ask(getOwnPush)).browsers
    await until(async () => (await browsers()).length === 0)
    expect(service.pushed).toHaveLength(1)
  })

  it.each([
    'https://10.0.0.5/push',
    'https://[::1]/push',
    'http://push.example.com/x',
    'http://8.8.8.8/push',
    'https://user@push.example.com/x',
  ])('one at %s is refused', async (endpoint) => {
    await turn(true)
    const body = { ...service.addBrowser(), endpoint, language: 'en' } as const
    expect((await as('deviceAdmin').call(addPushBrowser, { body })).message).toBe('push.address-forbidden')
  })

  it('one with a key that is no point of the curve is refused, and an account has no more than its share', async () => {
    await turn(true)
    const p256dh = Buffer.alloc(65, 4).toString('base64url')
    const body = { ...service.addBrowser(), p256dh, language: 'en' } as const
    expect((await as('deviceAdmin').call(addPushBrowser, { body })).message).toBe('push.key-wrong')
    const first = service.addBrowser()
    await add('deviceAdmin', first)
    for (let added = 1; added < maxPushBrowsers; added++) await add('deviceAdmin')
    const more = { ...service.addBrowser(), language: 'en' } as const
    expect((await as('deviceAdmin').call(addPushBrowser, { body: more })).message).toBe('push.too-many')
    // a browser that is in the full list can be told another language
    const known = { ...first, language: 'zh' } as const
    expect((await as('deviceAdmin').call(addPushBrowser, { body: known })).status).toBe(200)
  })
})
