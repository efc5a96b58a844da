import { getDevice, listDevicePeople } from '@gatehouse/contract/features/devices.ts'
import { defaultGroupNames, listGroups } from '@gatehouse/contract/features/person-groups.ts'
import { createStaff, deleteStaff } from '@gatehouse/contract/features/staff.ts'
import {
  createVisitor,
  deleteVisitors,
  extendVisits,
  findHosts,
  getVisitor,
  groupVisitors,
  listVisitors,
  updateVisitor,
  uploadVisitorPortrait,
} from '@gatehouse/contract/features/visitors.ts'
import type { QueryInput } from '@gatehouse/contract/route.ts'
import type { DevicePerson } from '@gatehouse/contract/device/link.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pairTestDevice, pullAll } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { buildVisitor, inHours } from '../../../test/visits.ts'
import { matchPeople } from '../../people/match-people-reads.ts'
import { visitorList, visitorStatement } from './visitor-reads.ts'
import { takeExpiredOffDevices } from './visitor-jobs.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

const startEmpty = async () => void (await house.db.deleteFrom('person').where('kind', '=', 2).execute())
const build = (body: Parameters<typeof buildVisitor>[2] = {}) => buildVisitor(house, admin, body)
const names = async (query: QueryInput<typeof listVisitors>) =>
  (await admin.ask(listVisitors, { query })).items.map(({ name }) => name)
const makeGroup = async (name: string) =>
  (await house.db.insertInto('person_group').values({ kind: 2, name }).returning('id').executeTakeFirstOrThrow()).id

describe('[MAN-04] visitors', () => {
  beforeEach(startEmpty)

  it('visitors are created with every field, read, changed and deleted', async () => {
    const host = await admin.ask(createStaff, { body: { name: '李伟' } })
    const made = await build({
      purpose: 'Meeting',
      hostId: host.id,
      guestRating: 5,
      company: 'Acme',
      phone: '13900000001',
      email: 'wang@example.com',
      idNumber: '11010519491231002X',
      remark: 'two\nlines',
    })
    expect(made).toMatchObject({
      name: '王芳',
      purpose: 'Meeting',
      host: { id: host.id, name: '李伟' },
      guestRating: 5,
      company: 'Acme',
      phone: '13900000001',
      email: 'wang@example.com',
      idNumber: '11010519491231002X',
      remark: 'two\nlines',
      status: 'effective',
      version: 1,
      groups: [{ name: defaultGroupNames.visitor }],
    })
    const changed = await admin.ask(updateVisitor, { params: { id: made.id }, body: { phone: null, company: 'Bolt' } })
    expect(changed).toMatchObject({ phone: null, company: 'Bolt', name: '王芳', purpose: 'Meeting', version: 2 })
    await admin.ask(deleteStaff, { body: { ids: [host.id] } })
    expect((await admin.ask(getVisitor, { params: { id: made.id } })).host).toBeNull()
    expect(await admin.ask(deleteVisitors, { body: { ids: [made.id] } })).toEqual({ deleted: 1 })
    expect((await admin.call(getVisitor, { params: { id: made.id } })).message).toBe('visitor.not-found')
  })

  it('visitors are not yet effective, effective or expired by their period and the clock, and are found by that status', async () => {
    await build({ name: 'Now' })
    await build({ name: 'Later', validFromAt: inHours(house, 2), validToAt: inHours(house, 3) })
    await build({ name: 'Sooner', validFromAt: inHours(house, 1), validToAt: inHours(house, 4) })
    await build({ name: 'Gone', validFromAt: inHours(house, -9), validToAt: inHours(house, -8) })
    await build({ name: 'Just gone', validFromAt: inHours(house, -9), validToAt: inHours(house, -1) })
    expect(await names({ status: 'effective' })).toEqual(['Now'])
    expect(await names({ status: 'not-yet-effective' })).toEqual(['Sooner', 'Later'])
    expect(await names({ status: 'expired' })).toEqual(['Just gone', 'Gone'])
    house.clock.advance({ minutes: 90 })
    try {
      expect(await names({ status: 'effective' })).toEqual(['Sooner', 'Now'])
    } finally {
      house.clock.advance({ minutes: -90 })
    }
  })

  it('visitors are expired at the very second of their end', async () => {
    const made = await build({ validToAt: inHours(house, 1) })
    house.clock.set(Temporal.Instant.from(made.validToAt).subtract({ seconds: 1 }).toString())
    expect((await admin.ask(getVisitor, { params: { id: made.id } })).status).toBe('effective')
    house.clock.set(made.validToAt)
    expect((await admin.ask(getVisitor, { params: { id: made.id } })).status).toBe('expired')
    house.clock.set(Temporal.Now.instant().toString())
  })

  it('visitors are found by name, its sound, company and phone, by group and host, page after page', async () => {
    const host = await admin.ask(createStaff, { body: { name: 'Host of many' } })
    const groupId = await makeGroup('Builders')
    await build({ name: '王芳', company: 'Acme 上海', phone: '13900000002' })
    await build({ name: 'Bob', hostId: host.id })
    await build({ name: 'Ann', groupIds: [groupId] })
    expect(await names({})).toEqual(['Ann', 'Bob', '王芳'])
    for (const keyword of ['wangfang', 'wf', '芳', 'acme上', '13900000002', '0002'])
      expect(await names({ keyword }), keyword).toEqual(['王芳'])
    expect(await names({ hostId: host.id })).toEqual(['Bob'])
    expect(await names({ groupId })).toEqual(['Ann'])
    const first = await admin.ask(listVisitors, { query: { size: 2 } })
    expect(await names({ size: 2, after: first.next ?? '' })).toEqual(['王芳'])
    expect((await admin.call(listVisitors, { query: { after: 'nonsense' } })).message).toBe('request.invalid')
  })

  it('visitors of a group, a host or both are read newest first, page after page, with any status and keyword', async () => {
    const host = await admin.ask(createStaff, { body: { name: 'Host' } })
    const groupId = await makeGroup('Painters')
    const gone = { validFromAt: inHours(house, -9), validToAt: inHours(house, -8) }
    await build({ name: 'A one', groupIds: [groupId], hostId: host.id })
    await build({ name: 'A two', groupIds: [groupId], ...gone })
    await build({ name: 'A three', hostId: host.id, ...gone })
    await build({ name: 'B four', groupIds: [groupId], hostId: host.id, ...gone })
    const pages = async (query: QueryInput<typeof listVisitors>) => {
      const first = await admin.ask(listVisitors, { query: { ...query, size: 1 } })
      return [
        ...first.items.map(({ name }) => name),
        ...(first.next ? await names({ ...query, after: first.next }) : []),
      ]
    }
    expect(await pages({ groupId })).toEqual(['B four', 'A two', 'A one'])
    expect(await pages({ hostId: host.id })).toEqual(['B four', 'A three', 'A one'])
    expect(await pages({ groupId, hostId: host.id })).toEqual(['B four', 'A one'])
    expect(await pages({ groupId, status: 'expired' })).toEqual(['B four', 'A two'])
    expect(await pages({ hostId: host.id, status: 'effective' })).toEqual(['A one'])
    expect(await pages({ groupId, keyword: 'a' })).toEqual(['A two', 'A one'])
  })

  it('visitors are put into groups, extended and deleted many at a time', async () => {
    const groupId = await makeGroup('Suppliers')
    const [a, b] = [await build({ name: 'A' }), await build({ name: 'B', validToAt: inHours(house, -0.5) })]
    const ids = [a.id, b.id]
    expect(await admin.ask(groupVisitors, { body: { ids, groupIds: [groupId] } })).toEqual({ changed: 2 })
    expect((await admin.ask(getVisitor, { params: { id: a.id } })).groups).toHaveLength(2)
    await admin.ask(groupVisitors, { body: { ids, groupIds: [groupId], mode: 'replace' } })
    expect((await admin.ask(getVisitor, { params: { id: b.id } })).groups).toEqual([{ id: groupId, name: 'Suppliers' }])
    expect(b.status).toBe('expired')
    const extend = (hours: number) => admin.ask(extendVisits, { body: { ids, validToAt: inHours(house, hours) } })
    // A's visit lasts for eight hours anyway.
    expect(await extend(5)).toEqual({ changed: 1 })
    expect((await admin.ask(getVisitor, { params: { id: a.id } })).validToAt).toBe(a.validToAt)
    expect((await admin.ask(getVisitor, { params: { id: b.id } })).status).toBe('effective')
    expect(await extend(24)).toEqual({ changed: 2 })
    const [staffGroup] = await admin.ask(listGroups, { query: { kind: 'staff' } })
    const wrong = await admin.call(groupVisitors, { body: { ids, groupIds: [staffGroup?.id ?? ''] } })
    expect(wrong.message).toBe('group.not-found')
    expect(await admin.ask(deleteVisitors, { body: { ids } })).toEqual({ deleted: 2 })
  })

  it('visitors are refused with a period that ends before it begins or lasts too long, a taken phone or an invalid host', async () => {
    const refusal = async (body: object) =>
      (
        await admin.call(createVisitor, {
          body: { name: 'X', validFromAt: inHours(house, 0), validToAt: inHours(house, 1), ...body },
        })
      ).message
    expect(await refusal({ validToAt: inHours(house, -1) })).toBe('visitor.period-wrong')
    expect(await refusal({ validToAt: inHours(house, 24 * 400) })).toBe('visitor.period-wrong')
    const { id } = await build({ phone: '13900000003' })
    expect(await refusal({ phone: '13900000003' })).toBe('visitor.phone-taken')
    expect(await refusal({ hostId: id })).toBe('visitor.host-unknown')
    expect(await refusal({ idNumber: '12345' })).toBe('request.invalid')
    expect(await refusal({ guestRating: 6 })).toBe('request.invalid')
  })

  it('two users who save one phone number at once create one visitor', async () => {
    const body = { name: 'Twice', phone: '13900000004', validFromAt: inHours(house, 0), validToAt: inHours(house, 1) }
    const answers = await Promise.all([admin.call(createVisitor, { body }), admin.call(createVisitor, { body })])
    expect(answers.map(({ message }) => message).toSorted()).toEqual(['success', 'visitor.phone-taken'])
  })

  it('visitors that another user changed meanwhile are not overwritten', async () => {
    const { id, version } = await build()
    await admin.ask(updateVisitor, { params: { id }, body: { purpose: 'first', version } })
    const late = await admin.call(updateVisitor, { params: { id }, body: { purpose: 'second', version } })
    expect(late.message).toBe('visitor.changed-meanwhile')
  })

  it('whole numbers of visitors are shown only to users who may write visitors', async () => {
    const { id } = await build({ phone: '13900000005', email: 'wang@example.com', idNumber: '110105194912310021' })
    const reader = await house.asRole('subAdmin')
    expect(await reader.ask(getVisitor, { params: { id } })).toMatchObject({
      phone: '139****0005',
      email: 'w***@example.com',
      idNumber: '11**************21',
    })
  })

  it('[PERM-06] visitor administrators manage visitors with their hosts and portraits', async () => {
    const caller = await house.asRole('visitorAdmin')
    await admin.ask(createStaff, { body: { name: '张三丰', email: 'zhang@example.com' } })
    const hosts = await caller.ask(findHosts, { query: { keyword: 'zsf' } })
    expect(hosts).toEqual([{ id: expect.any(String), name: '张三丰', department: null }])
    const portrait = await caller.ask(uploadVisitorPortrait, { body: { file: photograph(faces.franck) } })
    const made = await buildVisitor(house, caller, { portraitId: portrait.id, hostId: hosts[0]?.id ?? null })
    expect(made).toMatchObject({ portraitId: portrait.id, host: { name: '张三丰' } })
  })

  it('visitors whose face is known are refused with that person’s name, and are added when it is confirmed', async () => {
    const first = await admin.ask(uploadVisitorPortrait, { body: { file: photograph(faces.franck) } })
    const known = await build({ name: 'First', portraitId: first.id })
    const period = { validFromAt: inHours(house, 0), validToAt: inHours(house, 1) }
    const { refusal, body } = await until(async () => {
      const { id: portraitId } = await admin.ask(uploadVisitorPortrait, { body: { file: photograph(faces.franck) } })
      const body = { name: 'Second', portraitId, ...period }
      const answer = await admin.call(createVisitor, { body })
      // Before the gallery knows the first; their portrait is deleted with them.
      if (answer.status === 200) await admin.ask(deleteVisitors, { body: { ids: [answer.data.id] } })
      return answer.status !== 200 && { refusal: answer, body }
    })
    expect(refusal).toMatchObject({ message: 'portrait.duplicate-face', data: { person: { id: known.id } } })
    const second = await admin.ask(createVisitor, { body: { ...body, force: true } })
    expect(second).toMatchObject({ name: 'Second' })
    // A visitor who has that portrait already is not checked again with every other change.
    const longer = { ...body, validToAt: inHours(house, 2), version: second.version }
    expect(await admin.ask(updateVisitor, { params: { id: second.id }, body: longer })).toMatchObject({
      validToAt: longer.validToAt,
    })
    // A picture belongs to one person, whatever the caller insists on.
    const taken = await admin.call(createVisitor, { body: { ...body, portraitId: first.id, force: true } })
    expect(taken.message).toBe('portrait.not-found')
  })
})

describe('[MAN-04] a visit that is over', () => {
  beforeEach(startEmpty)

  it('a visit that is over removes the visitor from the devices and their counts, and an extension brings them back', async () => {
    const device = await pairTestDevice(house, admin)
    const visitor = await build({ validToAt: inHours(house, 1) })
    const known = new Map<string, DevicePerson>()
    let cursor = await pullAll(device, known)
    expect(known.get(visitor.id)).toMatchObject({ kind: 'visitor', validToAt: visitor.validToAt })
    const people = async () => (await admin.ask(getDevice, { params: { id: device.id } })).people
    const before = (await people()).total
    house.clock.advance({ minutes: 61 })
    try {
      await takeExpiredOffDevices(house.gatehouse.services)
      cursor = await pullAll(device, known, cursor)
      expect(known.has(visitor.id)).toBe(false)
      expect(await people()).toMatchObject({ total: before - 1, waiting: before - 1 })
      expect(
        (await admin.ask(listDevicePeople, { params: { id: device.id }, query: { keyword: visitor.name } })).items,
      ).toEqual([])
      expect((await admin.ask(getVisitor, { params: { id: visitor.id } })).devices).toEqual([])
      const everybody = new Map<string, DevicePerson>()
      await pullAll(device, everybody, undefined, 1)
      expect(everybody.has(visitor.id)).toBe(false)
      await admin.ask(extendVisits, { body: { ids: [visitor.id], validToAt: inHours(house, 5) } })
      await pullAll(device, known, cursor)
      expect(known.has(visitor.id)).toBe(true)
    } finally {
      house.clock.advance({ minutes: -61 })
    }
  })

  it('a visit that is over does not remove a visitor on the blacklist from the devices', async () => {
    const device = await pairTestDevice(house, admin)
    const visitor = await build({ validToAt: inHours(house, 1) })
    const { id: groupId } = await house.db
      .selectFrom('person_group')
      .select('id')
      .where('kind', '=', 5)
      .executeTakeFirstOrThrow()
    await house.db.updateTable('person').set({ kind: 5 }).where('id', '=', visitor.id).execute()
    await house.db.updateTable('group_member').set({ group_id: groupId }).where('person_id', '=', visitor.id).execute()
    house.clock.advance({ minutes: 61 })
    await takeExpiredOffDevices(house.gatehouse.services)
    house.clock.advance({ minutes: -61 })
    const known = new Map<string, DevicePerson>()
    await pullAll(device, known)
    expect(known.get(visitor.id)).toMatchObject({ kind: 'blacklisted' })
    await house.db.deleteFrom('person').where('id', '=', visitor.id).execute()
  })
})

describe('with thirty thousand visitors', () => {
  const nobody = '00000000-0000-7000-8000-000000000000'
  beforeAll(async () => {
    await sql`
      insert into person (kind, name, name_search, valid_from, valid_to, created_at)
      select 2, 'Visitor ' || n, 'visitor' || n, t - interval '4 hours', t, t - interval '1 day'
      from (select n, now() - (n - 29000) * interval '10 minutes' as t from generate_series(1, 30000) n) s`.execute(
      house.db,
    )
    await sql`
      insert into visitor (person_id, host_id)
      select v.id, h.id from person v left join (select min(id::text)::uuid as id from person where kind = 1) h on v.name like '%7'
      where v.kind = 2`.execute(house.db)
    await sql`
      insert into group_member (group_id, person_id)
      select g.id, p.id from person p join person_group g on g.kind = 2 and g.is_default where p.kind = 2 and p.name like '%7'`.execute(
      house.db,
    )
    await sql`analyze person, visitor, group_member`.execute(house.db)
  })

  it.each([
    ['of all', {}, 'person__created'],
    ['of expired ones', { status: 'expired' }, 'person__visit_ends'],
    ['of effective ones', { status: 'effective' }, 'person__visit_ends'],
    ['of those not yet effective', { status: 'not-yet-effective' }, 'person__visit_begins'],
    // by begin or by end, whichever leaves fewer
    ['of today', { shown: 'today' }, 'person__visit_'],
    ['of today, of a group', { shown: 'today', groupId: nobody }, 'group_member'],
    ['of those who are inside', { shown: 'here' }, 'person_location'],
    ['of a group', { groupId: nobody }, 'group_member_pkey'],
    ['of a host, expired', { hostId: nobody, status: 'expired' }, 'visitor__host'],
  ] as const)('the list %s is read along an index', async (_, query, index) => {
    const today = { now: inHours(house, 0), from: inHours(house, -9), to: inHours(house, 15) }
    const list = visitorList({ size: 20, ...query }, today)
    const statement = visitorStatement(list, 20, undefined).compile(house.db)
    const plan = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(inlined(statement))}`.execute(house.db)
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).toContain(index)
    expect(text).not.toMatch(/Seq Scan on person/)
  })

  it('a rare word is found along the index of words', async () => {
    const match = matchPeople('visitor29999', ['visitor'], house.gatehouse.services.keys)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${match?.found}`.execute(house.db)
    const text = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).toContain('person__search')
    expect(text).not.toMatch(/Seq Scan on person/)
  })

  it.each([
    ['of many at the beginning of the list and later', 'visitor 12', {}, (n: number) => String(n).startsWith('12')],
    ['of many at its end', 'visitor 29', {}, (n: number) => String(n).startsWith('29')],
    ['of a few everywhere', '999', {}, (n: number) => String(n).includes('999')],
    ['of a few of one status', '999', { status: 'expired' }, (n: number) => n > 29_000 && String(n).includes('999')],
  ] as const)('a keyword %s gives all of them in order, page after page', async (_, keyword, filter, isMatch) => {
    const wanted = Array.from({ length: 30_000 }, (_, index) => index + 1).filter(isMatch)
    const seen: string[] = []
    for (let after: string | undefined | null; after !== null;) {
      const page = await admin.ask(listVisitors, { query: { ...filter, keyword, size: 100, ...(after && { after }) } })
      seen.push(...page.items.map(({ name }) => name))
      after = page.next
    }
    expect(seen).toEqual(wanted.map((n) => `Visitor ${n}`))
  })
})

/** A statement with its values in it: EXPLAIN takes no parameters. */
function inlined({ sql: text, parameters }: { sql: string; parameters: readonly unknown[] }): string {
  return text.replaceAll(/\$(\d+)/g, (_, place: string) => {
    const value = parameters[Number(place) - 1]
    if (typeof value === 'number') return String(value)
    if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'::bytea`
    if (Array.isArray(value)) return `array[${value.map((one) => `'${String(one)}'`).join(',')}]`
    return `'${String(value)}'`
  })
}
