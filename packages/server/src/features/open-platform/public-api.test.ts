import { pushAlarms, pushRecords } from '@gatehouse/contract/device/link.ts'
import { type ErrorCode, errorDefinitions } from '@gatehouse/contract/errors.ts'
import { listCommands, listDevices, sendCommand } from '@gatehouse/contract/features/devices.ts'
import { getImage } from '@gatehouse/contract/features/images.ts'
import {
  deleteKey,
  type PublicApiScope,
  publicApiScopes,
  updateKey,
} from '@gatehouse/contract/features/open-platform.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { getRecord, listRecords } from '@gatehouse/contract/features/records.ts'
import { createStaff, getStaff, listStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { createPass } from '@gatehouse/contract/features/visitor-passes.ts'
import { createVisitor } from '@gatehouse/contract/features/visitors.ts'
import { permissions } from '@gatehouse/contract/permissions.ts'
import { publicApiRoutes, scopePermissions, whoAmI } from '@gatehouse/contract/public-api.ts'
import type { Route } from '@gatehouse/contract/route.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRecord, pairTestDevice } from '../../../test/device-caller.ts'
import { listenForTerminals } from '../../../test/listen-for-terminals.ts'
import { startPairedTerminal } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { exampleOf } from '../../../test/example-of.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import {
  buildApplication,
  buildKey,
  type KeyPair,
  type ApplicationCaller,
  createApplicationCaller,
  signedHeaders,
} from '../../../test/application-caller.ts'
import { publicApiDocument } from '../../http/open-api.ts'
import { imageTypes } from '../../http/read-image-body.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'

let house: TestGatehouse
let admin: Caller
let address: string
let applicationId: string
let allKey: KeyPair
let all: ApplicationCaller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  address = await listenForTerminals(house)
  applicationId = await buildApplication(house, admin)
  allKey = await buildKey(admin, applicationId, ...publicApiScopes)
  all = createApplicationCaller(house, allKey)
})
afterAll(() => house.close())

const callerWith = async (...scopes: PublicApiScope[]) =>
  createApplicationCaller(house, await buildKey(admin, applicationId, ...scopes))
const routes = [...publicApiRoutes.values()].map((open) => ({
  ...open,
  title: `${open.route.method} /openapi${open.path}`,
}))
// A stream never ends; its own test is below.
const answering = routes.filter(({ path }) => path !== '/v1/live')
const validInput = (route: Route) => ({
  params: exampleOf(route.params) as object,
  query: exampleOf(route.query, false) as object,
  body: exampleOf(route.body) as object,
  ...(route.bodyKind === 'image' ? { image: Buffer.from('not a picture') } : {}),
})
const linesOf = (requestId: unknown) =>
  house.db.selectFrom('operation_log').selectAll().where('request_id', '=', String(requestId)).execute()

describe('[BU-04] every route of the open API', () => {
  it('every route of the open API has a method and an address of its own, and asks for permissions that exist', () => {
    expect(new Set(routes.map(({ title }) => title)).size).toBe(routes.length)
    for (const { route, scopes, title } of routes) {
      expect(scopes.length, title).toBeGreaterThan(0)
      const { permission } = route
      // One of the scopes grants the permission of the console's route; portraits have their own scope for each kind of
      // people.
      if (permission === 'session' || route === uploadPortrait) continue
      expect(permission in permissions, title).toBe(true)
      for (const scope of scopes) expect(scopePermissions[scope], title).toContain(permission)
    }
  })

  it.each(routes)('$title refuses a wrong signature, an unknown key and no signature at all', async ({ route }) => {
    const wrong = createApplicationCaller(house, { appKey: allKey.appKey, secret: 'wrong' })
    const unknown = createApplicationCaller(house, { appKey: '0123456789abcdef', secret: allKey.secret })
    const call = async (caller: ApplicationCaller, headers = {}) =>
      (await caller.call(route, { ...validInput(route), headers })).message
    expect(await call(wrong)).toBe('open-api.sign-wrong')
    expect(await call(unknown)).toBe('open-api.key-unknown')
    expect(await call(all, { sign: '' })).toBe('open-api.unsigned')
  })

  it.each(routes)('$title refuses an address that is not whitelisted', async ({ route }) => {
    const answer = await all.call(route, { ...validInput(route), address: '10.66.66.66' })
    expect([answer.status, answer.message]).toEqual([403, 'open-api.address-refused'])
  })

  it('each route of the open API refuses a key without its scope and admits one with any of its scopes', async () => {
    const key = await buildKey(admin, applicationId, 'people.read')
    const caller = createApplicationCaller(house, key)
    let held = ''
    const callWith = async (route: Route, scopes: PublicApiScope[]) => {
      if (scopes.join() !== held) await admin.ask(updateKey, { params: { id: key.id }, body: { scopes } })
      held = scopes.join()
      return (await caller.call(route, validInput(route))).message
    }
    for (const { route, scopes, title } of routes) {
      const others = publicApiScopes.filter((scope) => !scopes.includes(scope))
      if (others.length > 0) expect(await callWith(route, others), title).toBe('open-api.scope-missing')
    }
    for (const { route, scopes, title } of answering)
      for (const scope of scopes)
        expect(await callWith(route, [scope]), `${title} with ${scope}`).not.toBe('open-api.scope-missing')
  })

  it.each(answering)('[BU-03] $title leaves one line of the open API when it changes something', async ({ route }) => {
    const answer = await all.call(route, validInput(route))
    const lines = await linesOf(answer.headers['x-request-id'])
    expect(lines).toHaveLength(route.audit === undefined ? 0 : 1)
    if (lines[0])
      expect(lines[0]).toMatchObject({ side: 'open-api', actor_kind: 'application', actor_id: applicationId })
  })

  it.each(answering)('$title answers every mutation with a success or a 4xx with a known code', async ({ route }) => {
    const valid = validInput(route)
    const tries: object[] = [
      { ...valid, body: [] },
      { ...valid, body: null },
    ]
    for (const part of ['params', 'query', 'body'] as const)
      for (const name of Object.keys(exampleOf(route[part]) as object))
        for (const poison of [null, 'x'.repeat(5000)])
          tries.push({ ...valid, [part]: { ...valid[part], [name]: poison } })
    for (const input of tries) {
      const answer = await all.call(route, input)
      const isKnown = answer.status === 200 || errorDefinitions[answer.message as ErrorCode].status === answer.status
      expect(
        isKnown && answer.status < 500,
        `${JSON.stringify(input).slice(0, 200)}: ${answer.status} ${answer.message}`,
      ).toBe(true)
    }
  })

  it('the open API has a document of its own', async () => {
    const answer = await house.gatehouse.fastify.inject({ url: '/openapi/v1/openapi.json' })
    const document = answer.json<{ paths: Record<string, Record<string, object>> }>()
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(documented.toSorted()).toEqual(routes.map(({ title }) => title).toSorted())
    expect((await house.gatehouse.fastify.inject({ url: '/openapi/v1/docs' })).headers['content-type']).toContain(
      'html',
    )
  })
})

describe('the signature', () => {
  const target = '/openapi/v1/application'
  const send = (headers: Record<string, string>, url = target) =>
    house.gatehouse.fastify.inject({ url, headers, remoteAddress: '127.0.0.1' })
  const messageOf = async (answer: ReturnType<typeof send>) => (await answer).json<{ message: string }>().message

  it('the signature of a call is valid once, for this call, and for five minutes', async () => {
    const headers = signedHeaders(allKey, { method: 'GET', target })
    expect(await messageOf(send(headers))).toBe('success')
    expect(await messageOf(send(headers))).toBe('open-api.replayed')
    expect(await messageOf(send(signedHeaders(allKey, { method: 'GET', target }), `${target}?x=1`))).toBe(
      'open-api.sign-wrong',
    )
    expect(await messageOf(send(signedHeaders(allKey, { method: 'POST', target })))).toBe('open-api.sign-wrong')
    for (const minutes of [-6, 6]) {
      const at = house.clock.now().add({ minutes })
      expect(await messageOf(send(signedHeaders(allKey, { method: 'GET', target, at })))).toBe('request.clock-off')
    }
    for (const header of ['app-key', 'timestamp', 'nonce', 'sign'])
      expect(await messageOf(send({ ...signedHeaders(allKey, { method: 'GET', target }), [header]: '' })), header).toBe(
        'open-api.unsigned',
      )
    const other = { ...signedHeaders(allKey, { method: 'GET', target }), nonce: 'another-nonce' }
    expect(await messageOf(send(other))).toBe('open-api.sign-wrong')
  })

  it('one of twenty simultaneous copies of a signed call is accepted', async () => {
    const headers = signedHeaders(allKey, { method: 'GET', target })
    const messages = await Promise.all(Array.from({ length: 20 }, () => messageOf(send(headers))))
    expect(messages.filter((message) => message === 'success')).toHaveLength(1)
    expect(messages.filter((message) => message === 'open-api.replayed')).toHaveLength(19)
  })

  it('a signed call with a compressed body is refused with an explanation', async () => {
    const answer = await all.call(createStaff, {
      body: { name: 'Compressed' },
      headers: { 'content-encoding': 'gzip' },
    })
    expect(answer).toMatchObject({ status: 415, message: 'request.encoded' })
  })

  it('the signature of a call covers the body', async () => {
    const url = '/openapi/v1/staff'
    const signed = JSON.stringify({ name: 'Signed' })
    const answer = await house.gatehouse.fastify.inject({
      method: 'POST',
      url,
      remoteAddress: '127.0.0.1',
      payload: JSON.stringify({ name: 'Forged' }),
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(allKey, { method: 'POST', target: url, body: signed }),
      },
    })
    expect(answer.json()).toMatchObject({ message: 'open-api.sign-wrong' })
    expect((await admin.ask(listStaff, { query: { keyword: 'Forged' } })).items).toEqual([])
  })

  const sendForm = async (form: FormData) => {
    const url = '/openapi/v1/portraits'
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const payload = Buffer.from(await request.arrayBuffer())
    return house.gatehouse.fastify.inject({
      method: 'POST',
      url,
      payload,
      headers: {
        'content-type': request.headers.get('content-type') ?? '',
        ...signedHeaders(allKey, { method: 'POST', target: url, body: payload }),
      },
    })
  }

  it('a portrait is accepted in each way that the description names: as bytes, and in a form whose bytes are signed', async () => {
    const { paths } = publicApiDocument() as {
      paths: Record<string, { post: { requestBody: { content: object } } }>
    }
    for (const path of ['/openapi/v1/portraits', '/openapi/v1/visitors/portraits'])
      expect(Object.keys(paths[path]!.post.requestBody.content)).toEqual([...imageTypes, 'multipart/form-data'])
    const picture = new Blob([new Uint8Array(photograph(faces.franck))], { type: 'image/jpeg' })
    const form = new FormData()
    form.append('file', picture, 'franck.jpg')
    expect((await sendForm(form)).json()).toMatchObject({ code: '200', data: { id: expect.any(String) } })
    const wrong = new FormData()
    wrong.append('picture', picture, 'franck.jpg')
    expect((await sendForm(wrong)).json()).toMatchObject({ message: 'request.unknown-key', data: { keys: 'picture' } })
    const text = new FormData()
    text.append('file', 'no picture')
    expect((await sendForm(text)).json()).toMatchObject({ message: 'portrait.unreadable' })
  })

  it('a key that a route does not know is refused and named, in the query as in the body', async () => {
    const key = 'request.unknown-key'
    const misspelt = { query: { deparmentId: 'x' } as object }
    expect(await all.call(listStaff, misspelt)).toMatchObject({
      status: 400,
      message: key,
      data: { keys: 'deparmentId' },
    })
    const body = { name: 'Ada', ic_card: '1' } as { name: string }
    expect(await all.call(createStaff, { body })).toMatchObject({
      status: 400,
      message: key,
      data: { keys: 'ic_card' },
    })
  })
})

describe('third parties', () => {
  it('third parties register people with portraits; a known face is refused, and added when they insist', async () => {
    const people = await callerWith('people.write')
    const group = await all.ask(groupRoutesOf.staff.create, { body: { name: 'Canteen' } })
    const first = await people.ask(uploadPortrait, { image: photograph(faces.franck) })
    const person = await people.ask(createStaff, {
      body: { name: 'Franck', phone: '13800000001', jobId: 'F1', portraitId: first.id, groupIds: [group.id] },
    })
    expect(person).toMatchObject({ name: 'Franck', phone: '13800000001', groups: [{ name: 'Canteen' }] })
    const again = await people.ask(uploadPortrait, { image: photograph(faces.franckAgain) })
    const twin = { name: 'Frank', portraitId: again.id }
    const refused = await people.call(createStaff, { body: twin })
    expect(refused.message).toBe('portrait.duplicate-face')
    expect(refused.data).toMatchObject({ alike: [{ kind: 'staff', person: { name: 'Franck' } }] })
    const added = await people.ask(createStaff, { body: { ...twin, force: true } })
    expect((await people.ask(updateStaff, { params: { id: added.id }, body: { position: 'Cook' } })).position).toBe(
      'Cook',
    )

    // A key that may only read people sees masked numbers, and cannot change them.
    const reader = await callerWith('people.read')
    expect((await reader.ask(getStaff, { params: { id: person.id } })).phone).not.toBe('13800000001')
    expect((await reader.call(updateStaff, { params: { id: person.id }, body: {} })).message).toBe(
      'open-api.scope-missing',
    )
    expect((await reader.call(getImage, { params: { kind: 'portrait', id: first.id } })).status).toBe(200)
    const records = await callerWith('records.read')
    expect((await records.call(getImage, { params: { kind: 'portrait', id: first.id } })).status).toBe(403)

    // The rules of the console hold here too.
    expect((await people.call(createStaff, { body: { name: 'Double', jobId: 'F1' } })).message).toBe(
      'staff.job-id-taken',
    )
  })

  it('third parties give passes to visitors, open doors and read the records of that', async () => {
    const now = house.clock.now()
    const visitor = await all.ask(createVisitor, {
      body: { name: 'Guest', validFromAt: now.toString(), validToAt: now.add({ hours: 8 }).toString() },
    })
    const pass = await all.ask(createPass, { params: { id: visitor.id }, body: { maxUses: 2 } })
    expect(pass).toMatchObject({
      code: expect.stringMatching(/^GHP1\./) as string,
      createdBy: expect.stringMatching(/^Application/) as string,
    })

    const terminal = await startPairedTerminal(admin.ask, address, { name: 'Main door' })
    const [device] = (await all.ask(listDevices)).items
    expect(device).toMatchObject({ id: terminal.id, name: 'Main door' })
    const reader = await callerWith('devices.read')
    const open = { params: { id: terminal.id }, body: { kind: 'open-once' as const, reason: 'Parcel' } }
    expect((await reader.call(sendCommand, open)).message).toBe('open-api.scope-missing')
    const sent = await until(async () => {
      // The broker may see the terminal a moment later than the terminal sees the broker.
      const answer = await all.call(sendCommand, open)
      return answer.status === 200 && answer.data
    })
    expect(sent.createdBy).toMatch(/^Application/)
    await until(async () => {
      const { items } = await reader.ask(listCommands, { params: { id: terminal.id } })
      return items.find(({ id }) => id === sent.id)?.state === 'done'
    })
    await terminal.stop()

    const door = await pairTestDevice(house, admin, 'Back door')
    const record = buildRecord(1)
    await door.ask(pushRecords, { body: { records: [record] } })
    const { items } = await all.ask(listRecords, { query: { deviceId: door.id } })
    expect(items).toMatchObject([{ id: record.id, kind: 'stranger', device: { id: door.id } }])
    expect((await all.ask(getRecord, { params: { id: record.id } })).reasons).toEqual(record.reasons)
  })

  it('third parties listen to events, as far as their scopes allow, until their key ends', async () => {
    const door = await pairTestDevice(house, admin, 'Side door')
    const target = '/openapi/v1/live'
    const open = async (key: KeyPair) => {
      const stop = new AbortController()
      const headers = signedHeaders(key, { method: 'GET', target })
      const response = await fetch(`${address}${target}`, { headers, signal: stop.signal })
      let text = ''
      const reading = (async () => {
        const decoder = new TextDecoder()
        for await (const chunk of response.body ?? []) text += decoder.decode(chunk)
      })().catch(() => {})
      return { response, text: () => text, close: () => (stop.abort(), reading) }
    }
    const recordsKey = await buildKey(admin, applicationId, 'records.read')
    const streams = [await open(recordsKey), await open(await buildKey(admin, applicationId, 'alarms.read'))]
    const [records, alarms] = streams
    if (!records || !alarms) throw new Error('no stream')
    expect(records.response.headers.get('content-type')).toBe('text/event-stream')
    await until(() => streams.every(({ text }) => text().includes('retry')))
    const record = buildRecord(1)
    await door.ask(pushRecords, { body: { records: [record] } })
    const at = house.clock.now().toString()
    const alarm = {
      id: crypto.randomUUID(),
      sequence: 1,
      state: 'raised' as const,
      at,
      code: 10_001,
      description: '',
      personId: null,
      canRelease: false,
      image: null,
    }
    await door.ask(pushAlarms, { body: { alarms: [alarm] } })
    await until(() => records.text().includes(record.id) && alarms.text().includes('event: alarm'))
    expect(records.text()).toContain(`event: record\nid: ${record.id}\ndata: {`)
    expect(records.text()).not.toContain('event: alarm')
    expect(alarms.text()).not.toContain('event: record')

    for (let n = 0; n < 3; n++) streams.push(await open(recordsKey))
    const tooMany = await open(recordsKey)
    expect(tooMany.response.status).toBe(429)
    await Promise.all(streams.map((stream) => stream.close()))
    await admin.ask(deleteKey, { params: { id: recordsKey.id } })
    expect((await open(recordsKey)).response.status).toBe(401)
  })

  it('the answer names the person who passed', async () => {
    const reader = await callerWith('attendance.read', 'people.read')
    expect((await reader.ask(whoAmI)).key.scopes).toEqual(['people.read', 'attendance.read'])
  })
})
