import { describe, expect, it } from 'vitest'
import { addressOf, readReply, requestOf, untypedRequestOf } from './client.ts'
import { pairDevice, pullPeople } from './device/link.ts'
import { createDepartment, deleteDepartment, listDepartments } from './features/departments.ts'
import { listDevices } from './features/devices.ts'
import { uploadPortrait } from './features/portraits.ts'
import { getStaff } from './features/staff.ts'
import { addPackagePart } from './features/upgrades.ts'
import { readOwnVisit } from './features/visits.ts'

const id = '0198a000-0000-7000-8000-000000000007'
const department = { id, number: 1, name: 'Hall', parentId: null, manager: null, memberCount: 0 }

describe('the address of a request', () => {
  it('an address is the prefix and the path with its parameters encoded', () => {
    expect(addressOf(requestOf(getStaff, { params: { id } }))).toBe(`/api/v2/staff/${id}`)
    expect(addressOf(requestOf(readOwnVisit, { params: { token: 'a/b c' } }))).toBe(
      `/public${readOwnVisit.path.replace(':token', 'a%2Fb%20c')}`,
    )
  })

  it('an address carries query values, without the absent ones, and repeats the key of a list', () => {
    const request = requestOf(listDevices, { query: { page: 2, keyword: 'Tür & Tor', status: undefined } })
    expect(Object.fromEntries(request.query)).toEqual({ page: '2', keyword: 'Tür & Tor' })
    const many = untypedRequestOf(listDevices, { query: { id: [1, 2], empty: null } })
    expect(addressOf(many)).toBe('/api/v2/devices?id=1&id=2')
  })

  it('an address of the device link stands under /device', () => {
    expect(addressOf(requestOf(pullPeople, { query: { limit: 7 } }))).toBe('/device/v1/people?limit=7')
  })
})

describe('the body of a request', () => {
  it('a body is JSON, and empty JSON where a changing route was given nothing', () => {
    const request = requestOf(createDepartment, { body: { name: 'Hall' } })
    expect(request).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } })
    expect(request.body).toBe('{"name":"Hall"}')
    expect(untypedRequestOf(pairDevice).body).toBe('{}')
  })

  it('a request that reads or deletes has no body', () => {
    expect(requestOf(listDepartments)).not.toHaveProperty('body')
    expect(requestOf(deleteDepartment, { params: { id } })).not.toHaveProperty('body')
  })

  it('a form-encoded body goes into the query of a request that has no body', () => {
    const form = new URLSearchParams({ name: 'a b' })
    expect(requestOf(createDepartment, { body: form })).toMatchObject({
      body: form,
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    })
    expect(addressOf(requestOf(listDepartments, { body: form }))).toBe('/api/v2/departments?name=a+b')
  })

  it('the body of a picture is a form for a Blob, and otherwise the bytes themselves with their type', () => {
    const { body, headers } = requestOf(uploadPortrait, { body: { file: new Blob(['picture']) } })
    expect(body).toBeInstanceOf(FormData)
    expect(headers).toEqual({})
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47])
    expect(requestOf(uploadPortrait, { body: { file: png } })).toMatchObject({
      body: png,
      headers: { 'content-type': 'image/png' },
    })
    expect(requestOf(uploadPortrait, { body: { file: new Uint8Array([0xff, 0xd8]) } }).headers).toEqual({
      'content-type': 'image/jpeg',
    })
  })

  it('the body of files is a form that holds each file under its name', async () => {
    const { body } = requestOf(addPackagePart, {
      params: { id, number: 0 },
      body: { files: [{ name: 'part 0', content: new Uint8Array([1, 2, 3]) }] },
    })
    if (!(body instanceof FormData)) return expect.unreachable('no form')
    const file = body.get('file')
    if (!(file instanceof File)) return expect.unreachable('no file')
    expect([file.name, await file.bytes()]).toEqual(['part 0', new Uint8Array([1, 2, 3])])
  })
})

it('A field that a route does not ask for does not compile', () => {
  // @ts-expect-error -- the path has an id
  expect(() => requestOf(getStaff)).not.toThrow()
  // @ts-expect-error -- a department has no colour
  expect(requestOf(createDepartment, { body: { name: 'Hall', colour: 'red' } })).toBeDefined()
})

describe('an answer', () => {
  const envelope = (data: unknown, code = '200', message = 'success') =>
    JSON.stringify({ code, message, desc: '', data })

  it('an answer of success gives the data that the schema takes', () => {
    const reply = readReply(listDepartments, envelope([{ ...department, more: 1 }]))
    expect(reply).toEqual({ kind: 'success', data: [department] })
  })

  it('an answer of refusal gives the name of the error and the values that fill its text', () => {
    expect(readReply(deleteDepartment, envelope({ count: 12 }, '409', 'department.has-members'))).toEqual({
      kind: 'refusal',
      refusal: { code: '409', message: 'department.has-members', desc: '', data: { count: 12 } },
    })
  })

  it.each([
    ['a page of a proxy', '<h1>502</h1>'],
    ['another JSON', '{"ok":true}'],
    ['data of another shape', envelope([{ id: 7 }])],
    ['nothing', ''],
  ])('an answer that is %s does not come from our server', (_, body) => {
    expect(readReply(listDepartments, body)).toMatchObject({ kind: 'foreign' })
  })
})
