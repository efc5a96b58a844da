import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import type { QueryInput } from '@gatehouse/contract/route.ts'
import { askServer, type Caller, fetchText } from './ask-server.ts'
import { type Benchmark, row, type Row } from './benchmark.ts'
import { install, type Installation, openSession } from './install/installation.ts'
import { seedDepartments } from './install/seed-departments.ts'
import { seedDevices } from './install/seed-devices.ts'
import { seedPeople } from './install/seed-people.ts'
import { seedRecords } from './install/seed-records.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'
import { openHttpConnection } from './load/http-connection.ts'
import { timeCalls } from './percentile.ts'

const peopleCount = 500_000
const departmentCount = 5_000
const recordCount = 1_000_000
const aimMs = 50
const times = 100
const pageSize = 20

type Case<Query> = { what: string; query: Query; rawSql: string; rawValues?: readonly unknown[] }

export const lists: Benchmark = {
  name: 'lists',
  about: `pages of ${pageSize} over HTTP with a session: ${recordCount.toLocaleString('en-US')} records, ${peopleCount.toLocaleString('en-US')} people`,
  async run(context) {
    const installation = await install(context)
    context.log(`making ${peopleCount} people and ${recordCount} records`)
    await seedPeople(installation, peopleCount)
    await seedDepartments(installation, departmentCount)
    await seedDevices(installation, 50)
    await seedRecords(installation, recordCount)
    const { url } = await startGatehouseOn(context, installation)
    const caller: Caller = { url, token: await openSession(installation), connection: await openHttpConnection(url) }
    context.cleanup.defer(() => caller.connection.close())
    const rows: Row[] = []
    for (const item of await staffCases(installation)) {
      const page = await askServer(caller, listStaff, item.query)
      rows.push(...(await measure(installation, item, page, () => fetchText(caller, listStaff, item.query))))
    }
    rows.push(...(await measureDepartments(installation, caller)))
    for (const item of await recordCases(installation, await deepCursor(caller))) {
      const page = await askServer(caller, listRecords, item.query)
      rows.push(...(await measure(installation, item, page, () => fetchText(caller, listRecords, item.query))))
    }
    return rows
  },
}

/** The bare statement, then the product. */
export async function measure(
  { pool }: Installation,
  item: Case<unknown>,
  page: { items: readonly unknown[] },
  ask: () => Promise<string>,
): Promise<Row[]> {
  if (page.items.length === 0) throw new Error(`${item.what}: an empty page proves nothing`)
  const raw = await timeCalls(times, () => pool.query(item.rawSql, [...(item.rawValues ?? [])]))
  const ours = await timeCalls(times, ask)
  const limit = (value: number) => ({ what: 'bare SQL through pg', value })
  return [
    row({ what: `${item.what}, p50`, value: ours.p50, unit: 'ms', limit: limit(raw.p50) }),
    row({ what: `${item.what}, p95`, value: ours.p95, unit: 'ms', limit: limit(raw.p95), atMost: aimMs }),
  ]
}

/** The whole tree, as the staff page asks for it: with how many people are in each. */
async function measureDepartments({ pool }: Installation, caller: Caller): Promise<Row[]> {
  const tree = await askServer(caller, listDepartments, {})
  if (tree.length < departmentCount) throw new Error('a tree without its departments proves nothing')
  const counted = 'select department_id, count(*) from person where kind = 1 group by 1'
  const raw = await timeCalls(20, () =>
    pool.query(`select d.*, c.count from department d left join (${counted}) c on c.department_id = d.id`),
  )
  const ours = await timeCalls(20, () => fetchText(caller, listDepartments, {}))
  const limit = { what: 'bare SQL that counts people', value: raw.p95 }
  return [row({ what: `departments, all ${departmentCount}, p95`, value: ours.p95, unit: 'ms', limit, atMost: 100 })]
}

async function staffCases({ pool }: Installation): Promise<Case<QueryInput<typeof listStaff>>[]> {
  const { rows } = await pool.query<{ id: string }>(`select id from department where name = 'Department 100'`)
  const departmentId = rows[0]?.id ?? ''
  const page = (where: string, order: string, offset = 0) =>
    `select * from person where kind = 1 ${where} order by ${order} limit ${pageSize} offset ${offset}`
  return [
    { what: 'staff, first page', query: {}, rawSql: page('', 'created_at desc, id desc') },
    {
      what: 'staff, page 12,500 of 25,000',
      query: { page: 12_500 },
      rawSql: page('', 'created_at desc, id', 12_499 * pageSize),
    },
    { what: 'staff, by name', query: { sort: 'name', order: 'asc' }, rawSql: page('', 'name_search, id') },
    {
      what: 'staff, one department',
      query: { departmentId },
      rawSql: page('and department_id = $1', 'created_at desc, id desc'),
      rawValues: [departmentId],
    },
    {
      what: 'staff, without portrait',
      query: { portrait: 'without' },
      rawSql: page('and portrait_id is null', 'created_at desc, id'),
    },
    ...[
      ['name', '李伟 4000'],
      ['common name', '李伟'],
      ['pinyin', 'liwei499'],
      ['common pinyin', 'wangf'],
      ['initials', 'zm4999'],
      ['common initials', 'lw'],
      ['job id', 'J0499'],
      ['end of the phone', '9999'],
      ['common letter', 'a'],
    ].map(([what = '', keyword = '']) => ({
      what: `staff, ${what}`,
      query: { keyword },
      rawSql: page(`and search_text like $1`, 'created_at desc, id'),
      rawValues: [`%${keyword.toLowerCase().replaceAll(' ', '')}%`],
    })),
  ]
}

/** Where the page after 200 pages of 200 begins: key paging has no page numbers. */
export async function deepCursor(caller: Caller): Promise<string> {
  let after: string | undefined
  for (let page = 0; page < 200; page++) {
    const { next } = await askServer(caller, listRecords, { after, size: 200 })
    if (next === null) throw new Error('the records ended too early')
    after = next
  }
  return after ?? ''
}

export async function recordCases(
  { pool }: Installation,
  after: string,
): Promise<Case<QueryInput<typeof listRecords>>[]> {
  const { rows } = await pool.query<{ id: string; person: string; from: string; to: string }>(
    `select d.id, (select name from person order by id limit 1) as person,
       to_char(now() - interval '31 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as from, to_char(now() - interval '30 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as to
     from device d order by d.name limit 1`,
  )
  const { id: deviceId = '', person = '', from = '', to = '' } = rows[0] ?? {}
  const page = (where = 'true') =>
    `select * from recognition_record where ${where} order by recognised_at desc, id desc limit ${pageSize}`
  const [firstWord = ''] = person.split(' ')
  return [
    { what: 'records, first page', query: {}, rawSql: page() },
    {
      what: 'records, page after 40,000',
      query: { after },
      rawSql: page(`recognised_at < now() - interval '86 hours'`),
    },
    { what: 'records, one device', query: { deviceId }, rawSql: page('device_id = $1'), rawValues: [deviceId] },
    { what: 'records, strangers', query: { kind: 'stranger' }, rawSql: page('kind = 3') },
    { what: 'records, refused', query: { opened: 'false' }, rawSql: page('not opened') },
    { what: 'records, opened', query: { opened: 'true' }, rawSql: page('opened') },
    {
      what: 'records, one day',
      query: { from, to },
      rawSql: page('recognised_at >= $1 and recognised_at < $2'),
      rawValues: [from, to],
    },
    {
      what: 'records, one device and strangers',
      query: { deviceId, kind: 'stranger' },
      rawSql: page('device_id = $1 and kind = 3'),
      rawValues: [deviceId],
    },
    {
      what: 'records, keyword of one person',
      query: { keyword: person },
      rawSql: page('person_name = $1'),
      rawValues: [person],
    },
    {
      what: 'records, keyword of many',
      query: { keyword: firstWord },
      rawSql: page(`person_name ilike $1`),
      rawValues: [`%${firstWord}%`],
    },
  ]
}
