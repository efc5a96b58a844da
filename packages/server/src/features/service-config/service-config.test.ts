import { createHmac } from 'node:crypto'
import * as contract from '@gatehouse/contract/features/service-config.ts'
import type { BodyInput } from '@gatehouse/contract/route.ts'
import { getServerVersion } from '@gatehouse/contract/features/server-info.ts'
import { headers, signedText, signingConstant } from '@gatehouse/contract/envelope.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { startMailServer, mailText } from '@gatehouse/testkit/mail-server.ts'
import { startTimeServer } from '../../../test/time-server.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { makeAuthority, makeServerCertificate } from '../../http/self-signed-ca.ts'
import { postMail } from '../../lib/mail.ts'
import { calibrate } from './clock-service.ts'
import { createPlatformClock } from './platform-clock.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse({ withJobs: true })
  admin = await house.asRole('mainAdmin')
})
afterAll(() => house.close())

const platformMs = () => house.gatehouse.services.clock.now().epochMilliseconds
/** Whole minutes: between the two readings of the clock a moment passes. Never minus zero. */
const minutesAhead = () => Math.round((platformMs() - machineMs()) / 60_000) + 0
const machineMs = () => house.clock.now().epochMilliseconds

describe('[BU-05] the clock, automatic', () => {
  const closing: (() => Promise<void>)[] = []
  const timeServer = async (options: Parameters<typeof startTimeServer>[0]) => {
    const server = await startTimeServer(options)
    closing.push(server.close)
    return server
  }
  afterEach(async () => {
    await admin.ask(contract.setClockAutomatic, { body: { servers: [] } })
    await Promise.all(closing.splice(0).map((close) => close()))
  })

  it('the automatic clock follows the clock of the machine until a time server is set', async () => {
    const state = await admin.ask(contract.getClockConfig)
    expect(state).toMatchObject({ mode: 'automatic', servers: [], offsetMs: 0, measured: null })
  })

  it('the automatic clock follows a time server by a real exchange, is shown, and is kept over a restart', async () => {
    const server = await timeServer({ aheadMs: 90_000, loses: 1 })
    const state = await admin.ask(contract.setClockAutomatic, { body: { servers: [server.address] } })
    expect(server.asked).toBe(2)
    expect(state.offsetMs).toBeGreaterThan(85_000)
    expect(state.offsetMs).toBeLessThan(95_000)
    expect(state.measured).toMatchObject({ server: server.address, offsetMs: state.offsetMs, failure: null })
    expect(platformMs() - machineMs()).toBeGreaterThan(85_000)
    const restarted = await createPlatformClock(house.db, house.clock)
    expect(restarted.now().epochMilliseconds - machineMs()).toBeGreaterThan(85_000)
    // A caller that signs with a wrong time is told the platform's clock, not the machine's.
    const timestamp = String(machineMs() - 260_000)
    const sign = createHmac('sha256', signingConstant).update(signedText(timestamp, '')).digest('hex')
    const signed = { [headers.timestamp]: timestamp, [headers.sign]: sign }
    const answer = await house.nobody.call(getServerVersion, {}, signed)
    expect(answer.message).toBe('request.clock-off')
  })

  it('the automatic clock accepts the answer of any time server, asks again each hour, and stays unchanged when none answers', async () => {
    const server = await timeServer({ aheadMs: 40_000 })
    const refusing = await timeServer({ stratum: 0 })
    const body = { servers: [refusing.address, server.address] }
    expect((await admin.ask(contract.setClockAutomatic, { body })).measured).toMatchObject({ server: server.address })
    server.aheadMs = 20_000
    const clock = await createPlatformClock(house.db, house.clock)
    await calibrate(house.gatehouse.services, clock)
    // The other processes follow the hint.
    await until(() => platformMs() - machineMs() < 30_000)
    await server.close()
    closing.splice(closing.indexOf(server.close), 1)
    const after = await admin.ask(contract.measureClock)
    expect(after.measured).toMatchObject({ server: null, offsetMs: null, failure: 'refused' })
    expect(after.offsetMs).toBeGreaterThan(15_000)
  })

  it('the automatic clock names an unknown time server, and refuses an invalid name', async () => {
    const ask = (server: string) => admin.call(contract.setClockAutomatic, { body: { servers: [server] } })
    expect((await ask('no-such-host.invalid')).data.measured).toMatchObject({ failure: 'unknown-name' })
    for (const server of ['', 'a b', 'http://pool.ntp.org', 'host:port', 'x\r\ny'])
      expect((await ask(server)).status).toBe(400)
  })
})

describe('[BU-05] the clock, by hand', () => {
  const set = (aheadMs: number, clientMs = machineMs()) =>
    admin.call(contract.setClockManual, {
      body: { at: Temporal.Instant.fromEpochMilliseconds(clientMs + aheadMs).toString(), clientMs },
    })

  it.each([-48, 48])(
    'a clock that is set by hand moves the platform by %i hours, and ends no session',
    async (hours) => {
      const wanted = machineMs() + hours * 3_600_000
      expect((await set(0, wanted)).data).toMatchObject({ mode: 'manual' })
      expect(minutesAhead()).toBe(hours * 60)
      await admin.ask(contract.setClockAutomatic, { body: { servers: [] } })
      expect(minutesAhead()).toBe(0)
    },
  )

  it('a clock that is set by hand is refused when it is more than 60 s from the clock of the administrator, and the refusal says to set that clock first', async () => {
    expect((await set(60_000)).status).toBe(200)
    for (const aheadMs of [61_000, -61_000, 86_400_000]) {
      const answer = await set(aheadMs)
      expect([answer.message, answer.data]).toEqual(['clock.too-far', { seconds: Math.abs(aheadMs / 1000), limit: 60 }])
      expect(answer.desc).toContain('Set the clock of your computer first')
    }
    await admin.ask(contract.setClockAutomatic, { body: { servers: [] } })
  })

  it.each(['2100-01-01T00:00:00Z', '2019-12-31T23:59:59Z'])(
    'a clock that is set by hand is refused at %s, when the licence does not hold and nobody could sign in to set it back',
    async (at) => {
      const answer = await set(0, Temporal.Instant.from(at).epochMilliseconds)
      expect([answer.message, answer.data]).toEqual([
        'clock.outside-licence',
        { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' },
      ])
      expect(answer.desc).toContain('from 2020-01-01 to 2100-01-01:')
      expect(minutesAhead()).toBe(0)
    },
  )
})

describe('[BU-05] the mail server', () => {
  type Settings = BodyInput<typeof contract.setMailConfig>
  const settings: Settings = {
    serverHost: '127.0.0.1',
    port: 25,
    security: 'none',
    account: null,
    password: null,
    sender: 'gate@example.com',
    senderName: '门禁',
    certificateAuthority: null,
  }
  const send = (to = 'somebody@example.com') => admin.call(contract.sendTestMail, { body: { to } })

  it('no mail server is set at first, and a test mail says so', async () => {
    expect(await admin.ask(contract.getMailConfig)).toEqual({ source: 'none', config: null })
    expect((await send()).message).toBe('mail.not-set')
  })

  it.each(['starttls', 'tls'] as const)(
    'the mail server accepts a test mail over %s with an account, and never without the right certificate or password',
    async (security) => {
      const authority = await makeAuthority()
      const certificate = await makeServerCertificate(authority, { names: ['localhost'], addresses: ['127.0.0.1'] })
      const login = { user: 'gate', password: 'a secret, änd more' }
      const smtp = await startMailServer({ security, certificate, login })
      const own: Settings = { ...settings, port: smtp.port, security, account: login.user }
      const set = (change: Partial<Settings>) => admin.ask(contract.setMailConfig, { body: { ...own, ...change } })
      await set({ password: login.password })
      expect((await send()).message).toBe('mail.tls-failed')
      await set({ password: 'wrong', certificateAuthority: authority.cert.trim() })
      const refused = await send()
      expect([refused.message, refused.desc]).toEqual(['mail.login-refused', expect.stringContaining('wrong account')])
      await set({ password: login.password, certificateAuthority: authority.cert.trim() })
      // The password is kept if it is not given again.
      await set({ certificateAuthority: authority.cert.trim(), senderName: 'Gate, "North"' })
      expect((await send()).status).toBe(200)
      expect(smtp.mails).toHaveLength(1)
      const [mail] = smtp.mails
      expect(mail?.to).toEqual(['somebody@example.com'])
      expect(mail?.source).toContain('From: "Gate, \\"North\\"" <gate@example.com>')
      expect(mail && mailText(mail)).toContain('This is the test mail')
      await smtp.close()
    },
  )

  it('the mail server is never spoken to unencrypted if TLS is required', async () => {
    const smtp = await startMailServer()
    await admin.ask(contract.setMailConfig, { body: { ...settings, port: smtp.port, security: 'starttls' } })
    expect((await send()).message).toBe('mail.tls-failed')
    await admin.ask(contract.setMailConfig, { body: { ...settings, port: smtp.port, security: 'tls' } })
    expect((await send()).desc).toBe(
      'No secure connection to the mail server: wrong version number. Check the kind of encryption and the certificate.',
    )
    expect(smtp.mails).toEqual([])
    await smtp.close()
    expect((await send()).message).toBe('mail.unreachable')
  })

  it('the mail server’s password stays secret: no answer, no log, and no other server ever gets it', async () => {
    const own: Settings = { ...settings, account: 'gate', port: 2525 }
    const first = await admin.ask(contract.setMailConfig, { body: { ...own, password: 'Hidden_horse_9' } })
    expect(first).toMatchObject({ source: 'console', config: { hasPassword: true } })
    const change = (change: Partial<Settings>) => admin.call(contract.setMailConfig, { body: { ...own, ...change } })
    const elsewheres: Partial<Settings>[] = [{ serverHost: 'evil.example.com' }, { port: 26 }, { account: 'other' }]
    for (const elsewhere of [...elsewheres, { security: 'tls' as const }])
      expect((await change(elsewhere)).message).toBe('mail.password-needed')
    expect((await change({ sender: 'door@example.com' })).status).toBe(200)
    const lines = await house.db
      .selectFrom('operation_log')
      .selectAll()
      .where('module', '=', 'service-config')
      .execute()
    const seen = JSON.stringify([lines, await admin.ask(contract.getMailConfig)])
    expect(seen).toContain('door@example.com')
    expect(seen).not.toContain('Hidden_horse_9')
    expect(await admin.ask(contract.deleteMailConfig)).toEqual({ source: 'none', config: null })
  })

  it.each(['no address', 'a@b', 'a@example.com\r\nBcc: all@example.com', 'a@example.com, b@example.com'])(
    'an address like %j is refused: Email format incorrect',
    async (to) => {
      const answer = await send(to)
      expect([answer.status, answer.data]).toMatchObject([400, { issues: [{ path: 'to', code: 'email-form' }] }])
      const sender = await admin.call(contract.setMailConfig, { body: { ...settings, sender: to } })
      expect(sender.data).toMatchObject({ issues: [{ path: 'sender', code: 'email-form' }] })
    },
  )

  it('the mail server gets every mail from then on, and text of people adds no header and no second recipient', async () => {
    const smtp = await startMailServer()
    await admin.ask(contract.setMailConfig, { body: { ...settings, port: smtp.port } })
    await postMail(house.gatehouse.services, {
      to: 'one@example.com',
      subject: 'Visit of Mallory\r\nBcc: all@example.com\r\n\r\nforged body',
      text: 'Good morning.',
    })
    const [mail] = await until(() => smtp.mails.length > 0 && smtp.mails)
    expect(mail?.to).toEqual(['one@example.com'])
    const head = mail?.source.split('\r\n\r\n')[0] ?? ''
    expect(head).not.toMatch(/^bcc:/im)
    expect(head).toMatch(/^Subject: Visit of Mallory Bcc: all@example.com/m)
    await admin.ask(contract.deleteMailConfig)
    await smtp.close()
  })

  it('a certificate that is none, and a host with spaces, are refused', async () => {
    const set = (change: Partial<Settings>) => admin.call(contract.setMailConfig, { body: { ...settings, ...change } })
    const pem = '-----BEGIN CERTIFICATE-----\nbm90IG9uZQ==\n-----END CERTIFICATE-----'
    expect((await set({ certificateAuthority: pem })).message).toBe('mail.certificate-invalid')
    expect((await set({ certificateAuthority: 'trust me' })).status).toBe(400)
    for (const host of ['a b', 'smtp://host', 'host\r\nX: y', ''])
      expect((await set({ serverHost: host })).status).toBe(400)
  })
})
