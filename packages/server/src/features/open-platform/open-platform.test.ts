import { getCompany } from '@gatehouse/contract/features/company.ts'
import * as contract from '@gatehouse/contract/features/open-platform.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { whoAmI } from '@gatehouse/contract/public-api.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { startMailServer, type TestMailServer, mailText } from '@gatehouse/testkit/mail-server.ts'
import { createApplicationCaller, operatorConfig } from '../../../test/application-caller.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { reviewDueOn } from './application-state.ts'
import { approveCommand, listApplicationsCommand, rejectCommand } from './open-platform-commands.ts'

let smtp: TestMailServer
let house: TestGatehouse
let admin: Caller
let operator: Parameters<typeof approveCommand>[1]
beforeAll(async () => {
  smtp = await startMailServer()
  const environment = { SMTP_URL: smtp.url, MAIL_FROM: 'gate@example.com', PUBLIC_URL: 'https://gate.example.com' }
  house = await startTestGatehouse({ withJobs: true, environment })
  admin = await house.asRole('superAdmin')
  operator = operatorConfig(house, environment)
})
afterAll(async () => {
  await house.close()
  await smtp.close()
})

/** Sessions end on the way. */
async function moveTo(instant: Temporal.Instant) {
  house.clock.set(instant.toString())
  admin = await house.asRole('superAdmin')
}

const draft = { type: 'server' as const, description: null, email: 'dev@example.com', language: 'en' as const }
const apply = (name: string, domain: string) =>
  admin.ask(contract.createApplication, { body: { ...draft, name, domain } })
const get = (id: string) => admin.ask(contract.getApplication, { params: { id } })
const mailTo = (subject: RegExp) => until(() => smtp.mails.find((mail) => subject.test(mail.source)))

describe('[BU-04] an application and its domain', () => {
  it('an application waits for review, is refused, applies again, is approved and changes; each result is mailed', async () => {
    const made = await apply('Canteen', ' Canteen.example.com ; 10.1.2.3；canteen.example.com')
    expect(made).toMatchObject({
      state: 'pending-review',
      domain: [],
      pendingDomain: ['canteen.example.com', '10.1.2.3'],
      whitelist: [],
      canMail: true,
    })
    const params = { id: made.id }
    const key = { name: 'Tills', scopes: ['people.read' as const] }
    expect((await admin.call(contract.createKey, { params, body: key })).message).toBe('open-platform.not-approved')

    expect(await listApplicationsCommand({}, operator)).toContain('review   canteen.example.com; 10.1.2.3')
    await expect(rejectCommand({ application: 'Canteen' }, operator)).rejects.toThrow('--reason')
    expect(await rejectCommand({ application: 'Canteen', reason: 'Who is 10.1.2.3?' }, operator)).toContain('is mailed')
    expect(await get(made.id)).toMatchObject({ state: 'failed', refusal: 'Who is 10.1.2.3?', pendingDomain: [] })
    expect(mailText(await mailTo(/Canteen was not approved/))).toContain('Reason: Who is 10.1.2.3?')
    await expect(approveCommand({ application: 'Canteen' }, operator)).rejects.toThrow('is not waiting for review')

    await admin.ask(contract.changeDomain, { params, body: { domain: 'canteen.example.com' } })
    await approveCommand({ application: made.id }, operator)
    expect(await get(made.id)).toMatchObject({ state: 'using', domain: ['canteen.example.com'], refusal: null })
    expect(mailText(await mailTo(/Canteen was approved/))).toContain('canteen.example.com')

    const same = await admin.call(contract.changeDomain, { params, body: { domain: 'canteen.example.com' } })
    expect(same.message).toBe('open-platform.same-domain')
    const changing = await admin.ask(contract.changeDomain, { params, body: { domain: 'food.example.com' } })
    expect(changing).toMatchObject({ state: 'using-change-pending', domain: ['canteen.example.com'] })
    expect(changing.whitelist).toEqual([{ entry: 'canteen.example.com', validToAt: null }])
    const refused = await rejectCommand({ application: 'Canteen', reason: 'No' }, operator)
    expect(refused).toContain('is rejected: food.example.com\nStill valid: canteen.example.com\n')
    expect(await get(made.id)).toMatchObject({ state: 'using', refusal: 'No', domain: ['canteen.example.com'] })

    const lines = await admin.ask(listOperations, { query: { module: 'open-platform', keyword: 'Canteen' } })
    const entries = lines.items.map(({ event, side, result }) => `${side} ${event} ${result}`)
    expect(entries).toEqual(
      expect.arrayContaining(['system approve success', 'system reject success', 'console change-domain failure']),
    )
  })

  it('a new domain is valid at once, and the old one for three months more', async () => {
    const { id } = await apply('Doors', '10.9.9.9')
    await approveCommand({ application: id }, operator)
    const { key, secret } = await admin.ask(contract.createKey, {
      params: { id },
      body: { name: 'Key', scopes: ['people.read'] },
    })
    const caller = createApplicationCaller(house, { appKey: key.appKey, secret })
    const from = async (address: string) => (await caller.call(whoAmI, { address })).message
    expect([await from('10.9.9.9'), await from('10.8.8.8')]).toEqual(['success', 'open-api.address-refused'])

    await admin.ask(contract.changeDomain, { params: { id }, body: { domain: '10.8.8.0/24; localhost' } })
    expect([await from('10.9.9.9'), await from('10.8.8.8')]).toEqual(['success', 'open-api.address-refused'])
    const said = await approveCommand({ application: id }, operator)
    expect([await from('10.9.9.9'), await from('10.8.8.8'), await from('127.0.0.1')]).toEqual(Array(3).fill('success'))
    const old = (await get(id)).whitelist.find(({ entry }) => entry === '10.9.9.9')
    const end = Temporal.Instant.from(old?.validToAt ?? '')
    const months = house.clock.now().toZonedDateTimeISO('UTC').add({ months: 3 }).toInstant()
    expect(Math.abs(end.since(months).total('hours'))).toBeLessThan(2)
    expect(said).toContain('Calls are now accepted from 10.8.8.0/24; localhost\n')
    const { timeZone } = await admin.ask(getCompany, {})
    const lastDay = end.toZonedDateTimeISO(timeZone).toPlainDate().toString()
    expect(said).toContain(`Still valid: 10.9.9.9 until ${lastDay}\n`)

    await moveTo(end.subtract({ minutes: 1 }))
    expect(await from('10.9.9.9')).toBe('success')
    await moveTo(end.add({ seconds: 1 }))
    expect([await from('10.9.9.9'), await from('10.8.8.8')]).toEqual(['open-api.address-refused', 'success'])
    expect((await get(id)).whitelist.map(({ entry }) => entry)).toEqual(['10.8.8.0/24', 'localhost'])
    expect(await from('10.8.9.8')).toBe('open-api.address-refused')
    await moveTo(Temporal.Now.instant())
  })

  it('the whitelist of an application accepts domains, addresses and networks, and nothing else', async () => {
    const params = { id: (await apply('Forms', 'a.example.com')).id }
    const problemOf = async (domain: string) => {
      const answer = await admin.call(contract.changeDomain, { params, body: { domain } })
      return answer.status === 200 ? 'ok' : answer.message
    }
    for (const domain of [
      'b.example.com',
      'intranet',
      '192.168.0.1;2001:db8::7',
      'x1.example',
      '10.0.0.0/8;2001:db8::/32',
    ])
      expect(await problemOf(domain), domain).toBe('ok')
    for (const domain of [
      '',
      ' ; ',
      'http://a.example.com',
      'a.example.com/path',
      'a b',
      '-a.com',
      '300.1.1.1',
      '10.0.0.0/33',
      '0.0.0.0/0',
      '::/0',
      'a.example.com/24',
      '*.a.com',
      'a@b.c',
    ])
      expect(await problemOf(domain), domain).toBe('request.invalid')
    expect(await problemOf(Array.from({ length: 21 }, (_, n) => `a${n}.example.com`).join(';'))).toBe('request.invalid')
  })

  it('the result is due on the fifth working day', () => {
    expect(reviewDueOn('2026-11-20T09:00:00Z', 'Asia/Shanghai')).toBe('2026-11-27')
    expect(reviewDueOn('2026-11-21T09:00:00Z', 'Asia/Shanghai')).toBe('2026-11-27')
    expect(reviewDueOn('2026-11-23T23:00:00Z', 'Asia/Shanghai')).toBe('2026-12-01')
  })
})

describe('keys', () => {
  it('keys of an application show their secret once, change it with an overlap, and end at once', async () => {
    const { id } = await apply('Keys', '127.0.0.1')
    await approveCommand({ application: id }, operator)
    const made = await admin.ask(contract.createKey, { params: { id }, body: { name: 'One', scopes: ['people.read'] } })
    const old = createApplicationCaller(house, { appKey: made.key.appKey, secret: made.secret })
    expect(await old.ask(whoAmI)).toMatchObject({ name: 'Keys', key: { name: 'One', scopes: ['people.read'] } })
    expect(JSON.stringify(await get(id))).not.toContain(made.secret)
    expect((await get(id)).keys[0]?.lastUsedAt).not.toBeNull()

    const params = { id: made.key.id }
    const next = await admin.ask(contract.rotateKey, { params, body: { overlapHours: 24 } })
    const fresh = createApplicationCaller(house, { appKey: next.key.appKey, secret: next.secret })
    expect(next.key.appKey).toBe(made.key.appKey)
    expect([(await old.call(whoAmI)).status, (await fresh.call(whoAmI)).status]).toEqual([200, 200])
    await moveTo(house.clock.now().add({ hours: 25 }))
    expect([(await old.call(whoAmI)).message, (await fresh.call(whoAmI)).status]).toEqual(['open-api.sign-wrong', 200])
    const at = await admin.ask(contract.rotateKey, { params, body: { overlapHours: 0 } })
    expect((await fresh.call(whoAmI)).message).toBe('open-api.sign-wrong')

    const last = createApplicationCaller(house, { appKey: at.key.appKey, secret: at.secret })
    const changed = await admin.ask(contract.updateKey, { params, body: { scopes: ['devices.read'] } })
    expect([changed.name, (await last.ask(whoAmI)).key.scopes]).toEqual(['One', ['devices.read']])
    await admin.ask(contract.deleteKey, { params })
    expect((await last.call(whoAmI)).message).toBe('open-api.key-unknown')

    const { rows } = await sql<{ line: string }>`select operation_log::text as line from operation_log`.execute(
      house.db,
    )
    const log = rows.map(({ line }) => line).join('\n')
    for (const secret of [made.secret, next.secret, at.secret]) expect(log).not.toContain(secret)
    await moveTo(Temporal.Now.instant())
  })

  it('the numbers of keys and of applications are limited', async () => {
    const { id } = await apply('Many', '127.0.0.1')
    await approveCommand({ application: id }, operator)
    const make = () => admin.call(contract.createKey, { params: { id }, body: { name: 'K', scopes: ['people.read'] } })
    const answers = await Promise.all(Array.from({ length: 23 }, make))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.find(({ status }) => status !== 200)?.message).toBe('open-platform.too-many')
    expect(
      (await admin.call(contract.createApplication, { body: { ...draft, name: 'Many', domain: 'x' } })).message,
    ).toBe('open-platform.name-taken')
    await admin.ask(contract.deleteApplication, { params: { id } })
    expect(await house.db.selectFrom('open_key').select('id').where('application_id', '=', id).execute()).toEqual([])
  })
})
