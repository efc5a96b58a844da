import { deleteDepartment, createDepartment } from '@gatehouse/contract/features/departments.ts'
import { updateAccount } from '@gatehouse/contract/features/accounts.ts'
import { getAccount, logout } from '@gatehouse/contract/features/auth.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { until } from '@gatehouse/testkit/until.ts'

let test: TestGatehouse
let address: string
beforeAll(async () => {
  test = await startTestGatehouse()
  address = await test.gatehouse.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())

/** Opens the stream as an EventSource does, with the cookie, and collects its messages. */
async function openStream(token: string, query = '') {
  const stop = new AbortController()
  const response = await fetch(`${address}/api/v2/live${query}`, {
    headers: { cookie: `token=${token}` },
    signal: stop.signal,
  })
  let text = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk)
  })().catch(() => {})
  return { response, text: () => text, ended: reading, close: () => (stop.abort(), reading) }
}

describe('the live stream', () => {
  it('the live stream tells an open console what changed, without data', async () => {
    const admin = await test.asRole('superAdmin')
    const stream = await openStream(admin.token)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
    const { id } = await admin.ask(createDepartment, { body: { name: 'Secret name' } })
    await until(() => stream.text().includes('event: hint\ndata: {"topic":"departments"}'))
    expect(stream.text()).not.toContain('Secret name')
    await admin.ask(deleteDepartment, { params: { id } })
    await stream.close()
  })

  it('the live stream tells a role nothing that it may not read', async () => {
    const admin = await test.asRole('superAdmin')
    const visitors = await openStream((await test.asRole('visitorAdmin')).token)
    const all = await openStream(admin.token)
    await admin.ask(createDepartment, { body: { name: 'Another' } })
    await until(() => all.text().includes('departments'))
    expect(visitors.text()).not.toContain('departments')
    await Promise.all([visitors.close(), all.close()])
  })

  it('the live stream begins with the changes since the page started to connect', async () => {
    const admin = await test.asRole('superAdmin')
    const before = await openStream(admin.token)
    const { id } = await admin.ask(createDepartment, { body: { name: 'Just made' } })
    await until(() => before.text().includes('departments'))
    const late = await openStream(admin.token, '?ageMs=60000')
    await until(() => late.text().includes('event: hint\ndata: {"topic":"departments"}'))
    const fresh = await openStream(admin.token)
    await admin.ask(deleteDepartment, { params: { id } })
    await until(() => fresh.text().includes('departments'))
    expect(fresh.text().match(/departments/g)).toHaveLength(1)
    await Promise.all([before.close(), late.close(), fresh.close()])
  })

  it('the live stream gathers fast changes of a topic into few hints and loses none', async () => {
    const admin = await test.asRole('superAdmin')
    const stream = await openStream(admin.token)
    const { id } = await admin.ask(createDepartment, { body: { name: 'The first of many' } })
    await until(() => stream.text().includes('departments'))
    for (let n = 0; n < 20; n++) await admin.ask(createDepartment, { body: { name: `Many ${n}`, parentId: id } })
    const hints = () => stream.text().match(/departments/g)?.length ?? 0
    await until(() => hints() > 1)
    expect(hints()).toBeLessThan(10)
    await stream.close()
  })

  it('the live stream ends when the role of its account changes', async () => {
    const admin = await test.asRole('superAdmin')
    const leader = await test.asRole('mainAdmin')
    const { id } = await leader.ask(getAccount)
    const stream = await openStream(leader.token)
    await admin.ask(updateAccount, { params: { id }, body: { role: 'visitorAdmin' } })
    await stream.ended
    const again = await openStream(leader.token)
    expect(again.response.status).toBe(200)
    await again.close()
  })

  it('one session holds twenty live streams at most; beyond that the oldest ends', async () => {
    const caller = await test.asRole('visitorAdmin')
    const streams = []
    for (let n = 0; n < 20; n++) streams.push(await openStream(caller.token))
    const other = await openStream((await test.asRole('visitorAdmin')).token)
    let ended = 0
    for (const stream of [...streams, other]) void stream.ended.then(() => (ended += 1))
    const last = await openStream(caller.token)
    await streams[0]?.ended
    expect(ended).toBe(1)
    await Promise.all([...streams, other, last].map((stream) => stream.close()))
  })

  // Earlier than its next sign of life, at which it would notice without help.
  it('the live stream ends with its session, and is refused without one', { timeout: 20_000 }, async () => {
    const caller = await test.asRole('subAdmin')
    const open = await openStream(caller.token)
    await caller.ask(logout)
    await open.ended
    const stream = await openStream(caller.token)
    expect(stream.response.status).toBe(401)
    await stream.close()
  })
})
