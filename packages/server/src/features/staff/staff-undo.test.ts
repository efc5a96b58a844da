import { getOperation, listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { getPersonTimeline } from '@gatehouse/contract/features/people/timeline.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import {
  assignStaffGroups,
  createStaff,
  getStaff,
  moveStaff,
  undoStaff,
  updateStaff,
} from '@gatehouse/contract/features/staff.ts'
import { suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import type { BodyInput } from '@gatehouse/contract/route.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { forgetBefore, keepBefore } from '../../people/undo/person-before.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

const create = (body: Partial<BodyInput<typeof createStaff>> & { name: string }) =>
  admin.ask(createStaff, { body: { departmentId: null, jobId: null, phone: null, ...body } })
const change = (id: string, body: BodyInput<typeof updateStaff>) => admin.ask(updateStaff, { params: { id }, body })
const read = (id: string) => admin.ask(getStaff, { params: { id } })
const undo = async (id: string, caller = admin) => {
  const { version } = await read(id)
  return caller.call(undoStaff, { params: { id }, body: { version } })
}
const undoableOf = async (id: string, caller = admin) => {
  const { items, undoable } = await caller.ask(getPersonTimeline, { params: { id }, query: {} })
  const entry = items.find((one) => one.id === undoable?.id)
  return entry?.kind === 'changes' ? entry.change.event : undoable
}
const pinOf = (id: string) =>
  house.db.selectFrom('person').select(['pin_sealed', 'pin_digits']).where('id', '=', id).executeTakeFirstOrThrow()

const numbers = {
  phone: '13800001111',
  email: 'mina@example.com',
  icCard: '0123456789',
  idNumber: '440300199001011234',
  remark: 'x'.repeat(250),
}

it('a change of phone, card, identity number, mail, PIN and remark is taken back whole', async () => {
  const { id } = await create({ name: 'Mina', ...numbers, pin: '123456' })
  const pin = await pinOf(id)
  const others = { phone: '+44-2079460000', email: null, icCard: null, idNumber: 'P7654321', remark: null }
  await change(id, { ...others, pin: '87654321', name: 'Mina Castro' })
  expect(await undoableOf(id)).toBe('update')
  expect(await undo(id)).toMatchObject({ status: 200, data: { ...numbers, name: 'Mina', hasPin: true } })
  expect(await pinOf(id)).toEqual(pin)
  // The undo is a change as any other, and can be taken back itself.
  expect(await undoableOf(id)).toBe('undo')
  await undo(id)
  expect(await read(id)).toMatchObject({ name: 'Mina Castro', phone: '+44-2079460000', remark: null })
})

it('the line of the operation log that an undo leaves has no number and no PIN', async () => {
  const { id } = await create({
    name: 'Noor',
    ...numbers,
    phone: '13800002222',
    icCard: '0123456780',
    idNumber: 'P1112223',
  })
  await change(id, { phone: '13800003333', icCard: null, idNumber: null, pin: '123456' })
  await undo(id)
  const [line] = (await admin.ask(listOperations, { query: { event: 'undo' } })).items
  const whole = JSON.stringify(await admin.ask(getOperation, { params: { id: line!.id } }))
  expect(whole).toContain('phone')
  for (const secret of ['13800002222', '13800003333', '0123456780', 'P1112223', '123456'])
    expect(whole).not.toContain(secret)
  const kept = await house.db.selectFrom('person_before').select('values_sealed').where('person_id', '=', id).execute()
  expect(kept[0]?.values_sealed.toString('latin1')).not.toMatch(/13800003333|phone/)
})

it('a change of many people at once is taken back for one of them, and stays for the others', async () => {
  const here = await admin.ask(createDepartment, { body: { name: 'Here' } })
  const there = await admin.ask(createDepartment, { body: { name: 'There' } })
  const night = await admin.ask(groupRoutesOf.staff.create, { body: { name: 'Night' } })
  const [a, b] = [
    await create({ name: 'A', departmentId: here.id }),
    await create({ name: 'B', departmentId: here.id }),
  ]
  const ids = [a.id, b.id]
  await admin.ask(moveStaff, { body: { ids, departmentId: there.id } })
  expect(await undoableOf(a.id)).toBe('move')
  await undo(a.id)
  expect([(await read(a.id)).department?.id, (await read(b.id)).department?.id]).toEqual([here.id, there.id])
  await admin.ask(assignStaffGroups, { body: { ids, add: [night.id], remove: a.groups.map((group) => group.id) } })
  expect(await undoableOf(b.id)).toBe('assign-groups')
  await undo(b.id)
  expect((await read(b.id)).groups).toEqual(b.groups)
  expect((await read(a.id)).groups.map(({ name }) => name)).toEqual(['Night'])
})

it('a group that somebody was taken out of since does not come back by an undo', async () => {
  const groups = groupRoutesOf.staff
  const server = await admin.ask(groups.create, { body: { name: 'Server room' } })
  const { id, ...made } = await create({ name: 'Anna' })
  await change(id, { groupIds: [server.id, ...made.groups.map((group) => group.id)] })
  const { version } = await read(id)
  await change(id, { groupIds: [server.id] })
  await admin.ask(groups.removeMembers, { params: { id: server.id }, body: { personIds: [id] } })
  expect(await undoableOf(id)).toBeNull()
  expect((await undo(id)).message).toBe('staff.nothing-to-undo')
  expect((await read(id)).groups).toEqual([])
  // A form that was opened before does not bring it back either.
  const stale = await admin.call(updateStaff, { params: { id }, body: { groupIds: [server.id], version: version + 1 } })
  expect(stale.message).toBe('staff.changed-meanwhile')
  await admin.ask(groups.addMembers, { params: { id: server.id }, body: { personIds: [id] } })
  expect((await undo(id)).message).toBe('staff.nothing-to-undo')
})

it('nothing is taken back once something else was changed, or after a week', async () => {
  const { id } = await create({ name: 'Olga', phone: '13800004444' })
  expect((await undo(id)).message).toBe('staff.nothing-to-undo')
  await change(id, { phone: null })
  await change(id, { displayPortraitId: null, position: 'Guard' })
  await undo(id)
  expect(await read(id)).toMatchObject({ phone: null, position: null })
  await change(id, { phone: '13800005555' })
  await house.db
    .updateTable('person_before')
    .set({ changed_at: house.clock.now().subtract({ hours: 169 }).toString() })
    .execute()
  expect(await undoableOf(id)).toBeNull()
  expect((await undo(id)).message).toBe('staff.nothing-to-undo')
  await forgetBefore(house)
  expect(await house.db.selectFrom('person_before').selectAll().execute()).toEqual([])
})

it('the change that somebody saw is taken back, and not the one that came after it', async () => {
  const { id } = await create({ name: 'Wanda', position: 'Cook', remark: 'Kitchen' })
  await change(id, { position: 'Chef' })
  const { undoable } = await admin.ask(getPersonTimeline, { params: { id }, query: {} })
  await change(id, { remark: 'Canteen' })
  const late = await admin.call(undoStaff, { params: { id }, body: { version: undoable!.version } })
  expect(late).toMatchObject({ status: 409, message: 'staff.nothing-to-undo' })
  expect(await read(id)).toMatchObject({ position: 'Chef', remark: 'Canteen' })
  const seen = await admin.ask(getPersonTimeline, { params: { id }, query: {} })
  await admin.ask(undoStaff, { params: { id }, body: { version: seen.undoable!.version } })
  expect(await read(id)).toMatchObject({ position: 'Chef', remark: 'Kitchen' })
})

it('a number that somebody else has by now is not taken back', async () => {
  const { id } = await create({ name: 'Pia', phone: '13800006666' })
  await change(id, { phone: '13800007777' })
  await create({ name: 'Quinn', phone: '13800006666' })
  expect((await undo(id)).message).toBe('staff.phone-taken')
  expect((await read(id)).phone).toBe('13800007777')
})

it('a suspension leaves the latest change as it is', async () => {
  const { id } = await create({ name: 'Rosa', phone: '13800008888' })
  await change(id, { phone: null })
  await admin.ask(suspendPeople, { body: { personIds: [id], toAt: null } })
  await undo(id)
  expect((await read(id)).phone).toBe('13800008888')
})

it.each([
  ['mainAdmin', 200],
  ['subAdmin', 403],
  ['deviceAdmin', 403],
  ['visitorAdmin', 403],
] as const)('%s, who takes a change of staff back, is answered %i', async (role, status) => {
  const { id } = await create({ name: 'Sam', position: 'Cook' })
  await change(id, { position: 'Chef' })
  const caller = await house.asRole(role)
  if (role === 'subAdmin') expect(await undoableOf(id, caller)).toBeNull()
  expect((await undo(id, caller)).status).toBe(status)
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
