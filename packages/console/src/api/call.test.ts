import { createHmac } from 'node:crypto'
import { createDepartment, deleteDepartment, listDepartments } from '@gatehouse/contract/features/departments.ts'
import { listDevices } from '@gatehouse/contract/features/devices.ts'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { startTrial } from '@gatehouse/contract/features/licence.ts'
import { getStaff } from '@gatehouse/contract/features/staff.ts'
import { signingConstant } from '@gatehouse/contract/envelope.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, refusal, sentJson } from '../../test/answer-calls.ts'
import { keepLanguage } from '../lib/language.ts'
import { clearSession, keepToken } from '../lib/session.ts'
import { CallError } from './call-error.ts'
import { call, callPlain, onSessionOver } from './call.ts'
import { gmtOffset } from './request-headers.ts'

const id = '0198a000-0000-7000-8000-000000000007'
const department = { id, number: 1, name: 'Hall', parentId: null, manager: null, memberCount: 0 }
const noDevices = { items: [], total: 0, counts: { total: 0, online: 0, offline: 0 } }

afterEach(() => {
  delete window.gatehouseConfig
  clearSession()
})

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => {
      if (!(error instanceof CallError)) throw error
      return error
    },
  )

describe('[REQ-01] the address', () => {
  it('an address is the configured base, the prefix /api and the path with its parameters', async () => {
    window.gatehouseConfig = { baseUrl: 'https://doors.example:8443/' }
    const seen = answerCalls({ 'GET /api/v2/departments': [] })
    await call(listDepartments)
    expect(seen[0]?.url.href).toBe('https://doors.example:8443/api/v2/departments')
  })

  it('an address in local-API mode carries the method before the path and activePara after it', async () => {
    window.gatehouseConfig = { localApi: true, activePara: 'terminal 1' }
    const seen = answerCalls({ [`DELETE /api/delete/v2/departments/${id}/terminal%201`]: null })
    await call(deleteDepartment, { params: { id } })
    expect(seen).toHaveLength(1)
  })

  it('a request with an empty id fails as not found without a call to the server', async () => {
    const seen = answerCalls({})
    const error = await failureOf(call(getStaff, { params: { id: '' } }))
    expect([error.status, error.message, seen]).toEqual([404, 'client.unnamed', []])
  })

  it('an address carries query values, without the absent ones', async () => {
    const seen = answerCalls({ 'GET /api/v2/devices': noDevices })
    await call(listDevices, { query: { page: 2, keyword: 'Tür & Tor', status: undefined } })
    expect(Object.fromEntries(seen[0]?.url.searchParams ?? [])).toEqual({ page: '2', keyword: 'Tür & Tor' })
  })
})

describe('[REQ-02] the body', () => {
  it('a request body is JSON', async () => {
    const seen = answerCalls({ 'POST /api/v2/departments': department })
    expect(await call(createDepartment, { body: { name: 'Hall' } })).toEqual(department)
    expect(seen[0]?.headers.get('content-type')).toBe('application/json')
    expect(sentJson(seen[0])).toEqual({ name: 'Hall' })
  })

  it('the body of a picture is multipart and names its own content type', async () => {
    const seen = answerCalls({ 'POST /api/v2/portraits': refusal(422, 'portrait.unreadable') })
    await failureOf(call(uploadPortrait, { body: { file: new Blob(['png'], { type: 'image/png' }) } }))
    const [sent] = seen
    if (!(sent?.body instanceof FormData)) return expect.unreachable('not multipart')
    expect(sent.body.get('file')).toBeInstanceOf(Blob)
    expect(sent.headers.has('content-type')).toBe(false)
  })

  it('form-encoded values are the body of PUT, POST and PATCH, and the query of the others', async () => {
    const form = new URLSearchParams({ active_code: 'a b' })
    const seen = answerCalls({
      'POST /api/v2/authorize/trial': { authorize_status: 1, begins_at: null },
      'GET /api/v2/departments': [],
    })
    await call(startTrial, { body: form })
    await call(listDepartments, { body: form })
    expect(seen[0]?.body).toEqual(form)
    expect(seen[0]?.url.search).toBe('')
    expect(seen[1]?.body).toBeNull()
    expect(seen[1]?.url.searchParams.get('active_code')).toBe('a b')
  })
})

describe('[REQ-03] every request carries', () => {
  it('every request carries token, millisecond timestamp, signature, language, zone and no-cache', async () => {
    keepToken('secret-token')
    keepLanguage('zh-tw')
    const before = Date.now()
    const seen = answerCalls({ 'GET /api/v2/departments': [] })
    await call(listDepartments)
    const sent = seen[0]?.headers ?? new Headers()
    const timestamp = sent.get('AUTH-TIMESTAMP') ?? ''
    expect(Number(timestamp)).toBeGreaterThanOrEqual(before)
    expect(sent.get('AUTH-TOKEN')).toBe('secret-token')
    expect(sent.get('AUTH-SIGN')).toBe(
      createHmac('sha256', signingConstant).update(`AUTH-TIMESTAMP=${timestamp}&AUTH-TOKEN=secret-token`).digest('hex'),
    )
    expect(sent.get('LANGUAGE')).toBe('ZH-TW')
    expect(sent.get('TIME-ZONE')).toMatch(/^GMT[+-]\d\d:\d\d$/)
    expect(sent.get('cache-control')).toBe('no-cache')
    keepLanguage('en')
  })

  it.each([
    [-480, 'GMT+08:00'],
    [0, 'GMT+00:00'],
    [210, 'GMT-03:30'],
    [-345, 'GMT+05:45'],
  ])('every request carries an offset of %i minutes as %s', (minutes, text) => {
    expect(gmtOffset(minutes)).toBe(text)
  })
})

describe('[REQ-04] success is code 200 in the body, everything else is rejected', () => {
  it('a refusal carries the text of desc, the data and the id of the request', async () => {
    answerCalls({
      [`DELETE /api/v2/departments/${id}`]: refusal(409, 'department.has-members', 'Still 12 people.', { count: 12 }),
    })
    const error = await failureOf(call(deleteDepartment, { params: { id } }))
    expect(error).toMatchObject({
      status: 409,
      code: '409',
      message: 'department.has-members',
      desc: 'Still 12 people.',
      data: { count: 12 },
      requestId: 'request-1',
    })
  })

  it('a refusal without desc carries the text of message', async () => {
    answerCalls({ 'GET /api/v2/departments': refusal(500, 'server.failed') })
    expect(await failureOf(call(listDepartments))).toMatchObject({ desc: 'server.failed' })
  })

  it('a refusal under HTTP status 200 is rejected too', async () => {
    answerCalls({
      'GET /api/v2/departments': Response.json({ code: '403', message: 'auth.permission-denied', desc: 'No' }),
    })
    expect(await failureOf(call(listDepartments))).toMatchObject({ status: 200, code: '403', desc: 'No' })
  })
})

describe('[REQ-05] failures that no server described', () => {
  it('a lost connection is a request error', async () => {
    answerCalls({ 'GET /api/v2/departments': new TypeError('Failed to fetch') })
    expect(await failureOf(call(listDepartments))).toMatchObject({ message: 'client.request', desc: '', status: 0 })
  })

  it.each([
    ['a proxy page', new Response('<h1>502</h1>', { status: 502 })],
    ['another JSON', Response.json({ ok: true })],
    ['data of the wrong shape', Response.json({ code: '200', message: 'success', desc: '', data: [{ id: 7 }] })],
  ])('an answer of %s is a response error', async (_, response) => {
    answerCalls({ 'GET /api/v2/departments': response })
    expect(await failureOf(call(listDepartments))).toMatchObject({ message: 'client.response', desc: '' })
  })

  it('an aborted call is not a failure that is shown', async () => {
    answerCalls({ [`GET /api/v2/staff/${id}`]: new DOMException('gone', 'AbortError') })
    await expect(call(getStaff, { params: { id } })).rejects.toMatchObject({ name: 'AbortError' })
  })
})

it('[LOGIN-12] an answer that the session is over notifies the subscribers and is rejected', async () => {
  answerCalls({ 'GET /api/v2/departments': () => refusal(401, 'auth.session-expired', 'Expired') })
  const told = vi.fn<() => void>()
  const stop = onSessionOver(told)
  await failureOf(call(listDepartments))
  expect(told).toHaveBeenCalledTimes(1)
  stop()
  await failureOf(callPlain(listDepartments))
  expect(told).toHaveBeenCalledTimes(1)
})

it('[LOGIN-12] a 401 about the submitted values ends no session', async () => {
  answerCalls({ 'GET /api/v2/departments': () => refusal(401, 'auth.wrong-credentials', 'The code is wrong') })
  const told = vi.fn<() => void>()
  const stop = onSessionOver(told)
  expect(await failureOf(call(listDepartments))).toMatchObject({ message: 'auth.wrong-credentials' })
  expect(told).not.toHaveBeenCalled()
  stop()
})
