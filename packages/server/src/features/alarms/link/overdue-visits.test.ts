import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { setInsideRules } from '@gatehouse/contract/features/inside/day-end-rules.ts'
import { correctLocation } from '@gatehouse/contract/features/inside.ts'
import { updateVisitor } from '@gatehouse/contract/features/visitors.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'
import { buildDoor, buildSite, passAt } from '../../../../test/inside-places.ts'
import { buildVisitor, inHours } from '../../../../test/visits.ts'
import { watchAlarms } from '../alarm-jobs.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

const watch = () => watchAlarms(house.gatehouse.services)
const rules = {
  dayEndMinute: null,
  signsOutAtDayEnd: false,
  signsOutVisitors: false,
  overdueMinutes: 10,
  tellsHosts: false,
  recipients: [],
  language: 'en' as const,
}

/** A visitor inside a site that reports a visit ten minutes after its end; the visit ends in three minutes. */
async function buildVisit() {
  const { site, hall } = await buildSite(admin)
  const entry = await buildDoor(house, admin, { site, to: hall.id })
  await admin.ask(setInsideRules, { params: { id: site.id }, body: rules })
  const visitor = await buildVisitor(house, admin, { validToAt: inHours(house, 0.05) })
  const record = await passAt(entry, visitor.id, house.clock.now().subtract({ seconds: 30 }), { kind: 'visitor' })
  const alarms = async () =>
    (await admin.ask(listAlarms, { query: { deviceId: entry.id, size: 50 } })).items.filter(
      ({ type }) => type === 'visit-overdue',
    )
  const signOut = () =>
    admin.ask(correctLocation, { body: { personId: visitor.id, areaId: null, reason: 'Badge handed in' } })
  return { site, hall, entry, visitor, record, alarms, signOut }
}

it('a visitor who stays longer than the site allows raises one alarm for the visit, which their sign-out releases', async () => {
  const { visitor, alarms, signOut } = await buildVisit()
  house.clock.advance({ minutes: 12 })
  await watch()
  expect(await alarms()).toEqual([])
  house.clock.advance({ minutes: 2 })
  await watch()
  await watch()
  expect(await alarms()).toMatchObject([
    {
      code: 90007,
      status: 'raised',
      times: 1,
      releaseWay: 'by-itself',
      description: '10 min',
      person: { id: visitor.id, name: visitor.name },
      raisedAt: Temporal.Instant.from(visitor.validToAt).add({ minutes: 10 }).round('millisecond').toString(),
    },
  ])
  await signOut()
  await watch()
  expect(await alarms()).toMatchObject([{ status: 'released', times: 1 }])
})

it('a visit that was alarmed once raises no second alarm; a longer visit releases the alarm, and may raise another', async () => {
  const { hall, visitor, alarms, signOut } = await buildVisit()
  house.clock.advance({ minutes: 20 })
  await watch()
  await signOut()
  await watch()
  await admin.ask(correctLocation, { body: { personId: visitor.id, areaId: hall.id, reason: 'Came back' } })
  house.clock.advance({ minutes: 30 })
  await watch()
  expect(await alarms()).toMatchObject([{ status: 'released', times: 1 }])
  const { validFromAt } = visitor
  const body = { validFromAt, validToAt: inHours(house, 0.1) }
  await admin.ask(updateVisitor, { params: { id: visitor.id }, body })
  house.clock.advance({ minutes: 30 })
  await watch()
  expect(await alarms()).toMatchObject([{ status: 'raised' }, { status: 'released' }])
})

it('a site that reports nobody raises no alarm, and without a passage the alarm stands at a device of the site', async () => {
  const { site, hall, visitor, alarms, signOut } = await buildVisit()
  await signOut()
  await admin.ask(correctLocation, { body: { personId: visitor.id, areaId: hall.id, reason: 'Seen at the desk' } })
  await admin.ask(setInsideRules, { params: { id: site.id }, body: { ...rules, overdueMinutes: null } })
  house.clock.advance({ minutes: 20 })
  await watch()
  expect(await alarms()).toEqual([])
  await admin.ask(setInsideRules, { params: { id: site.id }, body: rules })
  await watch()
  expect(await alarms()).toMatchObject([{ status: 'raised', person: { id: visitor.id } }])
})
