import { correctLocation } from '@gatehouse/contract/features/inside.ts'
import { createSite } from '@gatehouse/contract/features/sites.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { countVisitors, deleteVisitors, listVisitors } from '@gatehouse/contract/features/visitors.ts'
import type { QueryInput } from '@gatehouse/contract/route.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildApplication, buildKey, createApplicationCaller } from '../../../test/application-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { buildVisitor } from '../../../test/visits.ts'

const zone = 'Asia/Shanghai'
const today = Temporal.Now.plainDateISO(zone)
const at = (days: number, time: string) =>
  today.add({ days }).toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant().toString()

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  await house.db.updateTable('company').set({ time_zone: zone, is_zone_chosen: true }).execute()
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.db.deleteFrom('person').where('kind', '=', 2).execute()
  // the afternoon in Greenwich
  house.clock.set(at(0, '22:00'))
  admin = await house.asRole('superAdmin')
})

const build = (name: string, validFromAt: string, validToAt: string, more: Parameters<typeof buildVisitor>[2] = {}) =>
  buildVisitor(house, admin, { name, validFromAt, validToAt, ...more })
const names = async (query: QueryInput<typeof listVisitors>, caller = admin) =>
  (await caller.ask(listVisitors, { query })).items.map(({ name }) => name)
const count = (counted: number) => ({ count: counted, isMore: false })

/** The visits around today, of which the first two only touch it. */
async function buildDays() {
  await build('Over the night', at(-1, '20:00'), at(0, '01:00'))
  await build('Until tomorrow', at(0, '23:30'), at(1, '02:00'))
  await build('At noon', at(0, '11:00'), at(0, '13:00'))
  await build('Yesterday, until midnight', at(-1, '09:00'), at(0, '00:00'))
  await build('Tomorrow, from midnight', at(1, '00:00'), at(1, '18:00'))
}

it('[MAN-04] the visitors of today are those whose visit touches the enterprise’s day, who has left last, page after page', async () => {
  await buildDays()
  const ofToday = ['Until tomorrow', 'At noon', 'Over the night']
  expect(await names({ shown: 'today' })).toEqual(ofToday)
  const first = await admin.ask(listVisitors, { query: { shown: 'today', size: 2 } })
  expect(first.total).toEqual(count(3))
  expect(await names({ shown: 'today', size: 2, after: first.next ?? '' })).toEqual(['Over the night'])
  // in the morning nobody but the guest of the night has left
  house.clock.set(at(0, '10:00'))
  admin = await house.asRole('superAdmin')
  const morning = await admin.ask(listVisitors, { query: { shown: 'today', size: 1 } })
  expect(morning.items.map(({ name }) => name)).toEqual(['At noon'])
  // a visit that ends between two pages stands on one of them
  house.clock.set(at(0, '22:00'))
  admin = await house.asRole('superAdmin')
  const rest = ['Until tomorrow', 'Over the night']
  expect(await names({ shown: 'today', size: 2, after: morning.next ?? '' })).toEqual(rest)
  expect(await names({ shown: 'today', status: 'expired' })).toEqual(['At noon', 'Over the night'])
  expect(await names({ shown: 'today', keyword: 'noon' })).toEqual(['At noon'])
  // two and a half hours later it is the next day
  house.clock.set(at(1, '00:30'))
  admin = await house.asRole('superAdmin')
  expect(await names({ shown: 'today' })).toEqual(['Until tomorrow', 'Tomorrow, from midnight'])
})

it('[MAN-04] the visitors who are here are those whom passages and corrections have inside, whatever their period', async () => {
  const site = await admin.ask(createSite, { body: { name: 'Works', address: null, timeZone: null } })
  const areaId = site.areas[0]!.id
  const move = (personId: string, to: string | null) =>
    admin.ask(correctLocation, { body: { personId, areaId: to, reason: 'seen' } })
  const early = await build('Early', at(1, '09:00'), at(1, '10:00'))
  const late = await build('Late', at(0, '09:00'), at(0, '10:00'))
  await build('Elsewhere', at(0, '09:00'), at(1, '10:00'))
  const staff = await admin.ask(createStaff, { body: { name: 'Nadia' } })
  for (const { id } of [early, late, staff]) await move(id, areaId)
  expect(await names({ shown: 'here' })).toEqual(['Late', 'Early'])
  const first = await admin.ask(listVisitors, { query: { shown: 'here', size: 1 } })
  expect(first.total).toEqual(count(2))
  expect(await names({ shown: 'here', size: 1, after: first.next ?? '' })).toEqual(['Early'])
  expect(await names({ shown: 'here', status: 'expired' })).toEqual(['Late'])
  expect(await names({ shown: 'here', keyword: 'ear' })).toEqual(['Early'])
  await move(late.id, null)
  expect(await names({ shown: 'here' })).toEqual(['Early'])
  await admin.ask(deleteVisitors, { body: { ids: [early.id] } })
  expect(await names({ shown: 'here' })).toEqual([])
})

it('[MAN-04] the counts say how many today has and how many there are, and who comes next for whom', async () => {
  expect(await admin.ask(countVisitors)).toEqual({ today: count(0), all: count(0), next: null })
  const host = await admin.ask(createStaff, { body: { name: 'Nadia Kapoor' } })
  await buildDays()
  const bruno = await build('Bruno Keller', at(0, '22:30'), at(0, '23:00'), { hostId: host.id })
  const next = {
    id: bruno.id,
    name: 'Bruno Keller',
    host: { id: host.id, name: 'Nadia Kapoor' },
    validFromAt: at(0, '22:30'),
  }
  expect(await admin.ask(countVisitors)).toEqual({ today: count(4), all: count(6), next })
})

it('[PERM-06] visitor administrators count and read the parts of the list; device administrators get neither', async () => {
  await buildDays()
  const theirs = await house.asRole('visitorAdmin')
  expect((await theirs.ask(countVisitors)).today).toEqual(count(3))
  expect(await names({ shown: 'today' }, theirs)).toHaveLength(3)
  const device = await house.asRole('deviceAdmin')
  expect((await device.call(countVisitors)).message).toBe('auth.permission-denied')
  expect((await device.call(listVisitors, { query: { shown: 'here' } })).message).toBe('auth.permission-denied')
})

it('[PERM-06] a key that may read visitors alone is not told who of them is inside', async () => {
  await buildDays()
  const applicationId = await buildApplication(house, admin)
  const reader = createApplicationCaller(house, await buildKey(admin, applicationId, 'visitors.read'))
  const refused = { status: 403, message: 'auth.permission-denied' }
  expect(await reader.call(listVisitors, { query: { shown: 'here' } })).toMatchObject(refused)
  expect((await reader.ask(listVisitors, { query: { shown: 'today' } })).items).toHaveLength(3)
  const both = createApplicationCaller(house, await buildKey(admin, applicationId, 'visitors.read', 'inside.read'))
  expect((await both.ask(listVisitors, { query: { shown: 'here' } })).items).toEqual([])
})
