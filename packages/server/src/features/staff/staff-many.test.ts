import { listStaff } from '@gatehouse/contract/features/staff.ts'
import type { QueryInput } from '@gatehouse/contract/route.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { hasLeftAt, isSuspendedAt } from '../../people/suspension-reads.ts'

let test: TestGatehouse
let admin: Caller
beforeAll(async () => {
  test = await startTestGatehouse()
  admin = await test.asRole('superAdmin')
})
afterAll(() => test.close())

const names = async (query: QueryInput<typeof listStaff>) =>
  (await admin.ask(listStaff, { query })).items.map(({ name }) => name)

describe('[MAN-01] the staff list of many', () => {
  beforeAll(async () => {
    // Older ones are rare, the newest 4,800 common: a keyword of either kind, in either place.
    await sql`
        insert into person (kind, name, name_search, job_id, staff_type, created_at)
        select 1, 'N' || n, case when n <= 1200 then 'older' else 'common' end || lpad(n::text, 5, '0'), lpad(n::text, 5, '0'),
          case when n % 50 = 0 then 2 else 1 end, '2026-01-01'::timestamptz + n * interval '1 minute'
        from generate_series(1, 6000) n`.execute(test.db)
    await sql`analyze person, person_count`.execute(test.db)
  })

  it('the staff list pages through everything in order, from whichever end is nearer', async () => {
    const seen: string[] = []
    for (const page of [1, 2, 15, 16, 29, 30]) seen.push(...(await names({ page, size: 200, order: 'asc' })))
    const expected = [1, 2, 15, 16, 29, 30].flatMap((page) =>
      Array.from({ length: Math.min(200, 6_000 - (page - 1) * 200) }, (_, n) => `N${(page - 1) * 200 + n + 1}`),
    )
    expect(seen).toEqual(expected)
    expect(await names({ page: 31, size: 200 })).toEqual([])
    expect(await admin.ask(listStaff, { query: { size: 1 } })).toMatchObject({ total: 6_000, isTotalExact: true })
  })

  it('the staff list pages through the matches of a keyword in order, rare or common, and counts no more than it must', async () => {
    for (const [keyword, order, first, last, total] of [
      ['common', 'desc', 6_000, 1_201, { total: 1_000, isTotalExact: false }],
      ['older', 'desc', 1_200, 1, { total: 1_000, isTotalExact: false }],
      ['older', 'asc', 1, 1_200, { total: 1_000, isTotalExact: false }],
      ['r0012', 'desc', 129, 120, { total: 10, isTotalExact: true }],
      ['r00120', 'asc', 120, 120, { total: 1, isTotalExact: true }],
    ] as const) {
      const step = Math.sign(last - first)
      for (const page of [1, 3]) {
        const start = first + step * (page - 1) * 100
        const wanted = Array.from({ length: 100 }, (_, n) => start + step * n).filter((n) => (last - n) * step >= 0)
        const answer = await admin.ask(listStaff, { query: { keyword, order, page, size: 100 } })
        expect([keyword, page, answer.items.map(({ name }) => name)]).toEqual([
          keyword,
          page,
          first === last ? (page === 1 ? [`N${first}`] : []) : wanted.map((n) => `N${n}`),
        ])
        expect({ total: answer.total, isTotalExact: answer.isTotalExact }).toEqual(total)
      }
    }
  })

  it('the staff list pages through staff of a type in every order', async () => {
    const interns = Array.from({ length: 120 }, (_, n) => `N${(n + 1) * 50}`)
    for (const sort of ['createdAt', 'jobId', 'name'] as const) {
      const page = (page: number) => names({ staffType: 'intern', sort, order: 'asc', page, size: 100 })
      const seen = [...(await page(1)), ...(await page(2))]
      expect(sort === 'name' ? seen.toSorted() : seen).toEqual(sort === 'name' ? interns.toSorted() : interns)
    }
  })

  it('the staff list reads along indexes, whatever is requested', async () => {
    const plans = {
      page: sql`select id from person p where p.kind = 1 order by p.created_at desc, p.id limit 20`,
      name: sql`select id from person p where p.kind = 1 order by p.name_search, p.id limit 20`,
      nameBackwards: sql`select id from person p where p.kind = 1 order by p.name_search desc, p.id desc limit 20`,
      jobId: sql`select id from person p where p.kind = 1 order by p.job_id nulls first, p.id limit 20`,
      department: sql`select id from person p where p.kind = 1 and p.department_id = '00000000-0000-7000-8000-000000000000' order by p.created_at desc, p.id limit 20`,
      type: sql`select id from person p where p.kind = 1 and p.staff_type = 2 order by p.created_at desc, p.id limit 20`,
      typeByName: sql`select id from person p where p.kind = 1 and p.staff_type = 2 order by p.name_search, p.id limit 20`,
      typeByJobId: sql`select id from person p where p.kind = 1 and p.staff_type = 2 order by p.job_id desc nulls last, p.id desc limit 20`,
      keyword: sql`select id from person p where p.kind = 1 and search_grams(p.search_text) @> '{r00}' and p.search_text like '%r00%'`,
      card: sql`select id from person p where p.kind = 1 and p.ic_card = '1'`,
      idNumber: sql`select id from person p where p.kind = 1 and p.id_number_hash = '\\x00'`,
      count: sql`select sum(people) from person_count where kind = 1 and department_id = '00000000-0000-7000-8000-000000000000'`,
    }
    await sql`set enable_seqscan = on`.execute(test.db)
    for (const [name, query] of Object.entries(plans)) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(test.db)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      if (name !== 'count') expect(plan, name).toMatch(/Index/)
      if (name.startsWith('type')) expect(plan, name).toMatch(/person__type_(created|name|job_id)/)
      if (name.startsWith('type')) expect(plan, name).not.toMatch(/Sort/)
      expect(plan, name).not.toMatch(/Seq Scan on person p/)
    }
  })

  it('the staff list finds the few who left or are suspended along their own indexes, and counts the others', async () => {
    await sql`update person set leaving_on = '2026-03-31' where job_id in ('00010', '05990')`.execute(test.db)
    await sql`update person set leaving_on = '2199-12-31' where job_id = '00020'`.execute(test.db)
    await sql`
      insert into suspension (person_id, from_at, to_at, created_by)
      select id, '2026-01-01'::timestamptz, case when job_id = '00030' then null else '2026-02-01'::timestamptz end, 'Somebody'
      from person where job_id < '03000'`.execute(test.db)
    await sql`analyze person, suspension`.execute(test.db)
    const ask = async (query: QueryInput<typeof listStaff>) => {
      const { items, total, isTotalExact } = await admin.ask(listStaff, { query })
      return { names: items.map(({ name }) => name), total, isTotalExact }
    }
    expect(await ask({ employment: 'left' })).toEqual({ names: ['N5990', 'N10'], total: 2, isTotalExact: true })
    expect(await ask({ employment: 'current', size: 1 })).toMatchObject({ total: 5_998, isTotalExact: true })
    expect(await ask({ employment: 'all', size: 1 })).toMatchObject({ total: 6_000 })
    expect((await ask({ employment: 'current', page: 300, size: 20 })).names).toHaveLength(18)
    expect(await ask({ suspended: 'true' })).toMatchObject({ names: ['N30'], total: 1 })
    expect(await ask({ suspended: 'false', size: 1 })).toMatchObject({ total: 5_999 })
    const now = test.clock.now().toString()
    for (const [condition, index] of [
      [hasLeftAt(now), 'person__leaving'],
      [isSuspendedAt(now), 'suspension__lasting'],
    ] as const) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select p.id from person p where p.kind = 1 and ${condition} order by p.created_at desc, p.id limit 20`.execute(
        test.db,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain(index)
      expect(plan).not.toMatch(/Seq Scan on (person|suspension)/)
    }
  })
})
