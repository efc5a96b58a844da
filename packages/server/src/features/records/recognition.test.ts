import type { QueryInput } from '@gatehouse/contract/route.ts'
import { randomUUID } from 'node:crypto'
import { pushRecords, type WireRecord } from '@gatehouse/contract/device/link.ts'
import { getRecord, listRecords } from '@gatehouse/contract/features/records.ts'
import { deleteStaff } from '@gatehouse/contract/features/staff.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRecord, buildStaff, pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { readRecordPage } from './record-reads.ts'

type Filter = QueryInput<typeof listRecords>

let house: TestGatehouse
let admin: Caller
let gate: PairedDevice
let lab: PairedDevice
let all: WireRecord[]
const noon = Temporal.Now.instant().round('hour').subtract({ hours: 2 })
const at = (seconds: number) => noon.add({ seconds }).toString({ fractionalSecondDigits: 3 })

beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  gate = await pairTestDevice(house, admin, 'East gate')
  lab = await pairTestDevice(house, admin, 'Lab')
  const li = await buildStaff(admin, 'Li Wei')
  const zhang = await buildStaff(admin, '张伟')
  all = Array.from({ length: 30 }, (_, n) => {
    // Three at a time have the same millisecond: the order must hold nevertheless.
    const recognisedAt = at(Math.floor(n / 3))
    if (n % 5 === 0) return buildRecord(n + 1, { recognisedAt })
    const person = n % 2 ? li : zhang
    return buildRecord(n + 1, {
      recognisedAt,
      kind: 'staff',
      personId: person.id,
      cosine: 0.48,
      opened: true,
      abnormal: 'none',
      reasons: [],
    })
  })
  await gate.ask(pushRecords, { body: { records: all.slice(0, 20) } })
  await lab.ask(pushRecords, { body: { records: all.slice(20).map((record, n) => ({ ...record, sequence: n + 1 })) } })
})
afterAll(() => house.close())

const newestFirst = (records: WireRecord[]) =>
  records
    .toSorted((a, b) =>
      a.recognisedAt === b.recognisedAt ? (a.id < b.id ? 1 : -1) : a.recognisedAt < b.recognisedAt ? 1 : -1,
    )
    .map(({ id }) => id)

/** Reads every page to the end. */
async function page(filter: Filter, size = 7): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | undefined; ;) {
    const { items, next } = await admin.ask(listRecords, { query: { ...filter, size, ...(after ? { after } : {}) } })
    ids.push(...items.map(({ id }) => id))
    if (next === null) return ids
    after = next
  }
}

describe('[REC-01] the list of records', () => {
  it.each([1, 3, 7, 30, 200])(
    'the list of records gives every record once, newest first, in pages of %i',
    async (size) => {
      expect(await page({}, size)).toEqual(newestFirst(all))
    },
  )

  it('the list of records is filtered by kind, by door opened or not, by device and by time, half-open', async () => {
    const isStranger = ({ kind }: WireRecord) => kind === 'stranger'
    expect(await page({ kind: 'stranger' })).toEqual(newestFirst(all.filter(isStranger)))
    expect(await page({ kind: 'staff' })).toEqual(newestFirst(all.filter((record) => !isStranger(record))))
    expect(await page({ kind: 'visitor' })).toEqual([])
    expect(await page({ opened: 'false' })).toEqual(newestFirst(all.filter(({ opened }) => !opened)))
    expect(await page({ opened: 'true' })).toEqual(newestFirst(all.filter(({ opened }) => opened)))
    expect(await page({ deviceId: lab.id })).toEqual(newestFirst(all.slice(20)))
    expect(await page({ from: at(2), to: at(4) })).toEqual(newestFirst(all.slice(6, 12)))
    expect(await page({ deviceId: gate.id, kind: 'stranger', from: at(1) })).toEqual(
      newestFirst(all.slice(3, 20).filter(isStranger)),
    )
  })

  it('the list of records is searched by the name of a person or of a device, whatever the page size', async () => {
    const ofZhang = all.filter((record, n) => record.personId && n % 2 === 0)
    for (const size of [2, 50]) {
      expect(await page({ keyword: '张' }, size)).toEqual(newestFirst(ofZhang))
      expect(await page({ keyword: 'zhang w' }, size)).toEqual(newestFirst(ofZhang))
      expect(await page({ keyword: 'lab' }, size)).toEqual(newestFirst(all.slice(20)))
    }
    expect(await page({ keyword: '张', deviceId: lab.id })).toEqual(
      newestFirst(ofZhang.filter((record) => all.indexOf(record) >= 20)),
    )
    expect(await page({ keyword: 'nobody' })).toEqual([])
    expect(await page({ keyword: '%' })).toEqual([])
  })

  it('the list of records finds everybody of a common name, not only the first of them', async () => {
    // Sorts before Li Wei, so that he is none of the first few hundred of this keyword.
    await sql`insert into person (kind, name, name_search) select 1, 'A Li Wei ' || n, 'aliwei' || n from generate_series(1, 450) n`.execute(
      house.db,
    )
    const ofLi = all.filter((record, n) => record.personId && n % 2 === 1)
    for (const size of [2, 50]) expect(await page({ keyword: 'li wei' }, size)).toEqual(newestFirst(ofLi))
    await sql`delete from person where name like 'A Li Wei %'`.execute(house.db)
  })

  it('the list of records gives the records of one person, however many bear the name', async () => {
    const [one, other] = [await buildStaff(admin, 'Chen Jie'), await buildStaff(admin, 'Chen Jie')]
    const passed = (personId: string, n: number) =>
      buildRecord(300 + n, { kind: 'staff', personId, cosine: 0.5, recognisedAt: at(1000 + n) })
    // Of the first person the oldest, beneath a screenful of the namesake's.
    const records = Array.from({ length: 60 }, (_, n) => passed(n < 3 ? one.id : other.id, n))
    await gate.ask(pushRecords, { body: { records } })
    expect(await page({ personId: one.id }, 2)).toEqual(newestFirst(records.slice(0, 3)))
    expect(await page({ personId: one.id, deviceId: lab.id })).toEqual([])
    expect(await page({ personId: randomUUID() })).toEqual([])
    await house.db.deleteFrom('recognition_record').where('person_id', 'in', [one.id, other.id]).execute()
  })

  it('the list of records does not shift under a reader while new records arrive', async () => {
    const first = await admin.ask(listRecords, { query: { size: 10 } })
    const late = buildRecord(100, { recognisedAt: at(3600) })
    await gate.ask(pushRecords, { body: { records: [late] } })
    const second = await admin.ask(listRecords, { query: { size: 10, after: first.next! } })
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(newestFirst(all).slice(0, 20))
    await house.db.deleteFrom('recognition_record').where('id', '=', late.id).execute()
  })

  it.each([
    '',
    'x',
    '%00',
    Buffer.from('a b').toString('base64url'),
    Buffer.from(JSON.stringify([at(0), 'x'])).toString('base64url'),
  ])('the list of records refuses the key %j', async (after) => {
    expect((await admin.call(listRecords, { query: { after } })).status).toBe(400)
  })

  it('the list of records shows the score that administrators know', async () => {
    const { items } = await admin.ask(listRecords, { query: { size: 200 } })
    expect(new Set(items.map(({ kind, score }) => `${kind} ${score}`))).toEqual(
      new Set(['staff 0.48', 'stranger null']),
    )
  })
})

it('[REC-01] a record of somebody who was deleted keeps the name', async () => {
  const person = await buildStaff(admin, 'Gone Soon')
  const record = buildRecord(200, { kind: 'staff', personId: person.id, cosine: 0.9, recognisedAt: at(-60) })
  await gate.ask(pushRecords, { body: { records: [record] } })
  await admin.ask(deleteStaff, { body: { ids: [person.id] } })
  expect((await admin.ask(getRecord, { params: { id: record.id } })).person).toEqual({ id: null, name: 'Gone Soon' })
  await house.db.deleteFrom('recognition_record').where('id', '=', record.id).execute()
})

it('a record that does not exist is refused with its own code', async () => {
  expect(await admin.call(getRecord, { params: { id: randomUUID() } })).toMatchObject({
    status: 404,
    message: 'record.not-found',
  })
})

it('every filter reads along an index', async () => {
  await sql`
    insert into recognition_record (id, recognised_at, device_id, device_sequence, device_name, kind, person_id, direction, entry_mode, opened, abnormal, reasons, has_doubtful_time)
    select uuidv7(), now() - n * interval '1 second', case when n % 2 = 0 then ${gate.id}::uuid else ${lab.id}::uuid end, 1000 + n, 'x',
      case when n % 50 = 0 then 3 else 1 end, gen_random_uuid(), 0, 'face', n % 50 <> 0, 'none', '[]', false
    from generate_series(1, 40000) n`.execute(house.db)
  await sql`analyze recognition_record`.execute(house.db)
  const shapes = {
    everything: sql`true`,
    device: sql`device_id = ${gate.id}`,
    kind: sql`kind = 3`,
    refused: sql`not opened`,
    person: sql`person_id = ${all[1]?.personId}`,
    period: sql`recognised_at >= now() - interval '1 hour' and recognised_at < now()`,
    key: sql`(recognised_at, id) < (now() - interval '5 hours', ${randomUUID()})`,
  }
  for (const [name, where] of Object.entries(shapes)) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select * from recognition_record where ${where} order by recognised_at desc, id desc limit 21`.execute(
      house.db,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan, name).toMatch(/Index Scan/)
    // A month without records is read through.
    expect(plan, name).not.toMatch(/Seq Scan on recognition_record_\d{6}.* rows=(?!1 )/)
  }
})

it('[REC-01] a name is found beneath thousands of newer records, whether few or many people bear it', async () => {
  const ofLi = newestFirst(all.filter((record, n) => record.personId && n % 2 === 1))
  expect(await page({ keyword: 'li wei' })).toEqual(ofLi)
  await sql`insert into person (kind, name, name_search) select 1, 'A Li Wei ' || n, 'aliwei' || n from generate_series(1, 450) n`.execute(
    house.db,
  )
  expect(await page({ keyword: 'li wei' })).toEqual(ofLi)
  await sql`delete from person where name like 'A Li Wei %'`.execute(house.db)
})

it('[REC-01] a common name fills a page without a name being taken to pieces', async () => {
  const calls = await house.db.transaction().execute(async (db) => {
    await sql`set local track_functions = 'all'`.execute(db)
    await sql`select search_grams('once')`.execute(db)
    const { items } = await readRecordPage(db, { keyword: 'zhang', size: 5, to: at(10) }, { seesStaff: true })
    expect(items.map(({ person }) => person?.name)).toEqual(Array.from({ length: 5 }, () => '张伟'))
    return sql<{ calls: number }>`
      select calls from pg_stat_xact_user_functions where funcname = 'search_grams'`.execute(db)
  })
  // A function of ours: called for every record it would take longer than all the rest.
  expect(calls.rows).toEqual([{ calls: 1 }])
})
