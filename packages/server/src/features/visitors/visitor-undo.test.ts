import { getOperation, listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { getPersonTimeline } from '@gatehouse/contract/features/people/timeline.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import {
  createVisitor,
  extendVisits,
  getVisitor,
  groupVisitors,
  undoVisitor,
  updateVisitor,
} from '@gatehouse/contract/features/visitors.ts'
import type { BodyInput } from '@gatehouse/contract/route.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { keepBefore } from '../../people/undo/person-before.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

const inHours = (hours: number) => house.clock.now().round('second').add({ hours }).toString()
const create = (body: Partial<BodyInput<typeof createVisitor>> & { name: string }) =>
  admin.ask(createVisitor, { body: { validFromAt: inHours(-1), validToAt: inHours(4), ...body } })
const change = (id: string, body: BodyInput<typeof updateVisitor>) => admin.ask(updateVisitor, { params: { id }, body })
const read = (id: string) => admin.ask(getVisitor, { params: { id } })
const undo = async (id: string, caller = admin) => {
  const { version } = await read(id)
  return caller.call(undoVisitor, { params: { id }, body: { version } })
}
const undoableOf = async (id: string, caller = admin) => {
  const { items, undoable } = await caller.ask(getPersonTimeline, { params: { id }, query: {} })
  const entry = items.find((one) => one.id === undoable?.id)
  return entry?.kind === 'changes' ? entry.change.event : undoable
}

const numbers = { phone: '13900001111', email: 'ada@example.com', idNumber: '440300199001011234', remark: 'Bench two' }

it('[MAN-05] a change of the phone, mail, identity number and remark of a visitor is taken back whole, and its line has none of them', async () => {
  const { id } = await create({ name: 'Ada', ...numbers })
  await change(id, { phone: '+44-2079460000', email: null, idNumber: 'P7654321', remark: null, company: 'Whitlock' })
  expect(await undoableOf(id)).toBe('update')
  expect(await undo(id)).toMatchObject({ status: 200, data: { ...numbers, company: null } })
  const [line] = (await admin.ask(listOperations, { query: { event: 'undo' } })).items
  const whole = JSON.stringify(await admin.ask(getOperation, { params: { id: line!.id } }))
  expect(whole).toContain('phone')
  for (const secret of ['13900001111', '2079460000', '440300199001011234', 'P7654321'])
    expect(whole).not.toContain(secret)
  expect(await undoableOf(id)).toBe('undo')
})

it('a change of a visitor that came after the one that somebody saw is not taken back', async () => {
  const { id } = await create({ name: 'Wim', company: 'Whitlock' })
  await change(id, { company: 'Marlow' })
  const { undoable } = await admin.ask(getPersonTimeline, { params: { id }, query: {} })
  await change(id, { remark: 'Bench three' })
  const late = await admin.call(undoVisitor, { params: { id }, body: { version: undoable!.version } })
  expect(late).toMatchObject({ status: 409, message: 'visitor.nothing-to-undo' })
  expect(await read(id)).toMatchObject({ company: 'Marlow', remark: 'Bench three' })
})

it('groups and an end that many visitors got at once are taken back for one of them', async () => {
  const lab = await admin.ask(groupRoutesOf.visitor.create, { body: { name: 'Laboratory' } })
  const [a, b] = [await create({ name: 'A' }), await create({ name: 'B' })]
  const long = await create({ name: 'Long', validToAt: inHours(90) })
  await admin.ask(groupVisitors, { body: { ids: [a.id, b.id], groupIds: [lab.id], mode: 'replace' } })
  expect(await undoableOf(a.id)).toBe('group')
  await undo(a.id)
  expect([(await read(a.id)).groups, (await read(b.id)).groups.map(({ name }) => name)]).toEqual([
    a.groups,
    ['Laboratory'],
  ])
  await admin.ask(extendVisits, { body: { ids: [b.id, long.id], validToAt: inHours(30) } })
  expect([await undoableOf(b.id), await undoableOf(long.id)]).toEqual(['extend', null])
  await undo(b.id)
  expect((await read(b.id)).validToAt).toBe(b.validToAt)
})

it('nothing of a visitor is taken back after a week, or once another change was made', async () => {
  const { id, groups } = await create({ name: 'Olga', phone: '13900004444' })
  expect((await undo(id)).message).toBe('visitor.nothing-to-undo')
  await change(id, { phone: null })
  await admin.ask(groupVisitors, { body: { ids: [id], groupIds: groups.map((group) => group.id), mode: 'add' } })
  await undo(id)
  expect((await read(id)).phone).toBeNull()
  await change(id, { phone: '13900005555' })
  await house.db
    .updateTable('person_before')
    .set({ changed_at: house.clock.now().subtract({ hours: 169 }).toString() })
    .execute()
  expect(await undoableOf(id)).toBeNull()
  expect((await undo(id)).message).toBe('visitor.nothing-to-undo')
})

it('a number that another visitor has by now is not taken back', async () => {
  const { id } = await create({ name: 'Pia', phone: '13900006666' })
  await change(id, { phone: '13900007777' })
  await create({ name: 'Quinn', phone: '13900006666' })
  expect((await undo(id)).message).toBe('visitor.phone-taken')
  expect((await read(id)).phone).toBe('13900007777')
})

it.each([
  ['mainAdmin', 200],
  ['subAdmin', 403],
  ['deviceAdmin', 403],
  ['visitorAdmin', 200],
] as const)('%s, who takes a change of a visitor back, is answered %i', async (role, status) => {
  const { id } = await create({ name: 'Sam', purpose: 'Repair' })
  await change(id, { purpose: 'Inspection' })
  expect((await undo(id, await house.asRole(role))).status).toBe(status)
})

it('former values that are no longer allowed are refused by their fields, and nothing is changed', async () => {
  const { id } = await create({ name: 'Rita', remark: 'Now' })
  await keepBefore(house.gatehouse.services, [{ id, fields: { remark: 'x'.repeat(5_000), email: 'no address' } }])
  const refused = await undo(id)
  expect(refused).toMatchObject({ status: 409, message: 'person.former-values-refused' })
  expect(refused.desc).toContain('Rita')
  expect(refused.data).toMatchObject({ fields: 'email, remark' })
  expect((await read(id)).remark).toBe('Now')
})
