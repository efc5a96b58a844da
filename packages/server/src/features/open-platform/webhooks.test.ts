import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pushAlarms, pushRecords } from '@gatehouse/contract/device/link.ts'
import { acknowledgeAlarms } from '@gatehouse/contract/features/alarms.ts'
import * as contract from '@gatehouse/contract/features/open-platform.ts'
import { countRecords, deleteRecords } from '@gatehouse/contract/features/records.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildRecord, type PairedDevice, pairTestDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { buildApplication } from '../../../test/application-caller.ts'
import { type Received, signatureOf, startReceiver } from '../../../test/webhook-receiver.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { clearDeliveries } from './open-platform-jobs.ts'
import { pauseAfter } from './send-webhooks.ts'

let house: TestGatehouse
let admin: Caller
let applicationId: string
let receiver: Awaited<ReturnType<typeof startReceiver>>
let doors: PairedDevice[]
beforeAll(async () => {
  house = await startTestGatehouse({ withJobs: true, environment: { WEBHOOK_NETWORKS: '127.0.0.0/8' } })
  admin = await house.asRole('superAdmin')
  applicationId = await buildApplication(house, admin, '127.0.0.1; localhost; 10.20.30.40')
  receiver = await startReceiver()
  doors = [await pairTestDevice(house, admin, 'Front'), await pairTestDevice(house, admin, 'Back')]
})
afterAll(async () => {
  await house.close()
  receiver.close()
})
const made: string[] = []
afterEach(async () => {
  for (const id of made.splice(0)) await admin.call(contract.deleteWebhook, { params: { id } })
  receiver.received.length = 0
  receiver.answer = (_, response) => void response.writeHead(204).end()
})

type Events = ('record' | 'alarm')[]
async function subscribe(path: string, events: Events = ['record'], host = '127.0.0.1') {
  const body = { url: `http://${host}:${receiver.port}${path}`, events }
  const issued = await admin.ask(contract.createWebhook, { params: { id: applicationId }, body })
  made.push(issued.webhook.id)
  return { id: issued.webhook.id, secret: issued.secret }
}

let sequence = 0
/** Records of a door, in the order in which they were made. */
async function pass(door: PairedDevice | undefined, count: number): Promise<string[]> {
  const records = Array.from({ length: count }, () => buildRecord(++sequence))
  await door?.ask(pushRecords, { body: { records } })
  return records.map(({ id }) => id)
}
const never = (): never => {
  throw new Error('nothing came')
}
/** The events that a receiver behind another gets. */
const webhookOnly = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('webhook-')))
/** The program in docs/how-to/open-a-door-by-webhook.md, as it stands there. */
async function startHowTo(environment: Record<string, string>) {
  const page = join(import.meta.dirname, '../../../../../docs/how-to/open-a-door-by-webhook.md')
  const [, program = ''] = /^```ts\n([^]*?)^```$/m.exec(await readFile(page, 'utf8')) ?? []
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-how-to-'))
  const file = join(folder, 'receiver.ts')
  await writeFile(file, program)
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    child.kill()
    await rm(folder, { recursive: true, force: true })
  }
  const port = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.once('exit', () => reject(new Error(`the receiver ended: ${said}`)))
    child.stdout.on('data', (part: Buffer) => {
      said += part.toString()
      const [, found] = /port: (\d+)/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  return { url: `http://127.0.0.1:${port}/`, stop }
}
const deliveriesOf = async (id: string) =>
  (await admin.ask(contract.listDeliveries, { params: { id }, query: { size: 200 } })).items
const webhookOf = async (id: string) =>
  (await admin.ask(contract.getApplication, { params: { id: applicationId } })).webhooks.find((one) => one.id === id)
const idsAt = (path: string) => receiver.received.filter((one) => one.path === path).map(({ data }) => data.id)
/** Skips the pauses before the next attempts. */
async function skipPauses() {
  await sql`update webhook_delivery set retry_at = null where retry_at is not null`.execute(house.db)
  await sql`update webhook set retry_at = null where retry_at is not null`.execute(house.db)
}

describe('[BU-04] webhooks', () => {
  it('webhooks send records and alarms, signed as the Standard Webhooks specification says', async () => {
    const { id, secret } = await subscribe('/signed', ['record', 'alarm'])
    expect(secret).toMatch(/^whsec_/)
    const [recordId] = await pass(doors[0], 1)
    const at = house.clock.now().toString()
    const alarm = {
      id: crypto.randomUUID(),
      sequence: 1,
      state: 'raised' as const,
      at,
      code: 10_001,
      description: null,
      personId: null,
      canRelease: false,
      image: null,
    }
    await doors[0]?.ask(pushAlarms, { body: { alarms: [alarm] } })
    await until(() => receiver.received.length === 2)
    const [record, raised] = receiver.received.toSorted((a, b) => (a.type < b.type ? 1 : -1))
    expect(record).toMatchObject({
      type: 'record',
      data: { id: recordId, kind: 'stranger', device: { id: doors[0]?.id } },
    })
    expect(raised).toMatchObject({ type: 'alarm', data: { code: 10_001, status: 'raised' } })
    // And its later events: acknowledged by a person, and then released by the device.
    await admin.ask(acknowledgeAlarms, { body: { ids: [raised?.data.id ?? ''] } })
    await until(() => receiver.received.length === 3)
    const release = { ...alarm, sequence: 2, state: 'released' as const }
    await doors[0]?.ask(pushAlarms, { body: { alarms: [release] } })
    await until(() => receiver.received.length === 4)
    expect(receiver.received.slice(2).map(({ type, data }) => [type, data.id, data.status])).toEqual([
      ['alarm', raised?.data.id, 'acknowledged'],
      ['alarm', raised?.data.id, 'released'],
    ])
    const { headers, text } = record ?? never()
    expect(headers['webhook-signature']).toBe(signatureOf(secret, { headers, text }))
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(300)
    const log = await until(async () => {
      const all = await deliveriesOf(id)
      return all.every(({ state }) => state === 'delivered') && all
    })
    expect(log.map(({ kind, status, attempts }) => [kind, status, attempts])).toEqual([
      ['alarm', 204, 1],
      ['alarm', 204, 1],
      ['alarm', 204, 1],
      ['record', 204, 1],
    ])
    expect(JSON.stringify(log)).not.toContain('Front')
    await until(async () => (await webhookOf(id))?.state === 'healthy')
  })

  it('webhooks send each device’s events in their order, again and again until they arrive, and delay no other device', async () => {
    let isBroken = true
    const stubborn = doors[0]?.id
    receiver.answer = (one, response) =>
      void response.writeHead(isBroken && one.data.device?.id === stubborn ? 503 : 200).end()
    const { id } = await subscribe('/ordered')
    const first = await pass(doors[0], 5)
    const second = await pass(doors[1], 5)
    await until(() => second.every((one) => idsAt('/ordered').includes(one)))
    const ofFront = () => idsAt('/ordered').filter((one) => first.includes(one))
    await until(() => ofFront().length > 0)
    // No event overtakes one that has not arrived.
    expect(new Set(ofFront())).toEqual(new Set(first.slice(0, 1)))
    expect(await webhookOf(id)).toMatchObject({ waiting: 5 })
    isBroken = false
    await skipPauses()
    await until(() => first.every((one) => idsAt('/ordered').includes(one)))
    const arrivals = ofFront().filter((one, index, all) => all.indexOf(one) === index)
    expect(arrivals).toEqual(first)
    expect(idsAt('/ordered').filter((one) => second.includes(one))).toEqual(second)
    // The same event has the same id each time, so that the receiver recognises it.
    const tries = receiver.received
      .filter(({ data }) => data.id === first[0])
      .map(({ headers }) => headers['webhook-id'])
    expect(tries.length).toBeGreaterThan(1)
    expect(new Set(tries).size).toBe(1)
  })

  it('a receiver that never answers, or is unreachable, makes no other wait', async () => {
    receiver.answer = (one, response) => void (one.path === '/silent' || response.writeHead(200).end())
    const silent = await subscribe('/silent')
    const dead = await subscribe('/dead')
    await admin.ask(contract.updateWebhook, { params: { id: dead.id }, body: { url: 'http://127.0.0.1:9/' } })
    await subscribe('/lively')
    const ids = await pass(doors[0], 3)
    await until(() => idsAt('/silent').length > 0)
    await until(() => idsAt('/lively').length === 3)
    expect(idsAt('/lively')).toEqual(ids)
    await until(async () => (await webhookOf(dead.id))?.state === 'failing')
    expect(await webhookOf(dead.id)).toMatchObject({ lastProblem: 'no-connection', waiting: 3 })
    expect((await deliveriesOf(silent.id)).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
  })

  it('webhooks log an event with its record, and only for webhooks that subscribed to it', async () => {
    const alarms = await subscribe('/alarms', ['alarm'])
    const off = await subscribe('/off')
    await admin.ask(contract.updateWebhook, { params: { id: off.id }, body: { isEnabled: false } })
    await pass(doors[0], 2)
    expect([await deliveriesOf(alarms.id), await deliveriesOf(off.id)]).toEqual([[], []])
    expect((await admin.call(contract.testWebhook, { params: { id: off.id } })).message).toBe(
      'open-platform.webhook-off',
    )
  })

  it('webhooks send a test at once while they pause after failures, and leave waiting events paused as before', async () => {
    receiver.answer = (_, response) => void response.writeHead(500).end()
    const { id } = await subscribe('/paused')
    const [first] = await pass(doors[0], 1)
    await until(async () => (await webhookOf(id))?.state === 'failing')
    const inAnHour = house.clock.now().add({ hours: 1 }).toString()
    await sql`update webhook set retry_at = ${inAnHour} where id = ${id}`.execute(house.db)
    await sql`update webhook_delivery set retry_at = null where webhook_id = ${id}`.execute(house.db)
    const before = await webhookOf(id)
    const testOnce = async () => {
      const { deliveryId } = await admin.ask(contract.testWebhook, { params: { id } })
      const find = async () => (await deliveriesOf(id)).find((one) => one.id === deliveryId)
      await until(async () => (await find())?.state !== 'waiting')
      return find()
    }
    expect(await testOnce()).toMatchObject({ state: 'failed', problem: 'http-500' })
    expect(await webhookOf(id)).toMatchObject({ state: 'failing', retryAt: before?.retryAt, waiting: 1 })
    expect(idsAt('/paused').filter((one) => one === first)).toHaveLength(1)
    // The receiver is repaired, and the test proves it: no pause is left.
    receiver.answer = (_, response) => void response.writeHead(204).end()
    expect(await testOnce()).toMatchObject({ state: 'delivered' })
    await until(async () => (await webhookOf(id))?.waiting === 0)
    expect(idsAt('/paused').filter((one) => one === first)).toHaveLength(2)
  })

  it('webhooks send a test at once, and never an event that was deleted meanwhile', async () => {
    const { id } = await subscribe('/deleted')
    const { deliveryId } = await admin.ask(contract.testWebhook, { params: { id } })
    await until(() => receiver.received.some((one) => one.id === deliveryId && one.type === 'test'))
    receiver.answer = (_, response) => void response.writeHead(500).end()
    const [first, second] = await pass(doors[0], 2)
    await until(() => idsAt('/deleted').includes(first ?? ''))
    const of = { deviceId: doors[0]?.id }
    const { count: expected } = await admin.ask(countRecords, { query: of })
    await admin.ask(deleteRecords, { body: { ...of, expected } })
    await until(async () => {
      const { rows } = await sql`select from recognition_record where device_id = ${doors[0]?.id}`.execute(house.db)
      return rows.length === 0
    })
    receiver.answer = (_, response) => void response.writeHead(200).end()
    await until(async () => {
      await skipPauses()
      const log = await deliveriesOf(id)
      return log.filter(({ problem }) => problem === 'gone').length === 2
    })
    expect(idsAt('/deleted')).not.toContain(second)
  })

  it('webhooks are given up for events that the receiver refuses for good, and sent again by hand', async () => {
    receiver.answer = (_, response) => void response.writeHead(410).end()
    const { id } = await subscribe('/refused')
    const [refused, behind] = await pass(doors[1], 2)
    await until(async () => (await deliveriesOf(id)).some(({ attempts }) => attempts === 1))
    await sql`update webhook_delivery set attempts = 11 where attempts = 1 and webhook_id = ${id}`.execute(house.db)
    await skipPauses()
    await until(async () => (await deliveriesOf(id)).some(({ state }) => state === 'failed'))
    receiver.answer = (_, response) => void response.writeHead(200).end()
    await until(async () => {
      await skipPauses()
      return (await deliveriesOf(id)).find(({ subjectId }) => subjectId === behind)?.state === 'delivered'
    })
    const failed = await admin.ask(contract.listDeliveries, { params: { id }, query: { state: 'failed' } })
    expect(failed.items).toMatchObject([{ subjectId: refused, status: 410, problem: 'http-410', attempts: 12 }])
    expect(await admin.ask(contract.replayDeliveries, { params: { id }, body: {} })).toEqual({ count: 1 })
    await until(async () => (await deliveriesOf(id)).every(({ state }) => state === 'delivered'))
    const [delivered] = await deliveriesOf(id)
    expect(
      await admin.ask(contract.replayDeliveries, { params: { id }, body: { ids: [delivered?.id ?? ''] } }),
    ).toEqual({ count: 1 })
  })

  it('webhooks reach only approved hosts, and to no private address that the operator has not allowed', async () => {
    const params = { id: applicationId }
    const messageOf = async (url: string) =>
      (await admin.call(contract.createWebhook, { params, body: { url, events: ['record'] } })).message
    for (const url of [
      'http://127.0.0.2/',
      'https://example.com/',
      'http://127.0.0.1.example.com/',
      'http://localhost.evil/',
    ])
      expect(await messageOf(url), url).toBe('open-platform.webhook-host')
    for (const url of ['ftp://127.0.0.1/', 'javascript:alert(1)', 'http://user:pw@127.0.0.1/', '127.0.0.1', ''])
      expect(await messageOf(url), url).toBe('request.invalid')
    const { webhook } = await admin.ask(contract.createWebhook, {
      params,
      body: { url: 'http://10.20.30.40/', events: ['record'] },
    })
    made.push(webhook.id)
    await admin.ask(contract.testWebhook, { params: { id: webhook.id } })
    await until(async () => (await deliveriesOf(webhook.id))[0]?.problem === 'address-forbidden')
    const byName = await subscribe('/by-name', ['record'], 'localhost')
    await admin.ask(contract.testWebhook, { params: { id: byName.id } })
    await until(() => receiver.received.some(({ path }) => path === '/by-name'))
  })

  it('webhooks can open a door: the receiver of the how-to calls a relay for a person who just passed at that door', async () => {
    const relayed: string[] = []
    const relay = createServer((request, response) => {
      relayed.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
    const { secret } = await subscribe('/door')
    const controller = await startHowTo({
      WEBHOOK_SECRET: secret,
      DEVICE_ID: doors[0]?.id ?? '',
      PORT: '0',
      LATEST_SECONDS: '600',
      RELAY: `127.0.0.1:${(relay.address() as AddressInfo).port}`,
    })
    onTestFinished(async () => {
      await controller.stop()
      relay.close()
    })
    const answers: number[] = []
    const handOn = async ({ headers, text }: Pick<Received, 'headers' | 'text'>) =>
      (await fetch(controller.url, { method: 'POST', headers: webhookOnly(headers), body: text })).status
    receiver.answer = (received, response) =>
      void handOn(received).then((status) => {
        answers.push(status)
        response.writeHead(status).end()
      })
    const push = async (door: PairedDevice | undefined, opened: boolean, secondsAgo = 0) => {
      const now = Temporal.Now.instant().round('millisecond')
      const recognisedAt = now.subtract({ seconds: secondsAgo }).toString()
      const record = buildRecord(++sequence, { opened, recognisedAt })
      await door?.ask(pushRecords, { body: { records: [record] } })
      return record.id
    }
    await push(doors[0], false)
    await push(doors[0], true, 3_600)
    await push(doors[1], true)
    const letIn = await push(doors[0], true)
    await until(() => relayed.length > 0 && answers.length >= 4)
    // An answer that takes long is requested again.
    const timesTold = receiver.received.filter(({ data }) => data.id === letIn).length
    expect(relayed.length).toBeLessThanOrEqual(timesTold)
    expect(new Set(relayed)).toEqual(new Set(['/?seconds=6']))
    expect(new Set(answers)).toEqual(new Set([204]))
    const genuine = receiver.received.at(-1) ?? never()
    expect(await handOn({ ...genuine, text: `${genuine.text} ` })).toBe(401)
  })

  it('webhooks sign with both secrets while a rotation overlaps', async () => {
    const { id, secret } = await subscribe('/rotated')
    const next = await admin.ask(contract.rotateWebhook, { params: { id }, body: { overlapHours: 1 } })
    await admin.ask(contract.testWebhook, { params: { id } })
    const { headers, text } = await until(() => receiver.received[0])
    const signatures = [next.secret, secret].map((one) => signatureOf(one, { headers, text }))
    expect(headers['webhook-signature']).toBe(signatures.join(' '))
  })

  it('webhooks are tried again after growing pauses, an hour at most; old events are given up and deleted', async () => {
    expect([1, 2, 3, 4, 11, 100].map(pauseAfter)).toEqual([5, 10, 20, 40, 3600, 3600])
    const { id } = await subscribe('/old')
    receiver.answer = (_, response) => void response.writeHead(500).end()
    await pass(doors[1], 1)
    await until(async () => (await deliveriesOf(id))[0]?.attempts === 1)
    await sql`update webhook_delivery set created_at = now() - interval '8 days' where webhook_id = ${id}`.execute(
      house.db,
    )
    await clearDeliveries(house.gatehouse.services)
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'failed', problem: 'too-old' }])
    await admin.ask(contract.deleteWebhook, { params: { id } })
    await clearDeliveries(house.gatehouse.services)
    expect(
      await house.db.selectFrom('webhook_delivery').select('number').where('webhook_id', '=', id).execute(),
    ).toEqual([])
  })

  it('due webhooks are found along an index, however many wait', async () => {
    const { id } = await subscribe('/many')
    await admin.ask(contract.updateWebhook, { params: { id }, body: { isEnabled: false } })
    await sql`insert into webhook_delivery (webhook_id, device_id, kind, subject_at, subject_id)
      select ${id}::uuid, md5((n % 50)::text)::uuid, 'record', now(), uuidv7() from generate_series(1, 20000) n`.execute(
      house.db,
    )
    await sql`analyze webhook_delivery`.execute(house.db)
    const planOf = async (statement: string) => {
      const { rows } = await sql<Record<string, string>>`explain ${sql.raw(statement)}`.execute(house.db)
      return rows.map((row) => Object.values(row).join('')).join('\n')
    }
    const log = `select * from webhook_delivery where webhook_id = '${id}'`
    expect(await planOf(`${log} order by number desc limit 21`)).not.toContain('Seq Scan')
    expect(await planOf(`${log} and state = 'failed' order by number desc limit 21`)).not.toContain('Seq Scan')
    expect(await planOf(`${log} and state = 'waiting' order by device_id, number limit 1`)).toContain(
      'webhook_delivery__waiting',
    )
  })
})
