import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import { listBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import { listVisitors } from '@gatehouse/contract/features/visitors.ts'
import type { QueryInput } from '@gatehouse/contract/route.ts'
import { fetchReply, type Caller, fetchText } from './ask-server.ts'
import { type Benchmark, type Measurement, row } from './benchmark.ts'
import { install, type Installation, openSession } from './install/installation.ts'
import { bulkInsertDepartments } from '@gatehouse/testkit/bulk-sql/insert-departments.ts'
import { bulkInsertDevices } from '@gatehouse/testkit/bulk-sql/insert-devices.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { bulkInsertRecords } from '@gatehouse/testkit/bulk-sql/insert-records.ts'
import { bulkInsertBlacklist, bulkInsertVisitors } from '@gatehouse/testkit/bulk-sql/insert-visitors.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'
import { openHttpConnection } from './load/http-connection.ts'
import { timeCalls } from './percentile.ts'

/** `LISTS_BENCH=20000`: a smaller form, of so many members of staff, as many visitors and twice as many records. */
const wholeCount = 500_000
const peopleCount = Number(process.env['LISTS_BENCH'] ?? wholeCount)
const departmentCount = 5_000
const blacklistCount = 10_000
const recordCount = 2 * peopleCount
const aimMs = 50
const times = 100
/** Bare statements without an index take seconds each. */
const maxRawMs = 5_000
const pageSize = 20

type Case<Query> = { what: string; query: Query; rawSql: string; rawValues?: readonly unknown[]; isOfNobody?: boolean }

export const lists: Benchmark = {
  name: 'lists',
  about: `pages of ${pageSize} over HTTP with a session: ${recordCount.toLocaleString('en-US')} records, ${peopleCount.toLocaleString('en-US')} members of staff, as many visitors`,
  async run(context) {
    const installation = await install(context)
    context.log(`making ${peopleCount} members of staff, ${peopleCount} visitors and ${recordCount} records`)
    await bulkInsertPeople(installation, peopleCount)
    await bulkInsertVisitors(installation, peopleCount)
    await bulkInsertBlacklist(installation, blacklistCount)
    await bulkInsertDepartments(installation, departmentCount)
    await bulkInsertDevices(installation, 50)
    await bulkInsertRecords(installation, recordCount)
    const { url } = await startGatehouseOn(context, installation)
    const caller: Caller = { url, token: await openSession(installation), connection: await openHttpConnection(url) }
    context.cleanup.defer(() => caller.connection.close())
    const measured: Measurement[] = []
    for (const item of await staffCases(installation)) {
      const page = await fetchReply(caller, listStaff, { query: item.query })
      measured.push(
        ...(await measure(installation, item, page, () => fetchText(caller, listStaff, { query: item.query }))),
      )
    }
    measured.push(await measureDepartments(installation, caller))
    const deepVisitors = await placeAfter(50, async (after) =>
      fetchReply(caller, listVisitors, { query: { after, size: 200 } }),
    )
    for (const item of await visitorCases(installation, deepVisitors)) {
      const page = await fetchReply(caller, listVisitors, { query: item.query })
      measured.push(
        ...(await measure(installation, item, page, () => fetchText(caller, listVisitors, { query: item.query }))),
      )
    }
    for (const item of blacklistCases) {
      const page = await fetchReply(caller, listBlacklist, { query: item.query })
      measured.push(
        ...(await measure(installation, item, page, () => fetchText(caller, listBlacklist, { query: item.query }))),
      )
    }
    const { listMembers } = groupRoutesOf.staff
    const params = { id: await readGroupOfAll(installation) }
    for (const item of memberCases) {
      const page = await fetchReply(caller, listMembers, { params, query: item.query })
      measured.push(
        ...(await measure(installation, item, page, () =>
          fetchText(caller, listMembers, { params, query: item.query }),
        )),
      )
    }
    for (const item of await recordCases(installation, await deepCursor(caller))) {
      const page = await fetchReply(caller, listRecords, { query: item.query })
      measured.push(
        ...(await measure(installation, item, page, () => fetchText(caller, listRecords, { query: item.query }))),
      )
    }
    return measured
  },
}

/** The bare statement, then the product: both must find as many rows. */
export async function measure(
  { pool }: Installation,
  item: Case<unknown>,
  page: { items: readonly unknown[] },
  ask: () => Promise<string>,
): Promise<Measurement[]> {
  const { rows: bare } = await pool.query(item.rawSql, [...(item.rawValues ?? [])])
  // The smaller form has not everybody who is looked for.
  if (bare.length === 0 && page.items.length === 0 && !item.isOfNobody && peopleCount < wholeCount) return []
  const raw = await timeCalls(times, () => pool.query(item.rawSql, [...(item.rawValues ?? [])]), maxRawMs)
  const ours = await timeCalls(times, ask)
  const limit = (value: number) => ({ what: 'bare SQL through pg', value })
  const work = item.isOfNobody
    ? { what: `${item.what}: pages without anybody`, expected: 1, done: Number(page.items.length + bare.length === 0) }
    : { what: `${item.what}: rows of a page`, expected: bare.length, done: page.items.length }
  const rows = [
    row({ what: `${item.what}, p50`, value: ours.p50, unit: 'ms', limit: limit(raw.p50) }),
    row({ what: `${item.what}, p95`, value: ours.p95, unit: 'ms', limit: limit(raw.p95), atMost: aimMs }),
  ]
  return [{ work, rows }]
}

/** The whole tree, as the staff page asks for it: with how many people are in each. */
async function measureDepartments({ pool }: Installation, caller: Caller): Promise<Measurement> {
  const tree = await fetchReply(caller, listDepartments)
  const { rows: all } = await pool.query<{ count: number }>('select count(*)::int as count from department')
  const counted = 'select department_id, count(*) from person where kind = 1 group by 1'
  const raw = await timeCalls(20, () =>
    pool.query(`select d.*, c.count from department d left join (${counted}) c on c.department_id = d.id`),
  )
  const ours = await timeCalls(20, () => fetchText(caller, listDepartments))
  const limit = { what: 'bare SQL that counts people', value: raw.p95 }
  const work = { what: 'departments of the tree', expected: all[0]?.count ?? 0, done: tree.length }
  const what = `departments, all ${departmentCount}, p95`
  return { work, rows: [row({ what, value: ours.p95, unit: 'ms', limit, atMost: 100 })] }
}

async function staffCases({ pool }: Installation): Promise<Case<QueryInput<typeof listStaff>>[]> {
  const { rows } = await pool.query<{ id: string }>(`select id from department where name = 'Department 100'`)
  const departmentId = rows[0]?.id ?? ''
  const { rows: groups } = await pool.query<{ id: string }>(`select id from person_group where name = 'Night shift'`)
  const groupId = groups[0]?.id ?? ''
  const middle = Math.floor(peopleCount / pageSize / 2)
  const page = (where: string, order: string, offset = 0) =>
    `select * from person where kind = 1 ${where} order by ${order} limit ${pageSize} offset ${offset}`
  return [
    { what: 'staff, first page', query: {}, rawSql: page('', 'created_at desc, id desc') },
    {
      what: 'staff, the middle page',
      query: { page: middle },
      rawSql: page('', 'created_at desc, id', (middle - 1) * pageSize),
    },
    { what: 'staff, by name', query: { sort: 'name', order: 'asc' }, rawSql: page('', 'name_search, id') },
    {
      what: 'staff, one department',
      query: { departmentId },
      rawSql: page('and department_id = $1', 'created_at desc, id desc'),
      rawValues: [departmentId],
    },
    {
      what: 'staff, one group',
      query: { groupId },
      rawSql: page('and id in (select person_id from group_member where group_id = $1)', 'created_at desc, id'),
      rawValues: [groupId],
    },
    {
      what: 'staff, without portrait',
      query: { portrait: 'without' },
      rawSql: page('and portrait_id is null', 'created_at desc, id'),
    },
    {
      what: 'staff, interns by name',
      query: { staffType: 'intern', sort: 'name', order: 'asc' },
      rawSql: page('and staff_type = 2', 'name_search, id'),
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

async function visitorCases({ pool }: Installation, after: string): Promise<Case<QueryInput<typeof listVisitors>>[]> {
  const { rows } = await pool.query<{ group_id: string; host_id: string }>(
    `select (select id from person_group where name = 'Suppliers') as group_id, (select min(host_id::text) from visitor) as host_id`,
  )
  const { group_id: groupId = '', host_id: hostId = '' } = rows[0] ?? {}
  const page = (where: string, order = 'created_at desc, id') =>
    `select * from person where kind = 2 and ${where} order by ${order} limit ${pageSize}`
  return [
    { what: 'visitors, first page', query: {}, rawSql: page('true') },
    { what: 'visitors, page after 10,000', query: { after }, rawSql: page(`created_at < now() - interval '7 days'`) },
    {
      what: 'visitors, effective',
      query: { status: 'effective' },
      rawSql: page('valid_to > now() and valid_from <= now()', 'valid_to, id'),
    },
    {
      what: 'visitors, not yet effective',
      query: { status: 'not-yet-effective' },
      rawSql: page('valid_from > now()', 'valid_from, id'),
    },
    {
      what: 'visitors, expired',
      query: { status: 'expired' },
      rawSql: page('valid_to <= now()', 'valid_to desc, id desc'),
    },
    {
      what: 'visitors, one group',
      query: { groupId },
      rawSql: page('id in (select person_id from group_member where group_id = $1)'),
      rawValues: [groupId],
    },
    {
      what: 'visitors, one host',
      query: { hostId },
      rawSql: page('id in (select person_id from visitor where host_id = $1)'),
      rawValues: [hostId],
    },
    ...[
      ['name', '李伟 4000'],
      ['common name', '李伟'],
      ['pinyin', 'liwei499'],
      ['common initials', 'lw'],
      ['company', 'company499'],
      ['end of the phone', '9999'],
      ['common letter', 'a'],
    ].map(([what = '', keyword = '']) => ({
      what: `visitors, ${what}`,
      query: { keyword },
      rawSql: page(`search_text like $1`),
      rawValues: [`%${keyword.toLowerCase().replaceAll(' ', '')}%`],
    })),
    {
      what: 'visitors, expired and a pinyin',
      query: { status: 'expired', keyword: 'liwei499' },
      rawSql: page(`valid_to <= now() and search_text like '%liwei499%'`, 'valid_to desc'),
    },
  ]
}

const blacklisted = (where: string) =>
  `select * from blacklisting b join person p on p.id = b.person_id where ${where} order by added_at desc limit ${pageSize}`
const blacklistCases: Case<QueryInput<typeof listBlacklist>>[] = [
  { what: 'blacklist, first page', query: {}, rawSql: blacklisted('true') },
  { what: 'blacklist, name', query: { keyword: 'barred 99' }, rawSql: blacklisted(`search_text like '%barred99%'`) },
  { what: 'blacklist, reason', query: { keyword: 'reason 999' }, rawSql: blacklisted(`reason ilike '%reason 999%'`) },
]

/** The members of the default group: all of the staff. */
async function readGroupOfAll({ pool }: Installation): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from person_group where kind = 1 and is_default')
  return rows[0]?.id ?? ''
}

const member = (where: string) => `select p.* from group_member m join person p on p.id = m.person_id
  where m.group_id = (select id from person_group where kind = 1 and is_default) and ${where} order by person_id desc limit ${pageSize}`
const memberCases: Case<QueryInput<typeof groupRoutesOf.staff.listMembers>>[] = [
  { what: 'group of all, first page', query: {}, rawSql: member('true') },
  { what: 'group of all, pinyin', query: { keyword: 'liwei499' }, rawSql: member(`search_text like '%liwei499%'`) },
  { what: 'group of all, common initials', query: { keyword: 'lw' }, rawSql: member(`search_text like '%lw%'`) },
]

/** The cursor after so many pages: keyset paging has no page numbers. */
async function placeAfter(pages: number, ask: (after: string | undefined) => Promise<{ next: string | null }>) {
  let after: string | undefined
  for (let page = 0; page < pages; page++) {
    const { next } = await ask(after)
    if (next === null) break
    after = next
  }
  return after ?? ''
}

/** The cursor after 200 pages of 200 records. */
export const deepCursor = (caller: Caller) =>
  placeAfter(200, (after) => fetchReply(caller, listRecords, { query: { after, size: 200 } }))

const nobody = 'Nobody bears this'

export async function recordCases(
  { pool }: Installation,
  after: string,
): Promise<Case<QueryInput<typeof listRecords>>[]> {
  const { rows } = await pool.query<Record<'id' | 'person_id' | 'only' | 'first' | 'group_id' | 'from' | 'to', string>>(
    `with known as (select id, name, substring(name from '[0-9]+$')::int as number from person
       where kind = 1 and name like '% %')
     select d.id,
       (select person_id from recognition_record where person_id is not null order by recognised_at desc limit 1) as person_id,
       (select name from known order by number desc limit 1) as only,
       (select name from known order by number limit 1) as first,
       (select id from person_group where name = 'Night shift') as group_id,
       to_char(now() - interval '31 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as from, to_char(now() - interval '30 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as to
     from device d order by d.name limit 1`,
  )
  const {
    id: deviceId = '',
    person_id: personId = '',
    only = '',
    first = '',
    group_id: groupId = '',
    from = '',
    to = '',
  } = rows[0] ?? {}
  const page = (where = 'true') =>
    `select * from recognition_record where ${where} order by recognised_at desc, id desc limit ${pageSize}`
  const [family = ''] = first.split(' ')
  return [
    { what: 'records, first page', query: {}, rawSql: page() },
    {
      what: 'records, page after 40,000',
      query: { after },
      rawSql: page(`recognised_at < now() - interval '86 hours'`),
    },
    {
      what: 'records, those of 80 days ago',
      query: {
        to: Temporal.Now.instant()
          .subtract({ hours: 80 * 24 })
          .toString(),
      },
      rawSql: page(`recognised_at < now() - interval '80 days'`),
    },
    { what: 'records, one device', query: { deviceId }, rawSql: page('device_id = $1'), rawValues: [deviceId] },
    { what: 'records, one person', query: { personId }, rawSql: page('person_id = $1'), rawValues: [personId] },
    {
      what: 'records, one group',
      query: { groupId },
      rawSql: page('person_id in (select person_id from group_member where group_id = $1)'),
      rawValues: [groupId],
    },
    { what: 'records, staff', query: { kind: 'staff' }, rawSql: page('kind = 1') },
    { what: 'records, strangers', query: { kind: 'stranger' }, rawSql: page('kind = 3') },
    { what: 'records, by card', query: { entryMode: 'ic-card' }, rawSql: page(`entry_mode = 'ic-card'`) },
    {
      what: 'records, outside their time',
      query: { abnormal: 'outside-passage-time' },
      rawSql: page(`abnormal = 'outside-passage-time'`),
    },
    { what: 'records, misrecognised', query: { misrecognition: 'any' }, rawSql: page('misrecognition is not null') },
    { what: 'records, not misrecognised', query: { misrecognition: 'none' }, rawSql: page('misrecognition is null') },
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
      what: 'records, one device, refused, one day',
      query: { deviceId, opened: 'false', from, to },
      rawSql: page('device_id = $1 and not opened and recognised_at >= $2 and recognised_at < $3'),
      rawValues: [deviceId, from, to],
    },
    {
      what: 'records, one person, refused',
      query: { personId, opened: 'false' },
      rawSql: page('person_id = $1 and not opened'),
      rawValues: [personId],
    },
    // The highest number is in no other name; the lowest begins thousands of names.
    {
      what: 'records, keyword of one person',
      query: { keyword: only },
      rawSql: page('person_id in (select id from person where name = $1)'),
      rawValues: [only],
    },
    ...[
      ['thousands of people', first],
      ['an eighth of all', family],
    ].map(([of = '', keyword = '']) => ({
      what: `records, keyword of ${of}`,
      query: { keyword },
      rawSql: page(`person_name ilike $1`),
      rawValues: [`%${keyword}%`],
    })),
    {
      what: 'records, keyword of nobody',
      query: { keyword: nobody },
      isOfNobody: true,
      rawSql: 'select id from person where name ilike $1',
      rawValues: [`%${nobody}%`],
    },
  ]
}
