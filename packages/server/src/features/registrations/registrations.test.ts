import { createBlacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import * as contract from '@gatehouse/contract/features/registrations.ts'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { listPersonPortraits } from '@gatehouse/contract/features/people/person-portraits.ts'
import { createStaff, deleteStaff, getStaff, listStaff } from '@gatehouse/contract/features/staff.ts'
import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import type { Ctx } from '../../ctx.ts'
import { phoneHash } from '../../people/person-columns.ts'
import { findBlacklistedPhones } from '../../people/portraits/portrait-reads.ts'
import { purgeRejected } from './registration-jobs.ts'

let test: TestGatehouse
let admin: Caller
let token: string
beforeAll(async () => {
  test = await startTestGatehouse()
  admin = await test.asRole('superAdmin')
})
beforeEach(async () => {
  const { items } = await admin.ask(listStaff, { query: { size: 200 } })
  if (items.length > 0) await admin.ask(deleteStaff, { body: { ids: items.map(({ id }) => id) } })
  await test.db.deleteFrom('registration').execute()
  const { address } = await admin.ask(contract.renewRegistrationCode)
  token = address.split('/').at(-1) ?? ''
})
afterAll(() => test.close())

async function registerAs(name: string, phone: string, face: string, departmentId: string | null = null) {
  const portrait = await test.nobody.ask(contract.uploadOwnPortrait, {
    params: { token },
    body: { file: photograph(face) },
  })
  const body = { name, phone, departmentId, portraitId: portrait.id }
  return (await test.nobody.ask(contract.register, { params: { token }, body })).lookup
}
const pending = async () => (await admin.ask(contract.listRegistrations, { query: { state: 'pending' } })).items
const firstId = async () => (await pending())[0]?.id ?? ''

describe('[MAN-06] a registration', () => {
  it('a registration comes by the QR code, waits, and becomes a member of staff when it is approved', async () => {
    const department = await admin.ask(createDepartment, { body: { name: 'Reception' } })
    const form = await test.nobody.ask(contract.openRegistration, { params: { token } })
    expect(form.hasDepartments).toBe(true)
    const lookup = await registerAs('Franck', '13800000001', faces.franck, department.id)
    expect(await test.nobody.ask(contract.lookUpRegistration, { params: { lookup } })).toMatchObject({
      state: 'pending',
    })
    expect((await admin.ask(listStaff)).total).toBe(0)

    const [row] = await pending()
    expect(row).toMatchObject({ name: 'Franck', phone: '13800000001', department: { name: 'Reception' } })
    const id = row?.id ?? ''
    expect(await admin.ask(contract.approveRegistrations, { body: { ids: [id] } })).toEqual([{ id, code: null }])
    const [person] = (await admin.ask(listStaff)).items
    expect(person).toMatchObject({
      name: 'Franck',
      phone: '13800000001',
      department: { name: 'Reception' },
      portraitId: row?.portraitId,
    })
    expect(person?.groups).toHaveLength(1)
    expect(await admin.ask(contract.getRegistration, { params: { id } })).toMatchObject({
      state: 'approved',
      outcome: 'created',
      person: { id: person?.id },
    })
    expect(await test.nobody.ask(contract.lookUpRegistration, { params: { lookup } })).toMatchObject({
      state: 'approved',
    })
    expect(await admin.ask(contract.approveRegistrations, { body: { ids: [id] } })).toEqual([
      { id, code: 'registration.decided' },
    ])
  })

  it('a registration of a known phone number updates the portrait of that person, and nothing else', async () => {
    const made = await admin.ask(createStaff, { body: { name: 'Frank Known', phone: '13800000001', jobId: 'J1' } })
    // There is no portrait yet to compare with: another name is a reason for a closer look.
    await registerAs('Somebody Else', '13800000001', faces.cage)
    const other = await firstId()
    expect((await admin.ask(contract.getRegistration, { params: { id: other } })).samePhone?.doubt).toBe('unproven')
    expect(await admin.ask(contract.approveRegistrations, { body: { ids: [other] } })).toEqual([
      { id: other, code: 'portrait.unproven' },
    ])
    await admin.ask(contract.rejectRegistrations, { body: { ids: [other], reason: 'Not them' } })
    await registerAs('frank  known', '13800000001', faces.franck)
    const id = await firstId()
    expect(await admin.ask(contract.getRegistration, { params: { id } })).toMatchObject({
      samePhone: { id: made.id },
      alike: [],
    })
    await admin.ask(contract.approveRegistrations, { body: { ids: [id] } })
    const person = await admin.ask(getStaff, { params: { id: made.id } })
    expect(person).toMatchObject({ name: 'Frank Known', jobId: 'J1' })
    expect(person.portraitId).not.toBeNull()
    expect((await admin.ask(listStaff)).total).toBe(1)

    // An attacker who knows a colleague's number must not get their doors for another face by a click that approves
    // many.
    await registerAs('Frank Known', '13800000001', faces.cage)
    const forged = await firstId()
    const { samePhone } = await admin.ask(contract.getRegistration, { params: { id: forged } })
    expect(samePhone).toMatchObject({ id: made.id, doubt: 'other-face' })
    expect(await admin.ask(contract.approveRegistrations, { body: { ids: [forged] } })).toEqual([
      { id: forged, code: 'portrait.other-face' },
    ])
    expect(await admin.ask(getStaff, { params: { id: made.id } })).toMatchObject({ portraitId: person.portraitId })
    await registerAs('Frank Known', '13800000001', faces.franckAgain)
    const own = await firstId()
    expect(await admin.ask(contract.approveRegistrations, { body: { ids: [own] } })).toEqual([{ id: own, code: null }])
    // The former portrait of the same face stays beside the new one, which is the main one now.
    const portraits = await admin.ask(listPersonPortraits, { params: { id: made.id } })
    expect(portraits.map(({ isMain, source }) => [isMain, source])).toEqual([
      [true, 'registration'],
      [false, 'registration'],
    ])
    expect(portraits[1]?.id).toBe(person.portraitId)
  })

  it('a registration whose face is known is shown beside that person, and added only when confirmed', async () => {
    const portrait = await admin.ask(uploadPortrait, { body: { file: photograph(faces.franck) } })
    const made = await admin.ask(createStaff, { body: { name: 'Known', portraitId: portrait.id } })
    await registerAs('Franck', '13800000002', faces.franckAgain)
    const id = await firstId()
    // The gallery hears of a new face by a hint.
    await until(async () => {
      const { alike } = await admin.ask(contract.getRegistration, { params: { id } })
      return alike[0]?.person?.id === made.id
    })
    expect(await admin.ask(contract.approveRegistrations, { body: { ids: [id] } })).toEqual([
      { id, code: 'portrait.duplicate-face' },
    ])
    expect(await pending()).toHaveLength(1)
    expect(await admin.ask(contract.approveRegistrations, { body: { ids: [id], force: true } })).toEqual([
      { id, code: null },
    ])
  })

  it('a registration finds its department by the typed text: the code does not give the whole organisation', async () => {
    const make = (name: string, parentId?: string) => admin.ask(createDepartment, { body: { name, parentId } })
    const works = await make('Works')
    const [first] = await Promise.all(Array.from({ length: 10 }, (_, n) => make(`Paint shop ${n}`, works.id)))
    const find = (keyword: string, code = token) =>
      test.nobody.call(contract.findRegistrationDepartments, { params: { token: code }, query: { keyword } })
    expect((await find('SHOP 0')).data).toEqual({
      items: [{ id: first?.id, path: 'Works / Paint shop 0' }],
      hasMore: false,
    })
    const many = (await find('paint')).data
    expect([many.items.length, many.hasMore]).toEqual([8, true])
    for (const short of ['', ' ', 'p', ' p ']) expect((await find(short)).message).toBe('request.invalid')
    expect((await find('%%')).data.items).toEqual([])
    expect((await find('paint', 'x'.repeat(32))).message).toBe('registration.link-unknown')
    const page = await test.nobody.ask(contract.openRegistration, { params: { token } })
    expect(Object.keys(page).toSorted()).toEqual(['company', 'hasDepartments'])
  })

  it('a registration under a phone number of the blacklist names its owner, and is approved only when confirmed, whatever the face', async () => {
    const banned = await admin.ask(createBlacklisted, {
      body: { name: 'Banned', phone: '13800000055', reason: 'Theft' },
    })
    await registerAs('New Name', '+86 138 0000 0055', faces.franck)
    const id = await firstId()
    const subAdmin = await test.asRole('subAdmin')
    for (const reader of [admin, subAdmin]) {
      const detail = await reader.ask(contract.getRegistration, { params: { id } })
      expect(detail).toMatchObject({ samePhone: null, alike: [] })
      expect(detail.blacklistedPhones).toEqual([
        { person: { id: banned.id, name: 'Banned', portraitId: null }, reason: 'Theft' },
      ])
    }
    // No role that reads registrations today lacks the blacklist; one that did, or a link, learns only that there is
    // somebody.
    const { services } = test.gatehouse
    const stranger: Ctx = { ...services, actor: { kind: 'nobody' }, address: '', audit: {} }
    const known = await findBlacklistedPhones(stranger, phoneHash(services.keys, '13800000055'))
    expect(known).toEqual([{ person: null, reason: null }])
    const approve = (force: boolean) => admin.ask(contract.approveRegistrations, { body: { ids: [id], force } })
    expect(await approve(false)).toEqual([{ id, code: 'blacklist.same-phone' }])
    expect((await admin.ask(listStaff)).total).toBe(0)
    expect(await approve(true)).toEqual([{ id, code: null }])
    expect((await admin.ask(listStaff)).items).toMatchObject([{ name: 'New Name' }])
    expect((await admin.ask(contract.getRegistration, { params: { id } })).blacklistedPhones).toEqual([])
    await test.db.deleteFrom('person').where('id', '=', banned.id).execute()
  })

  it('a registration that is rejected tells the applicant why, and adds nobody', async () => {
    const lookup = await registerAs('frank  known', '13800000001', faces.franck)
    const id = await firstId()
    await admin.ask(contract.rejectRegistrations, { body: { ids: [id], reason: 'Please take off your cap.' } })
    expect(await test.nobody.ask(contract.lookUpRegistration, { params: { lookup } })).toMatchObject({
      state: 'rejected',
      reason: 'Please take off your cap.',
    })
    expect((await admin.ask(listStaff)).total).toBe(0)
    expect(await admin.ask(contract.rejectRegistrations, { body: { ids: [id], reason: 'again' } })).toEqual([
      { id, code: 'registration.decided' },
    ])
  })

  it('a registration is decided once, when two decide at the same time', async () => {
    await registerAs('frank  known', '13800000001', faces.franck)
    const id = await firstId()
    const answers = await Promise.all([
      admin.ask(contract.approveRegistrations, { body: { ids: [id] } }),
      admin.ask(contract.approveRegistrations, { body: { ids: [id] } }),
    ])
    expect(new Set(answers.flat().map(({ code }) => code))).toEqual(new Set([null, 'registration.decided']))
    expect((await admin.ask(listStaff)).total).toBe(1)
  })

  it('registrations in bulk are decided one by one: one that fails stops no other', async () => {
    await registerAs('Franck', '13800000001', faces.franck)
    await registerAs('Cage', '13800000002', faces.cage)
    const gone = '01999999-0000-7000-8000-000000000000'
    const ids = [...(await pending()).map(({ id }) => id), gone]
    const results = await admin.ask(contract.approveRegistrations, { body: { ids } })
    expect(results.map(({ code }) => code)).toEqual([null, null, 'registration.not-found'])
  })

  it('a registration gets the same answer whether or not somebody has the phone number', async () => {
    await admin.ask(createStaff, { body: { name: 'Known', phone: '13800000001' } })
    const answer = async (phone: string) => {
      const portrait = await test.nobody.ask(contract.uploadOwnPortrait, {
        params: { token },
        body: { file: photograph(faces.cage) },
      })
      const { status, message, data } = await test.nobody.call(contract.register, {
        params: { token },
        body: { name: 'X', phone, departmentId: null, portraitId: portrait.id },
      })
      return { status, message, keys: Object.keys(data) }
    }
    expect(await answer('13800000001')).toEqual(await answer('13800009999'))
  })

  it('phone numbers of registrations are masked for users who cannot write people, and stored sealed', async () => {
    await registerAs('Franck', '13812340001', faces.franck)
    const reader = await test.asRole('subAdmin')
    const { items } = await reader.ask(contract.listRegistrations)
    expect(items[0]?.phone).toBe('138****0001')
    const row = await test.db.selectFrom('registration').selectAll().executeTakeFirstOrThrow()
    expect(
      JSON.stringify(Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value))),
    ).not.toContain('13812340001')
    expect((await reader.call(contract.approveRegistrations, { body: { ids: [row.id] } })).message).toBe(
      'auth.permission-denied',
    )
  })

  it('a registration is found by name and whole phone number', async () => {
    await registerAs('Franck', '13800000001', faces.franck)
    await registerAs('Cage', '13800000002', faces.cage)
    const names = async (keyword: string) =>
      (await admin.ask(contract.listRegistrations, { query: { keyword } })).items.map(({ name }) => name)
    expect(await names('fra')).toEqual(['Franck'])
    expect(await names('13800000002')).toEqual(['Cage'])
    expect(await names('%')).toEqual([])
  })

  it('registrations are listed along an index, however many there are', async () => {
    await sql`insert into registration (name, lookup_hash, state)
      select 'N' || n, sha256(n::text::bytea), case when n % 50 = 0 then 'pending' else 'approved' end from generate_series(1, 20000) n`.execute(
      test.db,
    )
    await sql`analyze registration`.execute(test.db)
    for (const where of ['true', `state = 'pending'`]) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select * from registration where ${sql.raw(where)}
        order by created_at desc, id desc limit 20`.execute(test.db)
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
        /Index Scan using registration__(created|by_state)/,
      )
    }
  })
})

describe('[MAN-06] the personnel-entry QR code', () => {
  it('the personnel-entry QR code works until it is renewed or switched off', async () => {
    const open = (token: string) => test.nobody.call(contract.openRegistration, { params: { token } })
    expect((await open(token)).status).toBe(200)
    await admin.ask(contract.switchRegistrationCode, { body: { isEnabled: false } })
    expect((await open(token)).message).toBe('registration.link-unknown')
    await admin.ask(contract.switchRegistrationCode, { body: { isEnabled: true } })
    expect((await open(token)).status).toBe(200)
    await admin.ask(contract.renewRegistrationCode)
    expect((await open(token)).message).toBe('registration.link-unknown')
    const made = await admin.ask(contract.getRegistrationCode)
    expect(made?.address).toMatch(/\/m\/register\/[\w-]{32}$/)
    const rows = await test.db.selectFrom('registration_code').selectAll().execute()
    expect(JSON.stringify(rows.map((row) => row.token_sealed.toString('latin1')))).not.toContain(
      made?.address.slice(-32),
    )
  })

  it('the personnel-entry QR code accepts no guessed link, no unsuitable picture, and no picture of somebody else', async () => {
    const params = { token: 'a'.repeat(32) }
    const nobody = test.nobody
    expect((await nobody.call(contract.uploadOwnPortrait, { params, image: photograph(faces.cage) })).message).toBe(
      'registration.link-unknown',
    )
    const bad = await sharp(photograph(faces.cage)).blur(12).jpeg().toBuffer()
    expect((await nobody.call(contract.uploadOwnPortrait, { params: { token }, image: bad })).message).toBe(
      'portrait.check-failed',
    )
    const portrait = await admin.ask(uploadPortrait, { body: { file: photograph(faces.franck) } })
    await admin.ask(createStaff, { body: { name: 'Owner', portraitId: portrait.id } })
    const body = { name: 'Thief', phone: '13800000001', departmentId: null, portraitId: portrait.id }
    expect((await nobody.call(contract.register, { params: { token }, body })).message).toBe('portrait.not-found')
    expect((await nobody.call(contract.register, { params: { token }, body: { ...body, phone: 'x' } })).message).toBe(
      'request.invalid',
    )
  })
})

it('a rejected registration is deleted after ninety days', async () => {
  await registerAs('Franck', '13800000001', faces.franck)
  await admin.ask(contract.rejectRegistrations, { body: { ids: [await firstId()], reason: 'A cap.' } })
  await registerAs('Cage', '13800000002', faces.cage)
  const later = (days: number) => ({
    db: test.db,
    clock: { ...test.clock, now: () => test.clock.now().add({ hours: 24 * days }) },
  })
  const left = async () => (await admin.ask(contract.listRegistrations)).items.map(({ name }) => name)
  await purgeRejected(later(89))
  expect(await left()).toEqual(['Cage', 'Franck'])
  await purgeRejected(later(91))
  expect(await left()).toEqual(['Cage'])
})
