import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type IncomingMessage, request } from 'node:http'
import { pushRecords, type WireRecord } from '@gatehouse/contract/device/link.ts'
import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import { getImage } from '@gatehouse/contract/features/images.ts'
import {
  countRecords,
  deleteRecords,
  exportRecords,
  getRecord,
  getRecordStatistics,
  linkStranger,
  listConfusions,
  listRecordDeletions,
  listRecords,
  markMisrecognition,
  updateRecordSettings,
} from '@gatehouse/contract/features/records.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { personKinds } from '@gatehouse/engine/passage/vocabulary.ts'
import { read, utils } from '@e965/xlsx'
import fc from 'fast-check'
import { sql } from 'kysely'
import { fromBuffer } from 'yauzl'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { executeAlone } from '../../../test/execute-alone.ts'
import { buildRecord, buildStaff, pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { jpegWith } from '../../../test/jpeg-with.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { clearGarbage } from '../../blobs/clear-garbage.ts'
import { deleteRecordsQueued, dropOldRecords, sumDays } from './record-jobs.ts'

let house: TestGatehouse
let owner: Caller
let admin: Caller
let gate: PairedDevice
let lab: PairedDevice
let url: string
let sequence = 0
const zone = 'Asia/Shanghai'
beforeAll(async () => {
  house = await startTestGatehouse({ environment: { HOST: '127.0.0.1' } })
  owner = await house.asRole('superAdmin')
  admin = await house.asRole('subAdmin')
  gate = await pairTestDevice(house, owner, 'Gate')
  lab = await pairTestDevice(house, owner, 'Lab')
  await house.db.updateTable('company').set({ time_zone: zone }).execute()
  await house.gatehouse.fastify.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(house.gatehouse.fastify.server.address() as AddressInfo).port}`
})
afterAll(() => house.close())
beforeEach(async () => {
  await executeAlone(
    house.db,
    sql`truncate recognition_record, record_count, department_record_count, summed_day, record_deletion, blob_garbage cascade`,
  )
})

const jpeg = (text: string) => jpegWith(Buffer.from(text))
const stranger = (more: Partial<WireRecord> = {}) => buildRecord(++sequence, more)
const passed = (personId: string, more: Partial<WireRecord> = {}) =>
  buildRecord(++sequence, {
    kind: 'staff',
    personId,
    cosine: 0.61,
    opened: true,
    abnormal: 'none',
    reasons: [],
    ...more,
  })
const push = (device: PairedDevice, ...records: WireRecord[]) => device.ask(pushRecords, { body: { records } })
const runDeletion = (id: string) => deleteRecordsQueued(house.gatehouse.services).run({ id })
const download = (path: string, token = owner.token) =>
  house.gatehouse.fastify.inject({ url: `/api${path}`, headers: { cookie: `token=${token}` } })
const idsOf = async (query: object) => (await owner.ask(listRecords, { query })).items.map(({ id }) => id)

describe('[REC-01] the filters of records', () => {
  it('records are filtered by method, anomaly, group, misrecognition and kind, alone and combined', async () => {
    const li = await buildStaff(owner, 'Li Wei')
    const [card, odd, plain] = [
      passed(li.id, { entryMode: 'ic-card' }),
      passed(li.id, { abnormal: 'wrong-pin', opened: false }),
      stranger(),
    ]
    await push(gate, card, odd, plain)
    expect(await idsOf({ entryMode: 'ic-card' })).toEqual([card.id])
    expect(await idsOf({ abnormal: 'wrong-pin' })).toEqual([odd.id])
    expect(new Set(await idsOf({ groupId: li.groups[0]?.id ?? '' }))).toEqual(new Set([card.id, odd.id]))
    expect(await idsOf({ groupId: li.groups[0]?.id ?? '', opened: 'false' })).toEqual([odd.id])
    expect(await idsOf({ groupId: li.groups[0]?.id ?? '', keyword: 'nobody' })).toEqual([])
    expect(await idsOf({ groupId: randomUUID() })).toEqual([])
    await admin.ask(markMisrecognition, { params: { id: odd.id }, body: { type: 'spoof' } })
    expect(await idsOf({ misrecognition: 'any' })).toEqual([odd.id])
    expect(await idsOf({ misrecognition: 'spoof' })).toEqual([odd.id])
    expect(await idsOf({ misrecognition: 'other-person' })).toEqual([])
    expect(new Set(await idsOf({ misrecognition: 'none' }))).toEqual(new Set([card.id, plain.id]))
    expect(await owner.ask(countRecords, { query: { opened: 'false' } })).toMatchObject({ count: 2, isMore: false })
  })

  it('the times in filters of records reach from the year 1000 to 9999, and no further', async () => {
    await push(gate, stranger())
    const all = { from: '1000-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' }
    expect(await idsOf(all)).toHaveLength(1)
    expect((await owner.call(listRecords, { query: { from: '0000-01-01T00:00:00Z' } })).status).toBe(400)
  })

  it('records never show staff to a manager of visitors: neither record nor count nor picture nor export', async () => {
    const li = await buildStaff(owner, '=Li')
    const [mine, face] = [passed(li.id, { capture: jpeg('li').toString('base64') }), stranger()]
    await push(gate, mine, face)
    const visitors = await house.asRole('visitorAdmin')
    expect((await visitors.ask(listRecords)).items.map(({ id }) => id)).toEqual([face.id])
    expect((await visitors.call(getRecord, { params: { id: mine.id } })).message).toBe('record.not-found')
    expect(await visitors.ask(countRecords)).toMatchObject({ count: 1, isMore: false })
    const image = { params: { kind: 'capture' as const, id: mine.id } }
    expect((await visitors.call(getImage, image)).message).toBe('image.not-found')
    expect((await owner.call(getImage, image)).status).toBe(200)
    expect((await download('/v2/records/export', visitors.token)).body).not.toContain(mine.id)
    expect((await visitors.call(markMisrecognition, { params: { id: face.id }, body: { type: 'other' } })).status).toBe(
      403,
    )
  })
})

describe('[REC-02] a misrecognition', () => {
  it('a misrecognition is marked with type, marker and time, once and for ever, by one of two callers', async () => {
    const [li, wang] = [await buildStaff(owner, 'Li'), await buildStaff(owner, 'Wang')]
    const record = passed(li.id)
    await push(gate, record)
    const mark = (type: 'other-person' | 'spoof') =>
      admin.call(markMisrecognition, { params: { id: record.id }, body: { type, personId: wang.id } })
    const answers = await Promise.all([mark('other-person'), mark('other-person')])
    expect(new Set(answers.map(({ message }) => message))).toEqual(new Set(['success', 'record.marked-already']))
    expect((await mark('spoof')).message).toBe('record.marked-already')
    const marked = await owner.ask(getRecord, { params: { id: record.id } })
    expect(marked).toMatchObject({ misrecognition: 'other-person', linked: { person: { id: wang.id, name: 'Wang' } } })
    expect(marked.misrecognitionBy).toMatch(/^subAdmin/)
    expect(Temporal.Instant.from(marked.misrecognitionAt ?? '').epochMilliseconds).toBeGreaterThan(0)
    expect(marked.person?.name).toBe('Li')
  })

  it('the list of misrecognitions shows which people the system confuses, and which threshold would have separated them', async () => {
    const [li, wang] = [await buildStaff(owner, 'Li'), await buildStaff(owner, 'Wang')]
    const records = [0.512, 0.498].map((cosine) => passed(li.id, { cosine }))
    await push(gate, ...records)
    for (const { id } of records)
      await admin.ask(markMisrecognition, { params: { id }, body: { type: 'other-person', personId: wang.id } })
    const [pair] = await admin.ask(listConfusions)
    expect(pair).toMatchObject({ taken: { id: li.id }, actual: { id: wang.id }, count: 2, threshold: 0.52 })
  })

  it('a misrecognition that names no other person adds no pair of people', async () => {
    const [li, unlike] = [await buildStaff(owner, 'Li'), await buildStaff(owner, 'Unlike')]
    const types = ['other', 'spoof', 'unknown-person'] as const
    for (const type of types) {
      const record = passed(type === 'unknown-person' ? unlike.id : li.id)
      await push(gate, record)
      await admin.ask(markMisrecognition, { params: { id: record.id }, body: { type } })
    }
    const pairs = await admin.ask(listConfusions)
    expect(pairs.filter(({ taken }) => taken.id === li.id)).toEqual([])
    expect(pairs.find(({ taken }) => taken.id === unlike.id)).toMatchObject({ actual: null, count: 1 })
  })
})

describe('[REC-01] a stranger', () => {
  it('a stranger can be identified: the record is linked once, and stays otherwise unchanged', async () => {
    const li = await buildStaff(owner, 'Li')
    const [face, known] = [stranger(), passed(li.id)]
    await push(gate, face, known)
    const linkTo = (id: string, personId: string) => admin.call(linkStranger, { params: { id }, body: { personId } })
    expect((await linkTo(face.id, randomUUID())).message).toBe('person.not-found')
    expect((await linkTo(face.id, li.id)).data).toMatchObject({
      kind: 'stranger',
      person: null,
      linked: { person: { id: li.id } },
    })
    expect((await linkTo(face.id, li.id)).message).toBe('record.linked-already')
    expect((await linkTo(known.id, li.id)).message).toBe('record.not-stranger')
    expect((await linkTo(randomUUID(), li.id)).message).toBe('record.not-found')
  })
})

describe('[REC-01] deletion by filter', () => {
  it('deletion of records by filter deletes the matching records that had arrived by then, with their pictures, and nothing else', async () => {
    const shared = jpeg('shared').toString('base64')
    const [old, twin, kept] = [
      stranger({ capture: jpeg('old').toString('base64') }),
      stranger({ capture: shared }),
      stranger({ capture: shared }),
    ]
    await push(gate, old, twin)
    await push(lab, { ...kept, sequence: 1 })
    const hashOf = async (id: string) =>
      (await house.db.selectFrom('recognition_record').select('capture_hash').where('id', '=', id).executeTakeFirst())
        ?.capture_hash
    const [oldHash, sharedHash] = [await hashOf(old.id), await hashOf(kept.id)]
    const { id } = await admin.ask(deleteRecords, { body: { deviceId: gate.id, expected: 2 } })
    house.clock.advance({ minutes: 1 })
    const late = stranger()
    await push(gate, late)
    await runDeletion(id)
    expect(new Set(await idsOf({}))).toEqual(new Set([kept.id, late.id]))
    expect((await admin.ask(listRecordDeletions))[0]).toMatchObject({ id, deleted: 2, finishedAt: expect.any(String) })
    // The bytes are deleted once nobody names them: those of the twin still belong to a record.
    const { blobs } = house.gatehouse.services
    const later = { ...house.gatehouse.services, clock: { now: () => house.clock.now().add({ hours: 1 }) } }
    await clearGarbage(later)
    expect(await blobs.get(oldHash!)).toBeUndefined()
    expect(await blobs.get(sharedHash!)).toEqual(jpeg('shared'))
    // Run again (a job that was interrupted after its commit), it does nothing.
    await runDeletion(id)
    expect(await idsOf({})).toHaveLength(2)
  })

  it('deletion of all records must be requested explicitly: a filter that is absent, empty or misspelt deletes nothing', async () => {
    await push(gate, stranger(), stranger())
    const unbounded = [{ expected: 2 }, { keyword: ' ', expected: 2 }]
    for (const body of unbounded)
      expect((await admin.call(deleteRecords, { body })).message).toBe('record.deletion-unbounded')
    const misspelt = await admin.call(deleteRecords, {
      body: { form: '2020-01-01T00:00:00Z', expected: 2 } as object as never,
    })
    expect([misspelt.status, misspelt.message]).toEqual([400, 'request.unknown-key'])
    expect(misspelt.desc).toContain('form')
    expect(await admin.ask(listRecordDeletions)).toEqual([])
    const { id } = await admin.ask(deleteRecords, { body: { all: true, expected: 2 } })
    await runDeletion(id)
    expect(await idsOf({})).toEqual([])
  })

  it('deletion of records by filter is refused with the number when it finds another number of records than the caller saw', async () => {
    await push(gate, stranger(), stranger())
    const seen = await admin.ask(countRecords, { query: { kind: 'stranger', exact: 'true' } })
    house.clock.advance({ seconds: 1 })
    await push(gate, stranger())
    const answer = await admin.call(deleteRecords, { body: { kind: 'stranger', expected: seen.count } })
    expect([answer.status, answer.message, answer.data]).toEqual([
      409,
      'record.deletion-differs',
      { found: 3, expected: 2 },
    ])
    // a record that has arrived since then is not part of a deletion with `countedAt`
    const { count: expected, countedAt } = seen
    const { id } = await admin.ask(deleteRecords, { body: { kind: 'stranger', expected, countedAt } })
    await runDeletion(id)
    expect(await idsOf({})).toHaveLength(1)
  })

  it('deletion of no records is done at once, and deletes no records that match later', async () => {
    const jobs = async () =>
      (await sql`select 1 from graphile_worker.jobs where task_identifier = 'delete-records'`.execute(house.db)).rows
        .length
    const before = await jobs()
    const { id, finishedAt } = await admin.ask(deleteRecords, { body: { kind: 'stranger', expected: 0 } })
    expect(finishedAt).toEqual(expect.any(String))
    expect(await jobs()).toBe(before)
    const late = stranger()
    await push(gate, late)
    await runDeletion(id)
    expect(await idsOf({})).toEqual([late.id])
  })

  it('deletion of records stops at the confirmed number, and says in the operation log how many more there were', async () => {
    await push(gate, stranger(), stranger())
    const moved = stranger()
    await push(lab, moved)
    const { id } = await admin.ask(deleteRecords, { body: { deviceId: gate.id, expected: 2 } })
    await house.db.updateTable('recognition_record').set({ device_id: gate.id }).where('id', '=', moved.id).execute()
    await runDeletion(id)
    expect((await admin.ask(listRecordDeletions))[0]).toMatchObject({ id, deleted: 2, finishedAt: expect.any(String) })
    expect(await idsOf({})).toHaveLength(1)
    const { items } = await owner.ask(listOperations, { query: { module: 'record' } })
    expect(items[0]).toMatchObject({ event: 'stop-deletion', operator: { kind: 'system' }, facts: { records: 1 } })
  })

  it('[BU-03] deletion of records says in the operation log how many were confirmed', async () => {
    await push(gate, stranger())
    await admin.ask(deleteRecords, { body: { kind: 'stranger', expected: 1 } })
    const { items } = await owner.ask(listOperations, { query: { module: 'record' } })
    expect(items[0]?.facts).toEqual({ filter: { kind: 'stranger' }, records: 1 })
  })

  it('deletion of records by filter continues in chunks over thousands of records, and the job is queued with the request', async () => {
    await seed(5_000)
    const { id } = await admin.ask(deleteRecords, { body: { kind: 'stranger', opened: false, expected: 2_500 } })
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from graphile_worker.jobs where task_identifier = 'delete-records'`.execute(
      house.db,
    )
    expect(rows[0]?.count).toBeGreaterThan(0)
    await runDeletion(id)
    expect((await admin.ask(listRecordDeletions))[0]?.deleted).toBe(2_500)
    expect(await owner.ask(countRecords)).toMatchObject({ count: 2_500, isMore: false })
    const upTo = { query: { atMost: '1000' } }
    expect(await owner.ask(countRecords, upTo)).toMatchObject({ count: 1_000, isMore: true })
    expect((await statistics({})).total).toMatchObject({ stranger: 0, staff: 2_500 })
  })
})

/** This number of records, a second apart: staff and strangers in turn. */
const seed = (count: number) =>
  sql`insert into recognition_record (id, recognised_at, device_id, device_sequence, device_name, kind, person_name, direction, entry_mode, opened, abnormal, reasons, has_doubtful_time)
    select uuidv7(), timestamptz '2026-06-01 00:00:00+08' + n * interval '1 second', ${gate.id}::uuid, 100000 + n, 'Gate',
      case when n % 2 = 0 then 3 else 1 end, case when n % 2 = 1 then 'Li' end, 0, 'face', n % 2 = 1, 'none', '[]', false
    from generate_series(0, ${count - 1}::int) n`.execute(house.db)

describe('[REC-01] retention', () => {
  it('retention deletes each kind of record after its own days, and no record that is kept for ever', async () => {
    const now = Temporal.Now.instant()
    const at = (days: number) => now.subtract({ hours: 24 * days }).toString()
    const li = await buildStaff(owner, 'Li')
    await house.db
      .updateTable('device')
      .set({ created_at: at(60) })
      .where('id', '=', gate.id)
      .execute()
    const records = [
      passed(li.id, { recognisedAt: at(40) }),
      stranger({ recognisedAt: at(40) }),
      stranger({ recognisedAt: at(20) }),
      // From a clock that was never set: it arrived today.
      stranger({ recognisedAt: '1970-01-01T00:10:00Z' }),
    ]
    await push(gate, ...records)
    await admin.ask(updateRecordSettings, {
      body: {
        staffDays: null,
        visitorDays: 1,
        strangerDays: 30,
        spoofDays: 1,
        blacklistedDays: 1,
        keepsCaptures: true,
      },
    })
    await dropOldRecords(house.gatehouse.services)
    const kept = new Set([records[0]!.id, records[2]!.id, records[3]!.id])
    expect(new Set(await idsOf({}))).toEqual(kept)
    // A clock that is a year ahead for a night makes them older by only a week.
    await dropOldRecords({ ...house.gatehouse.services, clock: { now: () => now.add({ hours: 24 * 365 }) } })
    expect(new Set(await idsOf({}))).toEqual(kept)
  })

  it('storing pictures of records can be switched off: then none is stored', async () => {
    const settings = { staffDays: null, visitorDays: null, strangerDays: null, spoofDays: null, blacklistedDays: null }
    await admin.ask(updateRecordSettings, { body: { ...settings, keepsCaptures: false } })
    const face = stranger({ capture: jpeg('off').toString('base64') })
    await push(gate, face)
    expect((await owner.ask(getRecord, { params: { id: face.id } })).hasCapture).toBe(false)
    await admin.ask(updateRecordSettings, { body: { ...settings, keepsCaptures: true } })
  })
})

const statistics = (query: object) =>
  owner.ask(getRecordStatistics, { query: { from: '2026-05-31', to: '2026-06-03', ...query } })

describe('[REC-03] statistics', () => {
  it('statistics equal the records counted by hand, whatever arrives, is marked and is deleted', async () => {
    const department = await owner.ask(createDepartment, { body: { name: `Stat ${randomUUID().slice(0, 8)}` } })
    const person = await owner.ask(createStaff, {
      body: { name: 'Stat', departmentId: department.id, jobId: null, phone: null },
    })
    const start = Temporal.Instant.from('2026-05-31T00:00:00+08:00')
    const record = fc.record({
      quarter: fc.integer({ min: 0, max: 4 * 96 - 1 }),
      kind: fc.constantFrom(...personKinds),
      opened: fc.boolean(),
      atGate: fc.boolean(),
      fate: fc.constantFrom('stays', 'stays', 'is marked', 'is deleted', 'comes after its day was summed'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 30 }), fc.boolean(), async (plan, sumsDays) => {
        await executeAlone(
          house.db,
          sql`truncate recognition_record, record_count, department_record_count, summed_day cascade`,
        )
        const made = plan.map((one) => ({
          ...one,
          wire: buildRecord(++sequence, {
            kind: one.kind,
            opened: one.opened,
            abnormal: 'none',
            reasons: [],
            personId: one.kind === 'staff' ? person.id : null,
            recognisedAt: start.add({ minutes: one.quarter * 15 + (one.quarter % 15) }).toString(),
          }),
        }))
        for (const areLate of [false, true]) {
          for (const device of [gate, lab]) {
            const records = made.filter(
              ({ atGate, fate }) =>
                atGate === (device === gate) && areLate === (fate === 'comes after its day was summed'),
            )
            if (records.length > 0) await push(device, ...records.map(({ wire }) => wire))
          }
          if (sumsDays) await sumDays(house.gatehouse.services)
        }
        for (const { wire, fate } of made) {
          if (fate === 'is marked')
            await admin.ask(markMisrecognition, { params: { id: wire.id }, body: { type: 'other' } })
          if (fate === 'is deleted') await house.db.deleteFrom('recognition_record').where('id', '=', wire.id).execute()
        }
        const counted = made.filter(({ fate }) => fate !== 'is marked' && fate !== 'is deleted')
        const local = counted.map((one) => ({
          ...one,
          at: Temporal.Instant.from(one.wire.recognisedAt).toZonedDateTimeISO(zone),
        }))
        const all = await statistics({})
        expect(all.total).toMatchObject({
          total: counted.length,
          opened: counted.filter(({ opened }) => opened).length,
        })
        for (const kind of personKinds) expect(all.total[kind]).toBe(counted.filter((one) => one.kind === kind).length)
        for (const { step, total, stranger } of all.steps) {
          const ofDay = local.filter(({ at }) => at.toPlainDate().toString() === step)
          expect([total, stranger]).toEqual([ofDay.length, ofDay.filter(({ kind }) => kind === 'stranger').length])
        }
        for (const { step, total } of (await statistics({ by: 'hour' })).steps)
          expect(total).toBe(local.filter(({ at }) => at.hour === Number(step)).length)
        const atGate = counted.filter((one) => one.atGate)
        expect(all.devices.find(({ id }) => id === gate.id)?.total ?? 0).toBe(atGate.length)
        expect((await statistics({ deviceId: gate.id })).total.total).toBe(atGate.length)
        const staff = counted.filter(({ kind }) => kind === 'staff')
        expect(all.departments.find(({ id }) => id === department.id)?.total ?? 0).toBe(staff.length)
        expect((await statistics({ departmentId: department.id })).total).toMatchObject({
          staff: staff.length,
          total: staff.length,
        })
        expect((await statistics({ kind: 'spoof' })).total.total).toBe(
          counted.filter(({ kind }) => kind === 'spoof').length,
        )
      }),
      { numRuns: 12 },
    )
  })

  it('statistics cover whole local days, and have a line for each', async () => {
    const shanghai = (local: string) => `2026-06-0${local}+08:00`
    await push(
      gate,
      ...['1T00:00:00', '1T23:59:59', '2T00:00:00'].map((at) => stranger({ recognisedAt: shanghai(at) })),
    )
    const { steps, timeZone } = await statistics({ from: '2026-06-01', to: '2026-06-02' })
    expect(timeZone).toBe(zone)
    expect(steps.map(({ step, stranger }) => `${step} ${stranger}`)).toEqual(['2026-06-01 2', '2026-06-02 1'])
  })

  it('statistics read the sums of past days, until a record of such a day arrives, is marked or is deleted', async () => {
    const [first, second, third] = ['01', '02', '03'].map((day) =>
      stranger({ recognisedAt: `2026-06-${day}T12:00:00Z` }),
    )
    await push(gate, first!, second!, third!, stranger())
    const summed = async () =>
      (await house.db.selectFrom('summed_day').selectAll().orderBy('day').execute()).map(({ day }) => day.slice(-2))
    await sumDays(house.gatehouse.services)
    expect(await summed()).toEqual(['01', '02', '03'])
    await executeAlone(house.db, sql`truncate record_count`)
    expect((await statistics({})).total.total).toBe(3)
    await push(lab, stranger({ recognisedAt: '2026-06-01T23:59:59Z' }))
    expect(await summed()).toEqual(['02', '03'])
    await admin.ask(markMisrecognition, { params: { id: second!.id }, body: { type: 'other' } })
    expect(await summed()).toEqual(['03'])
    await house.db.deleteFrom('recognition_record').where('id', '=', third!.id).execute()
    expect(await summed()).toEqual([])
    const { rows } = await sql<{ sums: number }>`select count(*)::int as sums from device_sum`.execute(house.db)
    expect(rows[0]?.sums).toBe(0)
  })

  it('statistics sum a day only after the transactions that store its records have ended', async () => {
    const { services } = house.gatehouse
    let summing: Promise<void> | undefined
    await push(gate, stranger({ recognisedAt: '2026-06-01T08:00:00Z' }))
    await house.db.transaction().execute(async (db) => {
      await sql`update recognition_record set misrecognition = 'other'`.execute(db)
      summing = sumDays(services)
      await until(async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted and database = (
            select oid from pg_database where datname = current_database())`.execute(house.db)
        return (rows[0]?.waiting ?? 0) > 0
      })
    })
    await summing
    expect((await statistics({})).total.total).toBe(0)
  })

  it('statistics refuse a period that ends before it begins or is longer than a year, and a device with a department', async () => {
    const refusal = async (query: object) =>
      (await owner.call(getRecordStatistics, { query: { from: '2026-01-01', to: '2026-01-31', ...query } })).status
    expect(await refusal({ to: '2025-12-31' })).toBe(400)
    expect(await refusal({ to: '2027-01-02' })).toBe(400)
    expect(await refusal({ to: '2027-01-01' })).toBe(200)
    expect(await refusal({ from: '1000-01-01' })).toBe(400)
    expect(await refusal({ deviceId: randomUUID(), departmentId: randomUUID() })).toBe(400)
  })

  it('statistics count no staff for a manager of visitors', async () => {
    const li = await buildStaff(owner, 'Li')
    const recognisedAt = '2026-06-01T12:00:00+08:00'
    await push(gate, passed(li.id, { recognisedAt }), stranger({ recognisedAt }))
    const visitors = await house.asRole('visitorAdmin')
    const { total, departments } = await visitors.ask(getRecordStatistics, {
      query: { from: '2026-06-01', to: '2026-06-01' },
    })
    expect([total.staff, total.total, departments]).toEqual([0, 1, []])
  })
})

describe('[REC-01] the export', () => {
  it('the export of records is CSV in the requested language, and runs nothing in a spreadsheet', async () => {
    const evil = await buildStaff(owner, '=HYPERLINK("http://evil","x")')
    await push(
      gate,
      passed(evil.id, { recognisedAt: '2026-06-01T12:00:00+08:00' }),
      stranger({ recognisedAt: '2026-06-01T12:00:01+08:00' }),
    )
    const { body, headers } = await download('/v2/records/export?language=zh')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = body.split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFF记录编号,设备时间,与 UTC 的时差,时区,接收时间,人员,工号,部门,人员类型,门,方向,识别方式,相似度,结果,异常类型,误识别,时间存疑,也可能是',
    )
    expect(lines[1]).toContain('2026-06-01 12:00:01')
    expect(lines[2]).toContain(`"'=HYPERLINK(""http://evil"",""x"")",,,员工,Gate · Lobby`)
    expect(lines).toHaveLength(4)
  })

  it('the export of records has the time as the clock of the device showed it, with its zone and offset, and the person of the record', async () => {
    await house.db.updateTable('device').set({ time_zone: 'Australia/Lord_Howe' }).where('id', '=', lab.id).execute()
    const { id: departmentId } = await owner.ask(createDepartment, { body: { name: 'Night shift' } })
    const person = await owner.ask(createStaff, { body: { name: 'Li Wei', jobId: '00953', departmentId } })
    await push(
      lab,
      passed(person.id, { recognisedAt: '2026-06-01T12:00:00Z' }),
      passed(person.id, { recognisedAt: '2194-06-01T12:00:00Z' }),
    )
    const { body } = await download('/v2/records/export')
    const [head, wild, mild] = body.split('\r\n').map((line) => line.split(','))
    expect(head?.slice(1, 8)).toEqual([
      'Time at the device',
      'Offset from UTC',
      'Time zone',
      'Received',
      'Person',
      'Job ID',
      'Department',
    ])
    expect(mild?.slice(1, 4)).toEqual(['2026-06-01 22:30:00', 'UTC+10:30', 'Australia/Lord_Howe'])
    expect(mild?.slice(5, 8)).toEqual(['Li Wei', '00953', 'Night shift'])
    expect(wild?.[1]).toBe('2194-06-01 22:30:00')
    const book = read((await download('/v2/records/export?format=xlsx')).rawPayload, { type: 'buffer' })
    const rows = utils.sheet_to_json<string[]>(book.Sheets['Recognition records']!, { header: 1 })
    expect(rows[2]?.slice(5, 8)).toEqual(['Li Wei', '00953', 'Night shift'])
    expect(book.Sheets['Recognition records']?.['B3']).toMatchObject({ t: 'n', w: '2026-06-01 22:30:00' })
  })

  it('the export of records follows the filter, over any number of chunks, and leaves its line in the operation log', async () => {
    await seed(12_001)
    const { body, headers } = await download('/v2/records/export?kind=stranger')
    expect(body.split('\r\n')).toHaveLength(6_001 + 2)
    const line = await house.db
      .selectFrom('operation_log')
      .select(['event', 'facts'])
      .where('request_id', '=', String(headers['x-request-id']))
      .executeTakeFirst()
    expect(line).toEqual({ event: 'export', facts: { filter: { kind: 'stranger' } } })
    expect((await owner.call(exportRecords, { query: { from: 'yesterday' } })).status).toBe(400)
  })

  it('an export of records that is cancelled half way leaves no connection behind', async () => {
    await seed(60_000)
    const call = request(`${url}/api/v2/records/export`, { headers: { 'auth-token': owner.token } })
    call.on('error', () => {})
    call.end()
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    await once(response, 'data')
    response.on('error', () => {})
    response.destroy()
    await until(async () => {
      const { rows } = await sql<{ busy: number }>`
        select count(*)::int as busy from pg_stat_activity where state <> 'idle' and datname = current_database() and pid <> pg_backend_pid()`.execute(
        house.db,
      )
      return rows[0]?.busy === 0
    })
    expect(await owner.ask(countRecords, { query: { kind: 'stranger' } })).toMatchObject({
      count: 30_000,
      isMore: false,
    })
  })

  it('an export of pictures is a zip with one file for each, named readably, and a list of them', async () => {
    const li = await buildStaff(owner, 'Li / Wei')
    await house.db.updateTable('device').set({ name: 'Front door (moved)' }).where('id', '=', gate.id).execute()
    const pictures = ['a', 'b', 'c'].map(jpeg)
    await push(gate, ...pictures.map((bytes) => passed(li.id, { capture: bytes.toString('base64') })), passed(li.id))
    const { rawPayload, headers } = await download('/v2/records/images')
    expect(headers['content-type']).toBe('application/zip')
    const all = await unzip(rawPayload)
    const files = all.filter(({ name }) => name.endsWith('.jpg'))
    expect(files.map(({ bytes }) => bytes.toString('hex')).toSorted()).toEqual(
      pictures.map((bytes) => bytes.toString('hex')).toSorted(),
    )
    for (const { name } of files)
      expect(name).toMatch(/^\d{4} – \d{4}-\d\d-\d\d \d{6} – Li Wei – Front door \(moved\)\.jpg$/)
    const list = all
      .find(({ name }) => name === 'List.csv')
      ?.bytes.toString()
      .split('\r\n')
    expect(list?.[0]).toMatch(/^\uFEFFPicture,Record ID,/)
    expect(list?.slice(1, -1).map((line) => line.split(',')[0])).toEqual(files.map(({ name }) => name))
    await house.db.updateTable('device').set({ name: 'Gate' }).where('id', '=', gate.id).execute()
  })
})

function unzip(bytes: Buffer): Promise<{ name: string; bytes: Buffer }[]> {
  return new Promise((resolve, reject) => {
    const files: { name: string; bytes: Buffer }[] = []
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('end', () => resolve(files))
      zip.on('error', reject)
      zip.on('entry', (entry: { fileName: string }) => {
        zip.openReadStream(entry as never, (problem, stream) => {
          if (problem) return reject(problem)
          const parts: Buffer[] = []
          stream.on('data', (part: Buffer) => parts.push(part))
          stream.on('end', () => {
            files.push({ name: entry.fileName, bytes: Buffer.concat(parts) })
            zip.readEntry()
          })
        })
      })
      zip.readEntry()
    })
  })
}

it('each of the rarer filters reads along an index of its own', async () => {
  await seed(40_000)
  await sql`analyze recognition_record`.execute(house.db)
  const shapes = {
    'not staff': sql`r.kind <> 1`,
    abnormal: sql`r.abnormal = 'wrong-pin'`,
    'entry mode': sql`r.entry_mode = 'ic-card'`,
    misrecognition: sql`r.misrecognition is not null`,
  }
  for (const [name, where] of Object.entries(shapes)) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select * from recognition_record r where ${where} order by r.recognised_at desc, r.id desc limit 21`.execute(
      house.db,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan, name).toMatch(/Index Scan/)
    // The rows are there: months before last stand in the default partition.
    expect(plan, name).not.toMatch(/Seq Scan on recognition_record_default/)
  }
})
