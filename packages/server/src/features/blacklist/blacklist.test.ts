import { randomUUID } from 'node:crypto'
import {
  createBlacklisted,
  deleteBlacklisted,
  findBlacklistCandidates,
  getBlacklisted,
  listBlacklist,
  moveOutOfBlacklist,
  moveToBlacklist,
  updateBlacklisted,
} from '@gatehouse/contract/features/blacklist.ts'
import {
  createDepartment,
  deleteDepartment,
  listDepartments,
  updateDepartment,
} from '@gatehouse/contract/features/departments.ts'
import { getDevice } from '@gatehouse/contract/features/devices.ts'
import { createPass } from '@gatehouse/contract/features/visitor-passes.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { duplicateFace, uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { createStaff, deleteStaff, getStaff, listStaff } from '@gatehouse/contract/features/staff.ts'
import type { BodyInput } from '@gatehouse/contract/route.ts'
import type { Terminal } from '@gatehouse/terminal/core/terminal.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenForTerminals } from '../../../test/listen-for-terminals.ts'
import { startPairedTerminal } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { buildVisitor } from '../../../test/visits.ts'
import { qrPicture } from '../../lib/qr-picture.ts'
import { nameColumns, phoneColumns } from '../../people/person-columns.ts'
import { lockPhone } from '../visitors/visitor-store.ts'
import { blacklistOf, blacklistStatement } from './blacklist-reads.ts'

let house: TestGatehouse
let admin: Caller
let serverUrl: string
const terminals: Terminal[] = []
beforeAll(async () => {
  house = await startTestGatehouse({ environment: { HOST: '127.0.0.1' } })
  admin = await house.asRole('superAdmin')
  serverUrl = await listenForTerminals(house)
})
afterAll(async () => {
  await Promise.all(terminals.map((terminal) => terminal.stop()))
  await house.close()
})

const staff = (body: BodyInput<typeof createStaff>) => admin.ask(createStaff, { body })
const moveIn = (ids: string[], reason: string | null = null) =>
  admin.ask(moveToBlacklist, { body: { personIds: ids, reason } })
const moveOut = (...ids: string[]) => admin.ask(moveOutOfBlacklist, { body: { ids } })
const get = (id: string) => admin.ask(getBlacklisted, { params: { id } })
const makeGroup = (name: string) => admin.ask(groupRoutesOf.staff.create, { body: { name } })

/** A visitor as the tables hold one. */
async function visitor(name: string) {
  const groups = await admin.ask(groupRoutesOf.visitor.list)
  const { id } = await house.db
    .insertInto('person')
    .values({ kind: 2, ...nameColumns(name) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await house.db.insertInto('group_member').values({ person_id: id, group_id: groups[0]!.id }).execute()
  return id
}

/** Everything that the tables hold of a person, except the version and the time of the last change. */
async function everythingOf(id: string) {
  const {
    version: _,
    updated_at: __,
    ...person
  } = await house.db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const groups = await house.db
    .selectFrom('group_member')
    .selectAll()
    .where('person_id', '=', id)
    .orderBy('group_id')
    .execute()
  const manages = await house.db
    .selectFrom('department')
    .select('id')
    .where('manager_id', '=', id)
    .orderBy('id')
    .execute()
  return { person, groups, manages }
}

describe('[MAN-05] moving a person in', () => {
  it('moving a person in unbinds groups, department and managed departments at once, and shows original identity, date and reason', async () => {
    const [left, right] = [await makeGroup('In left'), await makeGroup('In right')]
    const department = await admin.ask(createDepartment, { body: { name: 'In' } })
    const person = await staff({
      name: 'Moved',
      departmentId: department.id,
      groupIds: [left.id, right.id],
      jobId: 'IN-1',
    })
    await admin.ask(updateDepartment, { params: { id: department.id }, body: { managerId: person.id } })
    const before = house.clock.now()
    expect(await moveIn([person.id], 'Stole a ladder')).toEqual({ moved: 1 })
    expect((await admin.call(getStaff, { params: { id: person.id } })).message).toBe('staff.not-found')
    expect((await admin.ask(listStaff, { query: { keyword: 'Moved' } })).items).toEqual([])
    const entry = await get(person.id)
    const [defaultGroup] = await admin.ask(groupRoutesOf.blacklisted.list)
    expect(entry).toMatchObject({
      name: 'Moved',
      originalKind: 'staff',
      reason: 'Stole a ladder',
      addedBy: 'superAdmin1',
      jobId: 'IN-1',
      groups: [{ id: defaultGroup?.id, name: defaultGroup?.name }],
      before: {
        department: { id: department.id, name: 'In', isThere: true },
        manages: [{ id: department.id, name: 'In', isThere: true }],
      },
    })
    expect(entry.before.groups.map(({ name }) => name).toSorted()).toEqual(['In left', 'In right'])
    expect(Temporal.Instant.compare(entry.addedAt, before)).toBeGreaterThanOrEqual(0)
    const [now] = (await admin.ask(listDepartments)).filter(({ id }) => id === department.id)
    expect(now).toMatchObject({ manager: null, memberCount: 0 })
    const log = await house.db.selectFrom('operation_log').selectAll().where('event', '=', 'move-in').execute()
    expect(log).toMatchObject([{ module: 'blacklist', item: 'Moved', remark: 'Stole a ladder', result: 'success' }])
  })

  it('several people are moved in at once, staff and visitors, into the selected groups', async () => {
    const group = await admin.ask(groupRoutesOf.blacklisted.create, { body: { name: 'Watch' } })
    const [guest, worker] = [await visitor('Guest'), (await staff({ name: 'Worker' })).id]
    const body = { personIds: [guest, worker, worker], reason: null, groupIds: [group.id] }
    expect(await admin.ask(moveToBlacklist, { body })).toEqual({ moved: 2 })
    const { items } = await admin.ask(listBlacklist, { query: { groupId: group.id } })
    expect(items.map(({ name, originalKind }) => `${originalKind} ${name}`).toSorted()).toEqual([
      'staff Worker',
      'visitor Guest',
    ])
  })

  it('all people are moved in or none: not the unknown, not the blacklisted, not into groups of another kind', async () => {
    const { id } = await staff({ name: 'Stays' })
    const other = await makeGroup('Staff only')
    const already = await staff({ name: 'Already' })
    await moveIn([already.id])
    const call = (body: BodyInput<typeof moveToBlacklist>) => admin.call(moveToBlacklist, { body })
    expect((await call({ personIds: [id, randomUUID()], reason: null })).message).toBe('person.not-found')
    expect((await call({ personIds: [id, already.id], reason: null })).message).toBe('person.not-found')
    expect((await call({ personIds: [id], reason: null, groupIds: [other.id] })).message).toBe('group.not-found')
    expect((await call({ personIds: [id], reason: null, groupIds: [] })).message).toBe('request.invalid')
    expect((await call({ personIds: [id], reason: 'x'.repeat(256) })).message).toBe('request.invalid')
    expect(await admin.ask(getStaff, { params: { id } })).toMatchObject({ name: 'Stays' })
  })

  it('an account that manages visitors only moves in visitors, and no staff by any way', async () => {
    const visitorAdmin = await house.asRole('visitorAdmin')
    const [{ id }, guest] = [await staff({ name: 'Not theirs' }), await visitor('Theirs')]
    const call = (personIds: string[]) => visitorAdmin.call(moveToBlacklist, { body: { personIds, reason: null } })
    expect((await call([id])).message).toBe('auth.permission-denied')
    expect((await call([guest])).status).toBe(200)
    await moveIn([id])
    const answers = [
      await visitorAdmin.call(moveOutOfBlacklist, { body: { ids: [id] } }),
      await visitorAdmin.call(deleteBlacklisted, { body: { ids: [id] } }),
      await visitorAdmin.call(updateBlacklisted, { params: { id }, body: { reason: 'mine' } }),
    ]
    expect(answers.map(({ message }) => message)).toEqual(Array(3).fill('auth.permission-denied'))
    expect((await visitorAdmin.call(moveOutOfBlacklist, { body: { ids: [guest] } })).status).toBe(200)
    const found = await visitorAdmin.ask(findBlacklistCandidates, { query: {} })
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['visitor']))
  })
})

describe('[MAN-05] moving a person out', () => {
  it('moving a person out restores exactly what was', async () => {
    const [left, right] = [await makeGroup('Out left'), await makeGroup('Out right')]
    const head = await admin.ask(createDepartment, { body: { name: 'Out head' } })
    const below = await admin.ask(createDepartment, { body: { name: 'Out below', parentId: head.id } })
    const person = await staff({
      name: '李伟',
      departmentId: below.id,
      groupIds: [left.id, right.id],
      jobId: 'OUT-1',
      phone: '13800001111',
      email: 'out@example.com',
      position: 'Guard',
      remark: 'two\nlines',
    })
    for (const { id } of [head, below])
      await admin.ask(updateDepartment, { params: { id }, body: { managerId: person.id } })
    const guest = await visitor('Guest out')
    const before = [await everythingOf(person.id), await everythingOf(guest)]
    await moveIn([person.id, guest], 'mistake')
    expect(await everythingOf(person.id)).not.toEqual(before[0])
    const { restored, withoutOriginal } = await moveOut(person.id, guest)
    expect(restored.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { id: person.id, name: '李伟', kind: 'staff', missing: [] },
      { id: guest, name: 'Guest out', kind: 'visitor', missing: [] },
    ])
    expect(withoutOriginal).toEqual([])
    expect([await everythingOf(person.id), await everythingOf(guest)]).toEqual(before)
    expect((await admin.call(getBlacklisted, { params: { id: person.id } })).message).toBe('blacklist.not-found')
  })

  it('moving a person out restores what still exists, and says what does not', async () => {
    const [kept, gone] = [await makeGroup('Kept'), await makeGroup('Gone group')]
    const [department, managed, taken] = await Promise.all(
      ['Gone department', 'Gone managed', 'Taken over'].map((name) => admin.ask(createDepartment, { body: { name } })),
    )
    const person = await staff({
      name: 'Half',
      departmentId: department!.id,
      groupIds: [kept.id, gone.id],
      jobId: 'HALF-1',
      phone: '13800002222',
    })
    const manage = (id: string, managerId: string) =>
      admin.ask(updateDepartment, { params: { id }, body: { managerId } })
    await manage(managed!.id, person.id)
    await manage(taken!.id, person.id)
    await moveIn([person.id])
    await admin.ask(groupRoutesOf.staff.remove, { params: { id: gone.id } })
    for (const { id } of [department!, managed!]) await admin.ask(deleteDepartment, { params: { id } })
    const other = await staff({ name: 'Successor', jobId: 'HALF-1', phone: '13800002222' })
    await manage(taken!.id, other.id)
    expect((await get(person.id)).before).toMatchObject({
      department: { name: 'Gone department', isThere: false },
      groups: expect.arrayContaining([
        { id: kept.id, name: 'Kept', isThere: true },
        { id: gone.id, name: 'Gone group', isThere: false },
      ]) as unknown,
    })
    const { restored } = await moveOut(person.id)
    expect(restored[0]?.missing.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { what: 'phone', name: '138****2222' },
      { what: 'department', name: 'Gone department' },
      { what: 'group', name: 'Gone group' },
      { what: 'managed-department', name: 'Gone managed' },
      { what: 'job-id', name: 'HALF-1' },
      { what: 'managed-department', name: 'Taken over' },
    ])
    expect(await admin.ask(getStaff, { params: { id: person.id } })).toMatchObject({
      name: 'Half',
      department: null,
      jobId: null,
      phone: null,
      groups: [{ id: kept.id, name: 'Kept' }],
    })
    expect(await admin.ask(getStaff, { params: { id: other.id } })).toMatchObject({
      jobId: 'HALF-1',
      phone: '13800002222',
    })
  })

  it('moving a visitor out waits for somebody who registers the same number; moving staff out refuses a number that is taken', async () => {
    const guest = await buildVisitor(house, admin, { name: 'Was first', phone: '13800004444' })
    const { id } = await staff({ name: 'Had a card', icCard: 'CARD-44' })
    await moveIn([guest.id, id])
    const phone = phoneColumns(house.gatehouse.services.keys, '13800004444')
    const backWhile = async (moved: string, values: { kind: number; ic_card?: string }) => {
      let answer: ReturnType<typeof admin.call<typeof moveOutOfBlacklist>> | undefined
      await house.db.transaction().execute(async (db) => {
        await lockPhone(db, phone.phone_hash!)
        const row = { ...nameColumns('At this moment'), ...(values.kind === 2 && phone), ...values }
        await db.insertInto('person').values(row).execute()
        answer = admin.call(moveOutOfBlacklist, { body: { ids: [moved] } })
        const { pid } = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!
        await until(async () => {
          // Waits for the move itself: other transactions wait now and then, too, and some behind the move.
          const { rows } = await sql`
            select from pg_stat_activity
            where pg_blocking_pids(pid) @> array[${pid}::int] and query !~ 'person_key|sync_clock'`.execute(house.db)
          return rows.length > 0
        })
      })
      return answer!
    }
    expect((await backWhile(guest.id, { kind: 2 })).data).toMatchObject({
      restored: [{ missing: [{ what: 'phone', name: '138****4444' }] }],
    })
    expect((await backWhile(id, { kind: 1, ic_card: 'CARD-44' })).message).toBe('staff.ic-card-taken')
  })

  it('moving out two people who had one number in turn gives the number to one of them', async () => {
    const people = []
    for (const name of ['First holder', 'Second holder']) {
      const { id } = await staff({ name, phone: '13800003333' })
      await moveIn([id])
      people.push(id)
    }
    const { restored } = await moveOut(...people)
    expect(restored.flatMap(({ missing }) => missing)).toEqual([{ what: 'phone', name: '138****3333' }])
    const phones = await Promise.all(people.map(async (id) => (await admin.ask(getStaff, { params: { id } })).phone))
    expect(phones.filter((phone) => phone !== null)).toEqual(['13800003333'])
  })

  it('people leave the blacklist without a job id that others have in another case', async () => {
    const returning = await staff({ name: 'Left with CASE-1', jobId: 'CASE-1' })
    await moveIn([returning.id])
    await staff({ name: 'Has case-1 now', jobId: 'case-1' })
    expect((await moveOut(returning.id)).restored[0]?.missing).toEqual([{ what: 'job-id', name: 'CASE-1' }])

    const twins = []
    for (const jobId of ['TWIN-1', 'twin-1']) {
      const { id } = await staff({ name: jobId, jobId })
      await moveIn([id])
      twins.push(id)
    }
    const { restored } = await moveOut(...twins)
    expect(restored.flatMap(({ missing }) => missing)).toHaveLength(1)
  })

  it('people who were added to the list directly stay on it, and the answer says so', async () => {
    const { id } = await admin.ask(createBlacklisted, { body: { name: 'Never ours' } })
    const { id: ours } = await staff({ name: 'Ours' })
    await moveIn([ours])
    expect(await moveOut(id, ours)).toMatchObject({
      restored: [{ id: ours }],
      withoutOriginal: [{ id, name: 'Never ours' }],
    })
    expect((await get(id)).originalKind).toBeNull()
    expect((await admin.call(moveOutOfBlacklist, { body: { ids: [ours, id] } })).message).toBe('blacklist.not-found')
  })

  it('two accounts that move a person in or out at once do it once', async () => {
    const { id } = await staff({ name: 'Once' })
    const inAnswers = await Promise.all(
      [1, 2].map(() => admin.call(moveToBlacklist, { body: { personIds: [id], reason: null } })),
    )
    expect(inAnswers.map(({ message }) => message).toSorted()).toEqual(['person.not-found', 'success'])
    const outAnswers = await Promise.all([1, 2].map(() => admin.call(moveOutOfBlacklist, { body: { ids: [id] } })))
    expect(outAnswers.map(({ message }) => message).toSorted()).toEqual(['blacklist.not-found', 'success'])
  })

  it('moving in and out never fails while departments, groups and people are changed and deleted', async () => {
    for (let round = 0; round < 12; round++) {
      const group = await makeGroup(`Busy ${round}`)
      const department = await admin.ask(createDepartment, { body: { name: `Busy ${round}` } })
      const [a, b] = [
        await staff({ name: 'A', departmentId: department.id, groupIds: [group.id] }),
        await staff({ name: 'B' }),
      ]
      const manage = (managerId: string) =>
        admin.call(updateDepartment, {
          params: { id: department.id },
          body: { managerId, name: `Busy ${round} ${managerId.slice(-8)}` },
        })
      const first = await Promise.all([
        admin.call(moveToBlacklist, { body: { personIds: [a.id, b.id], reason: null } }),
        manage(a.id),
        manage(b.id),
        admin.call(groupRoutesOf.staff.remove, { params: { id: group.id } }),
        admin.call(deleteStaff, { body: { ids: [b.id] } }),
      ])
      const known = [
        'success',
        'person.not-found',
        'staff.not-found',
        'group.not-found',
        'blacklist.not-found',
        'department.not-found',
        'department.has-members',
      ]
      for (const { message } of first) expect(known).toContain(message)
      const second = await Promise.all([
        admin.call(moveOutOfBlacklist, { body: { ids: [a.id] } }),
        admin.call(deleteDepartment, { params: { id: department.id } }),
        admin.call(deleteBlacklisted, { body: { ids: [a.id] } }),
      ])
      for (const { message } of second) expect(known).toContain(message)
    }
  })
})

describe('[MAN-05] the blacklist', () => {
  it('the blacklist adds, changes and deletes somebody who was never registered', async () => {
    const made = await admin.ask(createBlacklisted, {
      body: { name: '陌生人', phone: '13811112222', reason: 'Threats', remark: 'Red coat' },
    })
    expect(made).toMatchObject({
      originalKind: null,
      phone: '13811112222',
      reason: 'Threats',
      remark: 'Red coat',
      version: 1,
    })
    const changed = await admin.ask(updateBlacklisted, {
      params: { id: made.id },
      body: { name: 'Known now', phone: null, reason: 'Threats, twice', version: 1 },
    })
    expect(changed).toMatchObject({
      name: 'Known now',
      phone: null,
      reason: 'Threats, twice',
      remark: 'Red coat',
      version: 2,
    })
    const late = await admin.call(updateBlacklisted, { params: { id: made.id }, body: { name: 'Late', version: 1 } })
    expect(late.message).toBe('staff.changed-meanwhile')
    expect(await admin.ask(deleteBlacklisted, { body: { ids: [made.id] } })).toEqual({ deleted: 1 })
    expect((await admin.call(getBlacklisted, { params: { id: made.id } })).message).toBe('blacklist.not-found')
    expect((await admin.call(deleteBlacklisted, { body: { ids: [made.id] } })).message).toBe('blacklist.not-found')
  })

  it('the blacklist is read newest first, page by page, and searched by name, sound, phone, reason and original identity', async () => {
    await house.db.deleteFrom('person').where('kind', '=', 5).execute()
    const guest = await visitor('Searched guest')
    const worker = await staff({ name: '欧阳娜', phone: '13822223333' })
    const alone = await admin.ask(createBlacklisted, { body: { name: 'Searched alone', reason: '100% rude' } })
    await moveIn([worker.id])
    house.clock.advance({ seconds: 1 })
    await moveIn([guest], 'late again')
    const names = async (query: object, size = 200) => {
      const all: string[] = []
      for (let after: string | undefined; ;) {
        const page = await admin.ask(listBlacklist, { query: { ...query, size, ...(after && { after }) } })
        all.push(...page.items.map(({ name }) => name))
        if (page.next === null) return all
        after = page.next
      }
    }
    const all = await names({})
    expect(all).toHaveLength(3)
    expect(all[0]).toBe('Searched guest')
    for (const size of [1, 2]) expect(await names({}, size)).toEqual(all)
    expect(await names({ keyword: 'ouyang' })).toEqual(['欧阳娜'])
    expect(await names({ keyword: '13822223333' })).toEqual(['欧阳娜'])
    expect(await names({ keyword: '%' })).toEqual(['Searched alone'])
    expect(await names({ keyword: 'LATE' })).toEqual(['Searched guest'])
    expect(await names({ original: 'staff' })).toEqual(['欧阳娜'])
    expect(await names({ original: 'visitor' })).toEqual(['Searched guest'])
    expect(await names({ original: 'none' })).toEqual([alone.name])
    const reader = await house.asRole('subAdmin')
    expect((await reader.ask(listBlacklist, { query: { original: 'staff' } })).items[0]?.phone).toBe('138****3333')
    expect((await admin.call(listBlacklist, { query: { after: 'x' } })).message).toBe('request.invalid')
  })

  it('people who can be moved in are found by keyword or id, and nobody who is on the blacklist already', async () => {
    const { id } = await staff({ name: 'Findable', jobId: 'FIND-1' })
    const find = (query: object) => admin.ask(findBlacklistCandidates, { query })
    expect(await find({ keyword: 'findab' })).toMatchObject([{ id, name: 'Findable', kind: 'staff', jobId: 'FIND-1' }])
    expect(await find({ id })).toHaveLength(1)
    await moveIn([id])
    expect(await find({ keyword: 'findab' })).toEqual([])
  })

  it('a blacklisted face is shown before anybody is registered with it, first and with the reason', async () => {
    const upload = (name: string) => admin.ask(uploadPortrait, { body: { file: photograph(name) } })
    const known = await staff({ name: 'Franck of the staff', portraitId: (await upload(faces.franck)).id })
    const black = await admin.ask(createBlacklisted, {
      body: {
        name: 'Franck of the list',
        reason: 'Broke a window',
        portraitId: (await upload(faces.franckAgain)).id,
        force: true,
      },
    })
    const again = await upload(faces.franckAgain)
    const refused = await until(async () => {
      const answer = await admin.call(createStaff, { body: { name: 'Somebody', portraitId: again.id } })
      return duplicateFace.safeParse(answer.data).data?.alike.length === 2 && answer
    })
    expect(refused.data).toMatchObject({
      alike: [
        { kind: 'blacklisted', person: { id: black.id }, reason: 'Broke a window' },
        { kind: 'staff', person: { id: known.id }, reason: null },
      ],
    })
    const twice = await admin.call(createBlacklisted, { body: { name: 'Again', portraitId: again.id } })
    expect(twice.message).toBe('portrait.duplicate-face')
    // A picture belongs to one person, whatever the caller insists on.
    const body = { name: 'Taken', portraitId: known.portraitId, force: true }
    expect((await admin.call(createBlacklisted, { body })).message).toBe('portrait.not-found')
  })
})

it('[MAN-05] a person who is moved in is refused as blacklisted at the door within seconds, and passes again once moved out', async () => {
  const door = await startPairedTerminal(admin.ask, serverUrl, { name: 'Main door' })
  const side = await startPairedTerminal(admin.ask, serverUrl, { name: 'Side door' })
  terminals.push(door, side)
  const keepers = await makeGroup('Main door only')
  await admin.ask(groupRoutesOf.staff.bind, { params: { id: keepers.id }, body: { deviceIds: [door.id] } })
  const portraitId = await insertNamedPortrait(house, 'Guarded')
  const person = await staff({ name: 'Guarded', portraitId, groupIds: [keepers.id] })
  const seen = (terminal: Terminal) => terminal.present(namedFace('Guarded'))
  await until(async () => (await seen(door))?.opened)
  expect(await seen(side)).toMatchObject({ opened: false })
  await moveIn([person.id], 'Stole a ladder')
  // The blacklist's default group is bound to every door: the side door learns of them now.
  for (const terminal of [door, side]) {
    await until(async () => (await seen(terminal))?.opened === false)
    await until(async () => {
      await seen(terminal)
      await terminal.idle()
      const { items } = await admin.ask(listRecords, { query: { deviceId: terminal.id, kind: 'blacklisted', size: 1 } })
      return items[0]
    })
    const { items } = await admin.ask(listRecords, { query: { deviceId: terminal.id, kind: 'blacklisted', size: 1 } })
    expect(items).toMatchObject([
      { kind: 'blacklisted', person: { id: person.id }, opened: false, abnormal: 'blacklisted' },
    ])
  }
  await until(async () => (await get(person.id)).devices.every(({ state }) => state === 'done'))
  await moveOut(person.id)
  await until(async () => (await seen(door))?.opened)
  expect(await seen(side)).toMatchObject({ opened: false })
  await until(async () => (await admin.ask(getDevice, { params: { id: side.id } })).people.waiting === 0)
  expect(side.state.people.find(person.id)).toBeUndefined()
})

it('[MAN-05] a visitor’s pass opens nothing while its holder is blacklisted, and opens again afterwards', async () => {
  const door = await startPairedTerminal(admin.ask, serverUrl, { name: 'Pass door' })
  terminals.push(door)
  const visitor = await buildVisitor(house, admin, { name: 'Pass holder' })
  const pictures = []
  for (let n = 0; n < 3; n++) {
    const { code } = await admin.ask(createPass, { params: { id: visitor.id }, body: { maxUses: null } })
    pictures.push(qrPicture(code ?? ''))
  }
  const [before, meanwhile, afterwards] = pictures
  const knownAs = (kind: string, passes: number) =>
    until(() => {
      const known = door.state.people.find(visitor.id)
      return known?.kind === kind && known.passes.length === passes
    })
  await knownAs('visitor', 3)
  expect(await door.present(before!)).toMatchObject({ opened: true })
  await moveIn([visitor.id])
  await knownAs('blacklisted', 3)
  expect(await door.present(meanwhile!)).toMatchObject({ opened: false, person: { id: visitor.id } })
  await moveOut(visitor.id)
  await knownAs('visitor', 3)
  expect(await door.present(afterwards!)).toMatchObject({ opened: true })
})

it('[MAN-05] an account that manages visitors adds somebody with a portrait', async () => {
  const visitorAdmin = await house.asRole('visitorAdmin')
  const { id: portraitId } = await visitorAdmin.ask(uploadPortrait, { body: { file: photograph(faces.audrey) } })
  const made = await visitorAdmin.ask(createBlacklisted, { body: { name: 'By the reception', portraitId } })
  expect(made.portraitId).toBe(portraitId)
})

it('the blacklist reads along an index, whatever it is filtered by', async () => {
  await sql`
    with made as (insert into person (kind, name, name_search) select 5, 'Bulk ' || n, 'bulk' || n from generate_series(1, 6000) n returning id)
    insert into blacklisting (person_id, original_kind, remembered, added_by, added_at)
    select id, case when row_number() over () % 3 = 0 then 2 when row_number() over () % 3 = 1 then 1 end,
      '{"department":null,"manages":[],"groups":[]}', 'x', now() - row_number() over () * interval '1 second' from made`.execute(
    house.db,
  )
  await sql`analyze person`.execute(house.db)
  await sql`analyze blacklisting`.execute(house.db)
  const { next } = await admin.ask(listBlacklist)
  for (const query of [{}, { original: 'staff' }, { original: 'none' }, { after: next! }] as const) {
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain ${blacklistStatement(blacklistOf({ size: 20, ...query }), 20, undefined)}`.execute(house.db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan, JSON.stringify(query)).toMatch(/Index Scan using blacklisting__(added|original)/)
    expect(plan, JSON.stringify(query)).not.toMatch(/Seq Scan on (blacklisting|person)\b|Sort Key: b\./)
  }
})
