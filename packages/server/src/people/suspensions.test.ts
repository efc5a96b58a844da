import { randomUUID } from 'node:crypto'
import { hello, pullPeople } from '@gatehouse/contract/device/link.ts'
import { listDevicePeople, updateDevice } from '@gatehouse/contract/features/devices.ts'
import { explainAccess } from '@gatehouse/contract/features/policies.ts'
import { createStaff, getStaff, listStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { listSuspensions, resumePeople, suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import { findHosts, getVisitor, listVisitors } from '@gatehouse/contract/features/visitors.ts'
import type { BodyInput } from '@gatehouse/contract/route.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pairTestDevice, type PairedDevice, testVersions } from '../../test/device-caller.ts'
import { listenForTerminals } from '../../test/listen-for-terminals.ts'
import { startPairedTerminal } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { insertNamedPortrait } from '../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'
import { buildVisitor } from '../../test/visits.ts'
import { takeLeaversOffDevices } from './leaver-jobs.ts'
import { tellEndedSuspensions } from './suspension-service.ts'

let house: TestGatehouse
let admin: Caller
let serverUrl: string
beforeAll(async () => {
  house = await startTestGatehouse({ environment: { HOST: '127.0.0.1' } })
  admin = await house.asRole('superAdmin')
  serverUrl = await listenForTerminals(house)
})
afterAll(() => house.close())

let count = 0
const newStaff = (more: Partial<BodyInput<typeof createStaff>> = {}) =>
  admin.ask(createStaff, { body: { name: `Person ${++count}`, departmentId: null, jobId: null, phone: null, ...more } })
const suspend = (id: string, more: Partial<BodyInput<typeof suspendPeople>> = {}) =>
  admin.ask(suspendPeople, { body: { personIds: [id], toAt: null, ...more } })
const resume = (id: string) => admin.ask(resumePeople, { body: { personIds: [id] } })
const list = (id: string) => admin.ask(listSuspensions, { params: { id } })
const inMinutes = (minutes: number) => house.clock.now().add({ minutes }).toString()

describe('a suspended person', () => {
  it('a suspended person is refused within seconds at a terminal, may leave, and comes in again once it is undone', async () => {
    const terminal = await startPairedTerminal(admin.ask, serverUrl, { name: 'Suspension door' })
    try {
      const name = `Person ${++count}`
      const { id } = await newStaff({ name, portraitId: await insertNamedPortrait(house, name) })
      const see = async () => (await terminal.present(namedFace(name)))?.verdict
      await until(async () => (await see())?.opens)
      await suspend(id, { reason: 'Lost badge' })
      await until(async () => (await see())?.abnormal === 'suspended')
      await admin.ask(updateDevice, { params: { id: terminal.id }, body: { direction: 'out' } })
      await until(async () => (await see())?.opens)
      expect((await see())?.reasons.map(({ code }) => code)).toContain('suspended-may-leave')
      await admin.ask(updateDevice, { params: { id: terminal.id }, body: { direction: 'in' } })
      await until(async () => (await see())?.opens === false)
      await resume(id)
      await until(async () => (await see())?.opens)
    } finally {
      await terminal.stop()
    }
  })

  it('a suspension says since when, until when, why and by whom, and stays in the list when it is over', async () => {
    const { id } = await newStaff()
    const toAt = inMinutes(60)
    expect(await suspend(id, { toAt, reason: 'Under review' })).toEqual({ people: 1, before: [] })
    expect(await list(id)).toMatchObject([
      { reason: 'Under review', endedBy: null, createdBy: expect.any(String) as string },
    ])
    expect(Date.parse((await list(id))[0]?.toAt ?? '')).toBe(Date.parse(toAt))
    const before = [{ personIds: [id], reason: 'Under review', fromAt: expect.any(String) as string }]
    expect(await resume(id)).toMatchObject({ people: 1, before })
    expect(await resume(id)).toEqual({ people: 0, before: [] })
    const [ended] = await list(id)
    expect(ended).toMatchObject({ reason: 'Under review', endedBy: expect.any(String) as string })
    expect(Date.parse(ended?.toAt ?? '')).toBeLessThan(Date.parse(toAt))
  })

  it('a person who is suspended again has the later suspension only', async () => {
    const { id } = await newStaff()
    await suspend(id, { fromAt: inMinutes(60), toAt: inMinutes(120) })
    await suspend(id, { reason: 'At once' })
    expect(await list(id)).toMatchObject([{ reason: 'At once', toAt: null }])
    await suspend(id, { toAt: inMinutes(30), reason: 'For half an hour' })
    expect((await list(id)).filter(({ endedBy }) => endedBy === null)).toMatchObject([{ reason: 'For half an hour' }])
  })

  it('"Why?" says that a person is suspended, also of a moment to come', async () => {
    const device = await pairTestDevice(house, admin)
    const { id } = await newStaff()
    await suspend(id, { fromAt: inMinutes(60), toAt: inMinutes(120) })
    const why = (at: string) => admin.ask(explainAccess, { query: { personId: id, deviceId: device.id, at } })
    expect(await why(inMinutes(30))).toMatchObject({ opens: true })
    expect(await why(inMinutes(90))).toMatchObject({ opens: false, abnormal: 'suspended' })
    expect(await why(inMinutes(150))).toMatchObject({ opens: true })
  })

  it.each([
    ['ends before it begins', 60, 30],
    ['ends when it begins', 60, 60],
    ['is over already', -60, -30],
  ])('a suspension that %s is refused', async (_, from, to) => {
    const { id } = await newStaff()
    house.clock.hold()
    const answer = suspend(id, { fromAt: inMinutes(from), toAt: inMinutes(to) })
    await expect(answer).rejects.toThrow('suspension.ends-too-early')
    expect(await list(id)).toEqual([])
  })

  it('nobody is suspended when one of them is not there', async () => {
    const { id } = await newStaff()
    const body = { personIds: [id, randomUUID()], toAt: null }
    await expect(admin.ask(suspendPeople, { body })).rejects.toThrow('person.not-found')
    expect(await list(id)).toEqual([])
  })

  it('a visitor admin suspends visitors and sees no suspension of staff', async () => {
    const visitorAdmin = await house.asRole('visitorAdmin')
    const visitor = await buildVisitor(house, admin, { name: `Visitor ${++count}` })
    const { id } = await newStaff()
    const body = { personIds: [visitor.id], toAt: null }
    expect(await visitorAdmin.ask(suspendPeople, { body })).toMatchObject({ people: 1 })
    await expect(visitorAdmin.ask(suspendPeople, { body: { personIds: [id], toAt: null } })).rejects.toThrow(
      'person.not-found',
    )
    await expect(visitorAdmin.ask(listSuspensions, { params: { id } })).rejects.toThrow('person.not-found')
  })
})

describe('lists and pages of people', () => {
  it('staff are shown with the suspension that lasts or is next, and with none once it is over', async () => {
    const { id } = await newStaff()
    const shown = async () => (await admin.ask(getStaff, { params: { id } })).suspension
    expect(await shown()).toBeNull()
    const [fromAt, toAt] = [inMinutes(30), inMinutes(60)]
    await suspend(id, { fromAt, toAt, reason: 'Under review' })
    const next = await shown()
    expect(next).toMatchObject({ reason: 'Under review', hasBegun: false, createdBy: expect.any(String) as string })
    expect([Date.parse(next?.fromAt ?? ''), Date.parse(next?.toAt ?? '')]).toEqual([
      Date.parse(fromAt),
      Date.parse(toAt),
    ])
    house.clock.advance({ minutes: 45 })
    try {
      expect(await shown()).toMatchObject({ hasBegun: true })
      const { items } = await admin.ask(listStaff, { query: { suspended: 'true', size: 200 } })
      expect(items.find((person) => person.id === id)?.suspension).toMatchObject({ hasBegun: true })
      house.clock.advance({ minutes: 30 })
      expect(await shown()).toBeNull()
      const after = await admin.ask(listStaff, { query: { suspended: 'true', size: 200 } })
      expect(after.items.map((person) => person.id)).not.toContain(id)
      house.clock.advance({ minutes: -30 })
    } finally {
      house.clock.advance({ minutes: -45 })
    }
  })

  it('visitors are shown with their suspension, to those who receive them too', async () => {
    const visitorAdmin = await house.asRole('visitorAdmin')
    const { id } = await buildVisitor(house, admin, { name: `Visitor ${++count}` })
    await visitorAdmin.ask(suspendPeople, { body: { personIds: [id], toAt: null, reason: 'No pass' } })
    const lasting = { reason: 'No pass', toAt: null, hasBegun: true }
    expect((await visitorAdmin.ask(getVisitor, { params: { id } })).suspension).toMatchObject(lasting)
    const { items } = await visitorAdmin.ask(listVisitors, { query: {} })
    expect(items.find((visitor) => visitor.id === id)?.suspension).toMatchObject(lasting)
    await visitorAdmin.ask(resumePeople, { body: { personIds: [id] } })
    expect((await visitorAdmin.ask(getVisitor, { params: { id } })).suspension).toBeNull()
  })

  it('people are current on their last day and have left on the day after, in the list and on their page', async () => {
    const today = house.clock.now().toZonedDateTimeISO('UTC').toPlainDate()
    const left = await newStaff({ leavingOn: today.subtract({ days: 2 }).toString() })
    const leaving = await newStaff({ leavingOn: today.add({ days: 2 }).toString() })
    const listed = async (employment?: 'current' | 'left') => {
      const { items } = await admin.ask(listStaff, { query: { size: 200, ...(employment && { employment }) } })
      return items.filter(({ id }) => id === left.id || id === leaving.id).map(({ id, hasLeft }) => ({ id, hasLeft }))
    }
    const [isLeft, isLeaving] = [
      { id: left.id, hasLeft: true },
      { id: leaving.id, hasLeft: false },
    ]
    expect(await listed()).toEqual([isLeaving, isLeft])
    expect(await listed('current')).toEqual([isLeaving])
    expect(await listed('left')).toEqual([isLeft])
    expect(await admin.ask(getStaff, { params: { id: left.id } })).toMatchObject(isLeft)
    const hosts = async ({ name }: { name: string }) =>
      (await admin.ask(findHosts, { query: { keyword: name } })).map(({ id }) => id)
    expect(await hosts(leaving)).toContain(leaving.id)
    expect(await hosts(left)).not.toContain(left.id)
  })
})

describe('a device that knows no suspensions', () => {
  const personOn = async (device: PairedDevice, id: string) => {
    const { upserts } = await device.ask(pullPeople, { query: { limit: 500 } })
    return upserts.find((person) => person.id === id)
  }

  it('the device gets a period that ends when the suspension begins, and the usual one again when that is over', async () => {
    const old = await pairTestDevice(house, admin)
    const { id } = await newStaff()
    const fromAt = inMinutes(60)
    await suspend(id, { fromAt, toAt: inMinutes(120) })
    const shorter = await personOn(old, id)
    expect(Date.parse(shorter?.validToAt ?? '')).toBe(Date.parse(fromAt))
    expect(shorter).toMatchObject({ suspensions: [], leftAt: null })
    const { cursor } = await old.ask(pullPeople, { query: { limit: 500 } })
    house.clock.advance({ minutes: 130 })
    try {
      await tellEndedSuspensions(house.gatehouse.services)
      const { upserts } = await old.ask(pullPeople, { query: { cursor, limit: 500 } })
      expect(upserts.find((person) => person.id === id)).toMatchObject({ validToAt: null })
      await tellEndedSuspensions(house.gatehouse.services)
    } finally {
      house.clock.advance({ minutes: -130 })
    }
  })

  it('a device that says later that it knows suspensions gets them themselves', async () => {
    const device = await pairTestDevice(house, admin)
    const { id } = await newStaff()
    await suspend(id)
    const { cursor } = await device.ask(pullPeople, { query: { limit: 500 } })
    const versions = { ...testVersions(device.serialNumber), abilities: ['suspensions', 'flies'] }
    const clockAt = house.clock.now().toString()
    await device.ask(hello, { body: { versions, clockAt, nextSequence: 1 } })
    const { upserts } = await device.ask(pullPeople, { query: { cursor, limit: 500 } })
    expect(upserts.find((person) => person.id === id)).toMatchObject({ validToAt: null, suspensions: [{ toAt: null }] })
  })
})

describe('a leaving date', () => {
  it('a person whose last day is over is refused at a terminal that leads in, and leaves by one that leads out', async () => {
    const terminal = await startPairedTerminal(admin.ask, serverUrl, { name: 'Leaving door' })
    try {
      const name = `Person ${++count}`
      const { id } = await newStaff({ name, portraitId: await insertNamedPortrait(house, name) })
      const see = async () => (await terminal.present(namedFace(name)))?.verdict
      await until(async () => (await see())?.opens)
      const leavingOn = house.clock.now().subtract({ hours: 48 }).toString().slice(0, 10)
      await admin.ask(updateStaff, { params: { id }, body: { leavingOn } })
      await until(async () => (await see())?.abnormal === 'left')
      await admin.ask(updateDevice, { params: { id: terminal.id }, body: { direction: 'out' } })
      await until(async () => (await see())?.opens)
      expect((await see())?.reasons.map(({ code }) => code)).toContain('left-may-leave')
    } finally {
      await terminal.stop()
    }
  })

  it('doors open on the last day and not after it, by the clock of the enterprise, and the person stays in the list', async () => {
    const device = await pairTestDevice(house, admin)
    const { id } = await newStaff({ leavingOn: '2031-03-30' })
    const why = async (at: string) => admin.ask(explainAccess, { query: { personId: id, deviceId: device.id, at } })
    const { timeZone } = await why('2031-03-30T12:00:00Z')
    const midnight = Temporal.PlainDate.from('2031-03-31').toZonedDateTime({ timeZone }).toInstant()
    expect(await why(midnight.subtract({ seconds: 1 }).toString())).toMatchObject({ opens: true })
    expect(await why(midnight.toString())).toMatchObject({ opens: false, abnormal: 'left' })
    const body = { leavingOn: null }
    expect(await admin.ask(updateStaff, { params: { id }, body })).toMatchObject({ id, leavingOn: null })
    expect(await why(midnight.toString())).toMatchObject({ opens: true })
  })

  it('staff who left more than thirty days ago leave the devices, and a later last day brings them back', async () => {
    const device = await pairTestDevice(house, admin)
    const { timeZone } = await admin.ask(explainAccess, {
      query: { personId: (await newStaff()).id, deviceId: device.id, at: inMinutes(0) },
    })
    const today = house.clock.now().toZonedDateTimeISO(timeZone).toPlainDate()
    const before = (days: number) => today.subtract({ days }).toString()
    const long = await newStaff({ leavingOn: before(31) })
    const lately = await newStaff({ leavingOn: before(30) })
    const pulled = async () => {
      const { upserts } = await device.ask(pullPeople, { query: { limit: 500 } })
      return [long.id, lately.id].filter((id) => upserts.some((person) => person.id === id))
    }
    const listed = async () => {
      const { items } = await admin.ask(listDevicePeople, { params: { id: device.id }, query: { size: 200 } })
      return [long.id, lately.id].filter((id) => items.some((person) => person.personId === id))
    }
    const devicesOf = async () => (await admin.ask(getStaff, { params: { id: long.id } })).devices.length
    expect(await pulled()).toEqual([long.id, lately.id])
    const { cursor } = await device.ask(pullPeople, { query: { limit: 500 } })
    await takeLeaversOffDevices(house.gatehouse.services)
    expect(await pulled()).toEqual([lately.id])
    expect(await listed()).toEqual([lately.id])
    expect(await devicesOf()).toBe(0)
    expect((await device.ask(pullPeople, { query: { cursor, limit: 500 } })).removals).toContain(long.id)
    const body = { leavingOn: before(3) }
    await admin.ask(updateStaff, { params: { id: long.id }, body })
    await takeLeaversOffDevices(house.gatehouse.services)
    expect(await pulled()).toEqual([long.id, lately.id])
    expect(await listed()).toEqual([long.id, lately.id])
    expect(await devicesOf()).toBeGreaterThan(0)
  })
})
