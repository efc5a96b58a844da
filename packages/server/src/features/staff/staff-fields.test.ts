import { createDepartment, deleteDepartment, updateDepartment } from '@gatehouse/contract/features/departments.ts'
import { portraitRefusal, uploadDisplayPortrait, uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import {
  assignStaffGroups,
  createStaff,
  deleteStaff,
  getStaff,
  listStaff,
  moveStaff,
  updateStaff,
} from '@gatehouse/contract/features/staff.ts'
import type { BodyInput, QueryInput } from '@gatehouse/contract/route.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'

let test: TestGatehouse
let admin: Caller
beforeAll(async () => {
  test = await startTestGatehouse()
  admin = await test.asRole('superAdmin')
})
beforeEach(async () => {
  await test.db.deleteFrom('person').execute()
  await test.db.deleteFrom('department').execute()
})
afterAll(() => test.close())

const create = (body: BodyInput<typeof createStaff>) => admin.ask(createStaff, { body })
const read = (id: string, caller = admin) => caller.ask(getStaff, { params: { id } })
const change = (id: string, body: BodyInput<typeof updateStaff>) => admin.ask(updateStaff, { params: { id }, body })
const makeGroup = async (name: string) =>
  (await test.db.insertInto('person_group').values({ kind: 1, name }).returning('id').executeTakeFirstOrThrow()).id

const everything = {
  name: '李伟',
  jobId: 'A-1',
  phone: '13800000001',
  areaCode: '+86',
  extension: '8001-2',
  email: 'li@example.com',
  icCard: '0012345678',
  idNumber: '44030019900101123X',
  position: 'Guard',
  workingPlace: 'North gate',
  birthdayOn: '1990-01-01',
  entryOn: '2020-02-29',
  staffType: 'intern',
  countryCode: 'CHN',
  regionCode: '440300',
  prompt: '早上好，李伟',
  remark: 'two\nlines',
} as const

describe('[MAN-01] every field of a member of staff', () => {
  it('a field of a member of staff is kept, given back, and cleared by null', async () => {
    const made = await create(everything)
    expect(made).toMatchObject(everything)
    const cleared = Object.fromEntries(Object.keys(everything).map((key) => [key, null]))
    const empty = await change(made.id, { ...cleared, name: 'Only a name' })
    expect(empty).toMatchObject({ ...cleared, name: 'Only a name' })
    expect((await change(made.id, { prompt: 'Hello' })).prompt).toBe('Hello')
  })

  it('a number of a member of staff is sealed in the database and masked for users who cannot write people', async () => {
    const made = await create(everything)
    const reader = await test.asRole('subAdmin')
    expect(await read(made.id, reader)).toMatchObject({
      phone: '138****0001',
      email: 'l***@example.com',
      idNumber: '44**************3X',
    })
    expect((await reader.ask(listStaff, {})).items[0]).toMatchObject({
      phone: '138****0001',
      email: 'l***@example.com',
    })
    const { rows } = await sql<{ row: string }>`select person::text as row from person`.execute(test.db)
    for (const secret of [everything.phone, everything.email, everything.idNumber])
      expect(rows[0]?.row).not.toContain(secret)
  })

  it('a field of a member of staff is refused when its value is invalid', async () => {
    const wrong: BodyInput<typeof createStaff>[] = [
      { name: 'A', areaCode: '86' },
      { name: 'A', extension: 'abc' },
      { name: 'A', idNumber: '12345' },
      { name: 'A', icCard: 'x'.repeat(21) },
      { name: 'A', icCard: '=1+1' },
      { name: 'A', birthdayOn: '2020-02-30' },
      { name: 'A', entryOn: '1066-10-14' },
      { name: 'A', regionCode: '4403' },
      { name: 'A', position: 'x'.repeat(46) },
    ]
    for (const body of wrong)
      expect([body, (await admin.call(createStaff, { body })).message]).toEqual([body, 'request.invalid'])
    const longest = '😀'.repeat(128)
    expect((await create({ name: longest })).name).toBe(longest)
    const longer = await admin.call(createStaff, { body: { name: '😀'.repeat(10_000) } })
    expect([longer.message, longer.data]).toMatchObject([
      'request.invalid',
      {
        fields: 'name',
        issues: [{ path: 'name', label: 'Name', code: 'too-long', problem: 'At most 128 characters.' }],
      },
    ])
  })

  it.each(['chn', 'DEU'])(
    '[MAN-09] a field of a member of staff takes the country code %s as ISO 3166-1 alpha-3',
    async (countryCode) => {
      expect((await create({ name: 'A', countryCode })).countryCode).toBe(countryCode.toUpperCase())
    },
  )

  it.each(['CN', 'XXX', '中国'])(
    '[MAN-09] a field of a member of staff refuses the country code %s',
    async (countryCode) => {
      expect((await admin.call(createStaff, { body: { name: 'A', countryCode } })).message).toBe('request.invalid')
    },
  )

  it.each([
    [
      { phone: '123456', areaCode: '+10' },
      { phone: '+10-123456', areaCode: '+10' },
    ],
    [{ phone: '+10-123456' }, { phone: '+10-123456', areaCode: '+10' }],
    [{ phone: '+86-13800000001' }, { phone: '13800000001', areaCode: '+86' }],
    [{ phone: '13800000001' }, { phone: '13800000001', areaCode: null }],
  ])('[MAN-09] a phone and its area code %j are stored as %j', async (given, kept) => {
    expect(await create({ name: 'A', ...given })).toMatchObject(kept)
  })

  it('[MAN-09] an area code that changes alone changes the number', async () => {
    const made = await create({ name: 'A', phone: '+10-123456' })
    expect(await change(made.id, { areaCode: '+49' })).toMatchObject({ phone: '+49-123456', areaCode: '+49' })
    expect(await change(made.id, { areaCode: null })).toMatchObject({ phone: '123456', areaCode: null })
  })

  it('an identifying number belongs to one member of staff only', async () => {
    await create(everything)
    const second = async (body: object) => (await admin.call(createStaff, { body: { name: 'B', ...body } })).message
    expect(await second({ icCard: everything.icCard })).toBe('staff.ic-card-taken')
    expect(await second({ idNumber: everything.idNumber.toLowerCase() })).toBe('staff.id-number-taken')
  })
})

describe('[MAN-01] the staff list', () => {
  const names = async (query: QueryInput<typeof listStaff>) =>
    (await admin.ask(listStaff, { query })).items.map(({ name }) => name)

  it('the staff list is searched by name, pinyin, initials, job ID, the end of the phone, the whole phone and the card', async () => {
    await create(everything)
    await create({ name: 'Anna Berg', jobId: 'K-77' })
    for (const keyword of ['李伟', '伟', 'liwei', 'li wei', 'LW', 'iwe', 'a-1', '0001', '13800000001', '0012345678'])
      expect([keyword, await names({ keyword })]).toEqual([keyword, ['李伟']])
    for (const keyword of ['anna b', 'ERG', 'k-7']) expect(await names({ keyword })).toEqual(['Anna Berg'])
    for (const keyword of ['138000', 'liwang', '%', '_']) expect(await names({ keyword })).toEqual([])
    expect(await names({ keyword: '  ', sort: 'name', order: 'asc' })).toEqual(['Anna Berg', '李伟'])
  })

  it('the staff list is filtered by group, portrait, type, and by a department with those below it', async () => {
    const head = await admin.ask(createDepartment, { body: { name: 'Head' } })
    const below = await admin.ask(createDepartment, { body: { name: 'Below', parentId: head.id } })
    const group = await makeGroup('Night')
    const { id: portraitId } = await admin.ask(uploadPortrait, { body: { file: photograph(faces.franck) } })
    await create({ name: 'A', departmentId: head.id, portraitId })
    await create({ name: 'B', departmentId: below.id, groupIds: [group], staffType: 'employee' })
    await create({ name: 'C', staffType: 'intern' })
    const sorted = { sort: 'name', order: 'asc' } as const
    expect(await names({ departmentId: head.id })).toEqual(['A'])
    expect(await names({ departmentId: head.id, reach: 'branch', ...sorted })).toEqual(['A', 'B'])
    expect(await names({ departmentId: head.id, reach: 'branch', keyword: 'b' })).toEqual(['B'])
    expect(await names({ groupId: group })).toEqual(['B'])
    const ofGroup = await admin.ask(listStaff, { query: { groupId: group } })
    expect(ofGroup).toMatchObject({ total: 1, isTotalExact: true })
    expect(await names({ portrait: 'with' })).toEqual(['A'])
    expect(await names({ portrait: 'without', ...sorted })).toEqual(['B', 'C'])
    expect(await names({ staffType: 'employee' })).toEqual(['B'])
    expect(await admin.ask(listStaff, { query: { staffType: 'intern' } })).toMatchObject({
      items: [{ name: 'C' }],
      total: 1,
      isTotalExact: true,
    })
    const page = await admin.ask(listStaff, { query: { departmentId: head.id, reach: 'branch', size: 1 } })
    expect(page).toMatchObject({ total: 2, isTotalExact: true })
  })
})

describe('[MAN-10] display and recognition portrait', () => {
  it('the display and the recognition portrait are two pictures: the first may show anything, the second must show a face', async () => {
    const drawing = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#36c' } })
      .png()
      .toBuffer()
    const display = await admin.ask(uploadDisplayPortrait, { body: { file: drawing } })
    expect(display).toMatchObject({ width: 800, height: 600 })
    const portrait = await admin.ask(uploadPortrait, { body: { file: photograph(faces.franck) } })
    const made = await create({ name: 'A', portraitId: portrait.id, displayPortraitId: display.id })
    expect(made).toMatchObject({ portraitId: portrait.id, displayPortraitId: display.id })
    const swapped = await admin.call(createStaff, { body: { name: 'B', portraitId: display.id } })
    expect(swapped.message).toBe('portrait.not-found')
    const other = await admin.call(createStaff, { body: { name: 'B', displayPortraitId: portrait.id } })
    expect(other.message).toBe('portrait.not-found')
    const { fastify } = test.gatehouse
    const get = (kind: string) =>
      fastify.inject({ url: `/api/v1/image/${kind}/${display.id}`, headers: { cookie: `token=${admin.token}` } })
    expect([(await get('display')).statusCode, (await get('portrait')).statusCode]).toEqual([200, 404])
    await change(made.id, { displayPortraitId: null })
    expect((await get('display')).statusCode).toBe(404)
  })

  it('a display portrait belongs to one person, so that deleting that person takes nothing from another', async () => {
    const portrait = await admin.ask(uploadPortrait, { body: { file: photograph(faces.franck) } })
    await create({ name: 'A', portraitId: portrait.id })
    const answer = await admin.call(createStaff, { body: { name: 'B', portraitId: portrait.id, force: true } })
    expect(answer.message).toBe('portrait.not-found')
  })

  it('[MAN-08] a refusal says which face it is about, so that it can be marked', async () => {
    const blurred = await sharp(photograph(faces.franck)).blur(12).jpeg().toBuffer()
    const refusal = portraitRefusal.parse((await admin.call(uploadPortrait, { image: blurred })).data)
    const { width, height } = await sharp(blurred).metadata()
    expect([refusal.width, refusal.height]).toEqual([width, height])
    expect(refusal.face?.width).toBeGreaterThan(50)
    expect((refusal.face?.x ?? 0) + (refusal.face?.width ?? 0)).toBeLessThan(width)
    const empty = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#999' } })
      .jpeg()
      .toBuffer()
    const nobody = portraitRefusal.parse((await admin.call(uploadPortrait, { image: empty })).data)
    expect(nobody.face).toBeUndefined()
  })
})

describe('[MAN-12] many people at once', () => {
  it('many people are moved into a department at once, and the answer says where they were', async () => {
    const [here, there] = [
      await admin.ask(createDepartment, { body: { name: 'Here' } }),
      await admin.ask(createDepartment, { body: { name: 'There' } }),
    ]
    const a = await create({ name: 'A', departmentId: here.id })
    const b = await create({ name: 'B' })
    const moved = await admin.ask(moveStaff, { body: { ids: [a.id, b.id], departmentId: there.id } })
    expect(moved.changed).toBe(2)
    expect(moved.before).toEqual(
      expect.arrayContaining([
        { departmentId: here.id, ids: [a.id] },
        { departmentId: null, ids: [b.id] },
      ]),
    )
    expect(await read(a.id)).toMatchObject({ department: { name: 'There' }, version: 2 })
    const none = await admin.call(moveStaff, { body: { ids: [a.id], departmentId: crypto.randomUUID() } })
    expect(none.message).toBe('department.not-found')
  })

  it('many people are put into groups and taken out of groups at once, and stay in the others', async () => {
    const [day, night] = [await makeGroup('Day shift'), await makeGroup('Night shift')]
    const a = await create({ name: 'A', groupIds: [day] })
    const b = await create({ name: 'B' })
    const body = { ids: [a.id, b.id], add: [night], remove: [day] }
    expect(await admin.ask(assignStaffGroups, { body })).toEqual({ changed: 2 })
    expect((await read(a.id)).groups.map(({ name }) => name)).toEqual(['Night shift'])
    expect((await read(b.id)).groups.map(({ name }) => name)).toEqual(['Default staff group', 'Night shift'])
    const missing = await admin.call(assignStaffGroups, { body: { ...body, ids: [a.id, crypto.randomUUID()] } })
    expect(missing.message).toBe('staff.not-found')
  })
})

describe('changes by others at the same moment', () => {
  const outcome = async (work: Promise<{ status: number; message: string }>) => {
    const { status, message } = await work
    expect(status).toBeLessThan(500)
    return message
  }

  it('a department that is deleted while people are saved into it refuses one of the two calls', async () => {
    for (let round = 0; round < 12; round++) {
      const department = await admin.ask(createDepartment, { body: { name: `D${round}` } })
      const made = await create({ name: `P${round}` })
      const answers = await Promise.all([
        outcome(admin.call(createStaff, { body: { name: 'New', departmentId: department.id } })),
        outcome(admin.call(updateStaff, { params: { id: made.id }, body: { departmentId: department.id } })),
        outcome(admin.call(deleteDepartment, { params: { id: department.id } })),
      ])
      const isDeleted = answers[2] === 'success'
      expect(answers.slice(0, 2)).toEqual(
        isDeleted ? ['department.not-found', 'department.not-found'] : expect.arrayContaining(['success']),
      )
    }
  })

  it('a manager who is deleted while being appointed leaves no deadlock and no dangling manager', async () => {
    for (let round = 0; round < 12; round++) {
      const boss = await create({ name: `Boss ${round}` })
      const { id } = await admin.ask(createDepartment, { body: { name: `M${round}`, managerId: boss.id } })
      const [appointed, deleted] = await Promise.all([
        outcome(admin.call(updateDepartment, { params: { id }, body: { managerId: boss.id } })),
        outcome(admin.call(deleteStaff, { body: { ids: [boss.id] } })),
      ])
      expect(deleted).toBe('success')
      expect(['success', 'staff.not-found']).toContain(appointed)
    }
  })

  it('a group is deleted while people are saved into and out of it', async () => {
    const made = await create({ name: 'A' })
    for (let round = 0; round < 12; round++) {
      const [one, two] = [await makeGroup(`One ${round}`), await makeGroup(`Two ${round}`)]
      await change(made.id, { groupIds: [one] })
      const answers = await Promise.all([
        outcome(admin.call(updateStaff, { params: { id: made.id }, body: { groupIds: [two] } })),
        outcome(admin.call(assignStaffGroups, { body: { ids: [made.id], add: [two], remove: [one] } })),
        test.db.transaction().execute(async (db) => {
          await db.deleteFrom('person_group').where('id', 'in', [one, two]).execute()
          // A deletion of a group takes the sync clock as well, late.
          await sql`update sync_clock set revision = revision + 1`.execute(db)
        }),
      ])
      for (const answer of answers.slice(0, 2)) expect(['success', 'group.not-found']).toContain(answer)
    }
  })
})
