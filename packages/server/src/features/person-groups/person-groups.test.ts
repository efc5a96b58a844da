import { randomUUID } from 'node:crypto'
import { type DevicePerson, reportPeople } from '@gatehouse/contract/device/link.ts'
import { createBlacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import { getDevice, updateDevice } from '@gatehouse/contract/features/devices.ts'
import { groupKinds, groupRoutesOf, listGroups } from '@gatehouse/contract/features/person-groups.ts'
import { createStaff, deleteStaff, getStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { defaultNames } from '@gatehouse/contract/texts/default-names.ts'
import type { Terminal } from '@gatehouse/terminal/core/terminal.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStaff, pairTestDevice, pullAll } from '../../../test/device-caller.ts'
import { listenForTerminals } from '../../../test/listen-for-terminals.ts'
import { startPairedTerminal } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { deleteAppliedEnds } from '../../device-link/outbox/people-change-store.ts'
import { clearMemberships } from './person-group-jobs.ts'
import { memberList, memberStatement } from './person-group-reads.ts'
import { compactMemberCounts } from '../../people/membership-store.ts'

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

const staffGroups = groupRoutesOf.staff
let count = 0
const makeGroup = (name = `Group ${++count}`) => admin.ask(staffGroups.create, { body: { name } })
const getGroup = (id: string) => admin.ask(staffGroups.get, { params: { id } })
const add = (id: string, ...personIds: string[]) =>
  admin.ask(staffGroups.addMembers, { params: { id }, body: { personIds } })
const bind = (id: string, ...deviceIds: string[]) =>
  admin.ask(staffGroups.bind, { params: { id }, body: { deviceIds } })

/** The names of everybody in a group, page by page. */
async function members(id: string, size = 2, keyword?: string): Promise<string[]> {
  const names: string[] = []
  for (let after: string | undefined; ;) {
    const page = await admin.ask(staffGroups.listMembers, {
      params: { id },
      query: { size, ...(after && { after }), ...(keyword && { keyword }) },
    })
    names.push(...page.items.map(({ name }) => name))
    if (page.next === null) return names
    after = page.next
  }
}

describe('[MAN-03] a group', () => {
  it.each(groupKinds)(
    'a group of %s people is created, renamed, listed after the default one, and deleted',
    async (kind) => {
      const routes = groupRoutesOf[kind]
      const made = await admin.ask(routes.create, { body: { name: ` Night shift of ${kind} ` } })
      expect(made).toMatchObject({
        name: `Night shift of ${kind}`,
        kind,
        isDefault: false,
        memberCount: 0,
        deviceCount: 0,
      })
      const renamed = await admin.ask(routes.rename, { params: { id: made.id }, body: { name: `夜班 ${kind}` } })
      expect(renamed.name).toBe(`夜班 ${kind}`)
      const listed = await admin.ask(routes.list)
      expect(listed.map(({ isDefault, name }) => [isDefault, name])).toEqual([
        [true, listed[0]?.name],
        [false, `夜班 ${kind}`],
      ])
      // a Chinese form that is saved unchanged
      const { zh, en } = defaultNames[kind]
      const kept = await admin.ask(routes.rename, { params: { id: listed[0]?.id ?? '' }, body: { name: zh } })
      expect(kept.name).toBe(en)
      expect(await admin.ask(routes.remove, { params: { id: made.id } })).toEqual({ memberCount: 0, deviceCount: 0 })
      expect((await admin.call(routes.get, { params: { id: made.id } })).message).toBe('group.not-found')
    },
  )

  it('a group has a name of its own among its kind, also when two are created at once', async () => {
    const make = () => admin.call(staffGroups.create, { body: { name: 'Twice' } })
    const answers = await Promise.all([make(), make()])
    expect(answers.map(({ message }) => message).toSorted()).toEqual(['group.name-taken', 'success'])
    const other = await makeGroup()
    const answer = await admin.call(staffGroups.rename, { params: { id: other.id }, body: { name: 'Twice' } })
    expect(answer.message).toBe('group.name-taken')
    expect((await admin.call(groupRoutesOf.visitor.create, { body: { name: 'Twice' } })).status).toBe(200)
  })

  it.each(['', '   ', 'x'.repeat(65), 'a\u0000b', 'two\nlines'])('a group cannot be named %j', async (name) => {
    expect((await admin.call(staffGroups.create, { body: { name } })).message).toBe('request.invalid')
  })

  it.each(groupKinds)('a group of %s people that is the default one cannot be deleted', async (kind) => {
    const [first] = await admin.ask(groupRoutesOf[kind].list)
    const answer = await admin.call(groupRoutesOf[kind].remove, { params: { id: first!.id } })
    expect(answer).toMatchObject({ status: 409, message: 'group.is-default' })
  })

  it('a group loses a member by removal, and the member loses nothing else', async () => {
    const [left, right] = [await makeGroup(), await makeGroup()]
    const person = await buildStaff(admin, 'Member', [left.id, right.id])
    const removed = await admin.ask(staffGroups.removeMembers, {
      params: { id: left.id },
      body: { personIds: [person.id, randomUUID()] },
    })
    expect(removed).toEqual({ removed: 1 })
    const now = await admin.ask(getStaff, { params: { id: person.id } })
    expect(now.groups).toEqual([{ id: right.id, name: right.name }])
    const { version, updatedAt } = now
    expect(version).toBeGreaterThan(person.version)
    expect({ ...now, groups: [] }).toEqual({ ...person, groups: [], version, updatedAt })
  })

  it('a group can be deleted, and its members stay', async () => {
    const group = await makeGroup()
    const people = await Promise.all(['A', 'B'].map((name) => buildStaff(admin, name, [group.id])))
    const removed = await admin.ask(staffGroups.remove, { params: { id: group.id } })
    expect(removed).toEqual({ memberCount: 2, deviceCount: 0 })
    for (const { id, name } of people)
      expect(await admin.ask(getStaff, { params: { id } })).toMatchObject({ name, groups: [] })
  })

  it('a group accepts people once each, by id or with a whole department and those below it', async () => {
    const group = await makeGroup()
    const head = await admin.ask(createDepartment, { body: { name: 'Head of groups' } })
    const below = await admin.ask(createDepartment, { body: { name: 'Below', parentId: head.id } })
    const empty = await admin.ask(createDepartment, { body: { name: 'Empty' } })
    const make = (name: string, departmentId: string | null) =>
      admin.ask(createStaff, { body: { name, departmentId, groupIds: [] } })
    const alone = await make('Alone', null)
    await make('Head', head.id)
    await make('Below', below.id)
    expect(await add(group.id, alone.id, alone.id)).toEqual({ added: 1 })
    const addDepartment = (departmentId: string) =>
      admin.call(staffGroups.addMembers, { params: { id: group.id }, body: { departmentId } })
    expect((await addDepartment(head.id)).data).toEqual({ added: 2 })
    expect((await addDepartment(below.id)).data).toEqual({ added: 0 })
    for (const id of [empty.id, randomUUID()]) expect((await addDepartment(id)).message).toBe('department.not-found')
    expect((await members(group.id)).toSorted()).toEqual(['Alone', 'Below', 'Head'])
    const both = { personIds: [alone.id], departmentId: head.id }
    for (const body of [both, {}])
      expect((await admin.call(staffGroups.addMembers, { params: { id: group.id }, body })).message).toBe(
        'request.invalid',
      )
  })

  it('a group accepts only people of its own kind, and all requested ones or none', async () => {
    const group = await makeGroup()
    const staff = await buildStaff(admin, 'Staff')
    const black = await admin.ask(createBlacklisted, { body: { name: 'Black' } })
    for (const stranger of [black.id, randomUUID()]) {
      const answer = await admin.call(staffGroups.addMembers, {
        params: { id: group.id },
        body: { personIds: [staff.id, stranger] },
      })
      expect(answer.message).toBe('person.not-found')
    }
    expect(await members(group.id)).toEqual([])
  })

  it('a group is read page by page along its key, and searched by name, its sound, job ID and whole phone', async () => {
    const group = await makeGroup()
    for (const [name, jobId, phone] of [
      ['李伟', 'G-1', '13900000001'],
      ['Anna', 'G-2', '13900000002'],
      ['50%_x', null, null],
      ['Bob', null, null],
      ['Carl', null, null],
    ] as const)
      await admin.ask(createStaff, { body: { name, jobId, phone, groupIds: [group.id] } })
    const newestFirst = ['Carl', 'Bob', '50%_x', 'Anna', '李伟']
    for (const size of [1, 2, 5, 200]) expect(await members(group.id, size)).toEqual(newestFirst)
    for (const [keyword, name] of [
      ['liwei', '李伟'],
      ['lw', '李伟'],
      ['李', '李伟'],
      ['g-2', 'Anna'],
      ['13900000002', 'Anna'],
      ['%', '50%_x'],
    ] as const)
      expect(await members(group.id, 2, keyword), keyword).toEqual([name])
    expect(await members(group.id, 2, 'nobody at all')).toEqual([])
    const wrong = await admin.call(staffGroups.listMembers, { params: { id: group.id }, query: { after: 'x' } })
    expect(wrong.message).toBe('request.invalid')
  })

  it('a group shows whole phone numbers only to users who may write people', async () => {
    const group = await makeGroup()
    await admin.ask(createStaff, { body: { name: 'Phone', phone: '13912345678', groupIds: [group.id] } })
    const phones = async (caller: Caller) =>
      (await caller.ask(staffGroups.listMembers, { params: { id: group.id } })).items.map(({ phone }) => phone)
    expect(await phones(admin)).toEqual(['13912345678'])
    expect(await phones(await house.asRole('subAdmin'))).toEqual(['139****5678'])
  })

  it('a group offers the people who could join, and nobody who is in it or of another kind', async () => {
    const group = await makeGroup()
    const inside = await buildStaff(admin, 'Candidate inside', [group.id])
    const outside = await buildStaff(admin, 'Candidate outside')
    await admin.ask(createBlacklisted, { body: { name: 'Candidate blacklisted' } })
    const found = await admin.ask(staffGroups.findCandidates, {
      params: { id: group.id },
      query: { keyword: 'candidate' },
    })
    expect(found.map(({ id }) => id)).toEqual([outside.id])
    expect(found.map(({ id }) => id)).not.toContain(inside.id)
  })

  it('a group of another kind does not exist for the routes of a kind, whatever the role', async () => {
    const secret = await makeGroup()
    const person = await buildStaff(admin, 'Hidden', [secret.id])
    const visitorAdmin = await house.asRole('visitorAdmin')
    const routes = groupRoutesOf.visitor
    const params = { id: secret.id }
    for (const caller of [visitorAdmin, admin]) {
      const answers = [
        await caller.call(routes.get, { params }),
        await caller.call(routes.rename, { params, body: { name: 'Mine' } }),
        await caller.call(routes.remove, { params }),
        await caller.call(routes.listMembers, { params }),
        await caller.call(routes.findCandidates, { params }),
        await caller.call(routes.addMembers, { params, body: { personIds: [person.id] } }),
        await caller.call(routes.removeMembers, { params, body: { personIds: [person.id] } }),
        await caller.call(routes.listDoors, { params }),
        await caller.call(routes.bind, { params, body: { deviceIds: [randomUUID()] } }),
        await caller.call(routes.unbind, { params, body: { deviceIds: [randomUUID()] } }),
      ]
      for (const { message } of answers) expect(['group.not-found', 'person.not-found']).toContain(message)
    }
    expect((await visitorAdmin.call(staffGroups.get, { params })).message).toBe('auth.permission-denied')
    const listed = await visitorAdmin.ask(listGroups)
    expect(new Set(listed.map(({ kind }) => kind))).toEqual(new Set(['visitor', 'blacklisted']))
    expect(await getGroup(secret.id)).toMatchObject({ name: secret.name, memberCount: 1 })
  })

  it('a group counts its people correctly while they come and go and while the counters are compacted', async () => {
    const group = await makeGroup()
    const people = await Promise.all(Array.from({ length: 12 }, (_, n) => buildStaff(admin, `Count ${n}`, [])))
    const ids = people.map(({ id }) => id)
    await Promise.all([
      ...ids.map((id) => add(group.id, id)),
      ...Array.from({ length: 4 }, () => compactMemberCounts(house)),
    ])
    expect((await getGroup(group.id)).memberCount).toBe(12)
    await admin.ask(deleteStaff, { body: { ids: ids.slice(0, 3) } })
    await admin.ask(updateStaff, { params: { id: ids[4]! }, body: { groupIds: [] } })
    await admin.ask(staffGroups.removeMembers, { params: { id: group.id }, body: { personIds: ids.slice(5, 7) } })
    expect((await getGroup(group.id)).memberCount).toBe(6)
    await compactMemberCounts(house)
    expect((await admin.ask(staffGroups.list)).find(({ id }) => id === group.id)?.memberCount).toBe(6)
    await admin.ask(staffGroups.remove, { params: { id: group.id } })
    await clearMemberships(house.gatehouse.services).run({ id: group.id })
    await compactMemberCounts(house)
    const { rows } = await sql`select 1 from group_member_count where group_id = ${group.id}`.execute(house.db)
    expect(rows).toEqual([])
  })
})

describe('[MAN-03] a group and its doors', () => {
  it('a group is bound to doors and unbound with the numbers that the confirmation needs, and only those doors get its people', async () => {
    const [east, west] = [await pairTestDevice(house, admin, 'East'), await pairTestDevice(house, admin, 'West')]
    const group = await makeGroup()
    const person = await buildStaff(admin, 'At the door', [group.id])
    const known = { east: new Map(), west: new Map() }
    const cursor = { east: await pullAll(east, known.east), west: await pullAll(west, known.west) }
    const pull = async () => {
      cursor.east = await pullAll(east, known.east, cursor.east)
      cursor.west = await pullAll(west, known.west, cursor.west)
      return [known.east.has(person.id), known.west.has(person.id)]
    }
    expect(await pull()).toEqual([false, false])
    const before = await house.db.selectFrom('device').select(['id', 'access_revision']).execute()
    expect(await bind(group.id, east.id, east.id)).toEqual({ bound: 1 })
    expect(await bind(group.id, east.id)).toEqual({ bound: 0 })
    expect(await pull()).toEqual([true, false])
    const after = await house.db.selectFrom('device').select(['id', 'access_revision']).execute()
    const raised = after.filter(
      ({ id, access_revision }) => before.find((row) => row.id === id)!.access_revision < access_revision,
    )
    expect(raised.map(({ id }) => id)).toEqual([east.id])
    expect(await getGroup(group.id)).toMatchObject({
      memberCount: 1,
      deviceCount: 1,
      deviceNames: ['East'],
      policyCount: 0,
    })
    const doors = async (bound: boolean) => {
      const query = { bound: String(bound) as 'true', keyword: 't' }
      const { items } = await admin.ask(staffGroups.listDoors, { params: { id: group.id }, query })
      return items.map(({ name }) => name)
    }
    expect([await doors(true), await doors(false)]).toEqual([['East'], ['West']])
    const gone = await admin.call(staffGroups.bind, {
      params: { id: group.id },
      body: { deviceIds: [west.id, randomUUID()] },
    })
    expect(gone.message).toBe('device.not-found')
    const unbound = await admin.ask(staffGroups.unbind, {
      params: { id: group.id },
      body: { deviceIds: [east.id, west.id] },
    })
    expect(unbound).toEqual({ unbound: 1 })
    expect(await pull()).toEqual([false, false])
  })

  it('a group with doors lists its devices by name, page by page', async () => {
    const group = await makeGroup()
    const devices = []
    for (const name of ['Page C', 'Page A', 'Page B', 'Page A']) devices.push(await pairTestDevice(house, admin, name))
    await bind(group.id, ...devices.map(({ id }) => id))
    const names: string[] = []
    for (let after: string | undefined; ;) {
      const page = await admin.ask(staffGroups.listDoors, {
        params: { id: group.id },
        query: { size: 1, ...(after && { after }) },
      })
      names.push(...page.items.map(({ name }) => name))
      if (page.next === null) break
      after = page.next
    }
    expect(names).toEqual(['Page A', 'Page A', 'Page B', 'Page C'])
  })

  it('a group with doors admits its members at a real terminal from joining to leaving, and nobody after its deletion', async () => {
    const door = await startPairedTerminal(admin.ask, serverUrl, { name: 'Vault' })
    const other = await startPairedTerminal(admin.ask, serverUrl, { name: 'Garage' })
    terminals.push(door, other)
    const group = await makeGroup('Vault keepers')
    await bind(group.id, door.id)
    const face = async (name: string) => {
      const portraitId = await insertNamedPortrait(house, name)
      const { id } = await admin.ask(createStaff, { body: { name, portraitId, groupIds: [], force: true } })
      return id
    }
    const [keeper, leaver] = [await face('Keeper'), await face('Leaver')]
    const opens = async (name: string, wanted: boolean) =>
      until(async () => (await door.present(namedFace(name)))?.opened === wanted)
    await opens('Keeper', false)
    await add(group.id, keeper, leaver)
    await opens('Keeper', true)
    await opens('Leaver', true)
    expect((await other.present(namedFace('Keeper')))?.opened).toBe(false)
    await admin.ask(staffGroups.removeMembers, { params: { id: group.id }, body: { personIds: [leaver] } })
    await opens('Leaver', false)
    await opens('Keeper', true)
    await admin.ask(staffGroups.remove, { params: { id: group.id } })
    await opens('Keeper', false)
    await until(async () => (await admin.ask(getDevice, { params: { id: door.id } })).people.waiting === 0)
  })
})

it('[MAN-03] the end of a large group reaches its devices without a line for each member under the sync clock', async () => {
  const group = await makeGroup()
  const device = await pairTestDevice(house, admin)
  await sql`
    with made as (insert into person (kind, name, name_search) select 1, 'Ends ' || n, 'ends' || n from generate_series(1, 450) n returning id)
    insert into group_member (group_id, person_id) select ${group.id}::uuid, id from made`.execute(house.db)
  await bind(group.id, device.id)
  const remembered = async () =>
    (await house.db.selectFrom('ended_group_member').select('person_id').where('group_id', '=', group.id).execute())
      .length
  const known = new Map<string, DevicePerson>()
  const cursor = await pullAll(device, known)
  const before = known.size
  await admin.ask(staffGroups.remove, { params: { id: group.id } })
  const changes = await house.db
    .selectFrom('person_change')
    .select('person_id')
    .where('group_id', '=', group.id)
    .execute()
  expect(changes).toEqual([])
  expect(await remembered()).toBe(450)
  await deleteAppliedEnds(house.db)
  expect(await remembered()).toBe(450)
  const end = await pullAll(device, known, cursor)
  expect(before - known.size).toBe(450)
  await device.ask(reportPeople, { body: { cursor: end, failures: [] } })
  await deleteAppliedEnds(house.db)
  expect(await remembered()).toBe(0)
})

it('[MAN-03] the memberships of a deleted group are deleted afterwards, except locked ones', async () => {
  const group = await makeGroup()
  const { rows: people } = await sql<{ id: string }>`
    with made as (insert into person (kind, name, name_search) select 1, 'Left ' || n, 'left' || n from generate_series(1, 2500) n returning id),
    joined as (insert into group_member (group_id, person_id) select ${group.id}::uuid, id from made)
    select id from made`.execute(house.db)
  const members = async () =>
    (await house.db.selectFrom('group_member').select('person_id').where('group_id', '=', group.id).execute()).length
  await admin.ask(staffGroups.remove, { params: { id: group.id } })
  const read = await admin.ask(getStaff, { params: { id: people[0]!.id } })
  expect([read.groups, await members()]).toEqual([[], 2_500])
  const job = clearMemberships(house.gatehouse.services)
  await house.db.transaction().execute(async (db) => {
    await db.selectFrom('group_member').select('person_id').where('person_id', '=', people[0]!.id).forUpdate().execute()
    await job.run({ id: group.id })
    expect(await members()).toBe(1)
  })
  await job.run({ id: group.id })
  expect(await members()).toBe(0)
})

describe('while others work on the same people and devices', () => {
  it('a group is deleted while people are saved into it, changed and deleted, without a deadlock or a failure', async () => {
    for (let round = 0; round < 6; round++) {
      const group = await makeGroup()
      const device = await pairTestDevice(house, admin)
      const people = await Promise.all([1, 2, 3, 4].map((n) => buildStaff(admin, `Busy ${n}`, [group.id])))
      await bind(group.id, device.id)
      const [a, b, c, d] = people.map(({ id }) => id)
      const answers = await Promise.all([
        admin.call(createStaff, { body: { name: 'Comes', groupIds: [group.id] } }),
        admin.call(updateStaff, { params: { id: a! }, body: { groupIds: [group.id], remark: 'x' } }),
        admin.call(updateStaff, { params: { id: b! }, body: { groupIds: [] } }),
        admin.call(staffGroups.remove, { params: { id: group.id } }),
        admin.call(deleteStaff, { body: { ids: [c!] } }),
        admin.call(staffGroups.addMembers, { params: { id: group.id }, body: { personIds: [a!, d!] } }),
        admin.call(staffGroups.removeMembers, { params: { id: group.id }, body: { personIds: [d!, a!] } }),
        admin.call(updateDevice, { params: { id: device.id }, body: { groupIds: [group.id] } }),
        admin.call(staffGroups.unbind, { params: { id: group.id }, body: { deviceIds: [device.id] } }),
        admin.call(staffGroups.bind, { params: { id: group.id }, body: { deviceIds: [device.id] } }),
      ])
      for (const { message } of answers) expect(['success', 'group.not-found']).toContain(message)
      expect(answers[3]?.message).toBe('success')
      await clearMemberships(house.gatehouse.services).run({ id: group.id })
      const left = await house.db
        .selectFrom('group_member')
        .select('person_id')
        .where('group_id', '=', group.id)
        .execute()
      expect(left).toEqual([])
    }
  })

  it('two users who add and remove the same people end as if one came after the other', async () => {
    const group = await makeGroup()
    const people = await Promise.all([1, 2, 3].map((n) => buildStaff(admin, `Same ${n}`, [])))
    const ids = people.map(({ id }) => id)
    const params = { id: group.id }
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) =>
        n % 2
          ? admin.call(staffGroups.addMembers, { params, body: { personIds: ids } })
          : admin.call(staffGroups.removeMembers, { params, body: { personIds: ids.toReversed() } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect([0, 3]).toContain((await getGroup(group.id)).memberCount)
  })
})

it('the people of a large group are read along its key, and its counts without reading them', async () => {
  const group = await makeGroup()
  await sql`
    with made as (insert into person (kind, name, name_search) select 1, 'Many ' || n, 'many' || n from generate_series(1, 6000) n returning id)
    insert into group_member (group_id, person_id) select ${group.id}::uuid, id from made`.execute(house.db)
  await compactMemberCounts(house)
  await sql`analyze person`.execute(house.db)
  await sql`analyze group_member`.execute(house.db)
  await sql`analyze group_member_count`.execute(house.db)
  expect((await getGroup(group.id)).memberCount).toBe(6000)
  const first = await admin.ask(staffGroups.listMembers, { params: { id: group.id }, query: { size: 20 } })
  for (const after of [undefined, first.next!]) {
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain ${memberStatement(memberList(group.id, after), 20, undefined)}`.execute(house.db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index (Only )?Scan Backward using group_member_/)
    expect(plan).not.toMatch(/Seq Scan on (person|group_member)|Sort/)
  }
  for (const [keyword, wanted] of [
    ['many5999', ['Many 5999']],
    ['many 1', Array.from({ length: 20 }, (_, index) => `Many ${1999 - index}`)],
  ] as const) {
    const { items } = await admin.ask(staffGroups.listMembers, {
      params: { id: group.id },
      query: { keyword, size: 20 },
    })
    expect(items.map(({ name }) => name)).toEqual(wanted)
  }
})
