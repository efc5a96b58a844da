import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import { createStaff, deleteStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'
import { sealText } from '../lib/seal.ts'
import { tryLockComputing } from '../features/attendance/recompute-queue-store.ts'
import { fillSearchColumns } from './person-jobs.ts'
import { compactCounters } from './person-limit-store.ts'

let test: TestGatehouse
let admin: Caller
beforeAll(async () => {
  test = await startTestGatehouse()
  admin = await test.asRole('superAdmin')
})
afterAll(() => test.close())

it('people whom an older release wrote become findable, and their e-mail address masked', async () => {
  const { services } = test.gatehouse
  const email = sealText(services.keys.column, 'li@example.com', 'person.email')
  await sql`insert into person (kind, name, email_sealed) select 1, '李伟', ${email} from generate_series(1, 1100)`.execute(
    test.db,
  )
  await fillSearchColumns(services)
  const { rows } = await sql`
    select name_search, email_masked, search_text, count(*)::int as people from person group by 1, 2, 3`.execute(
    test.db,
  )
  expect(rows).toEqual([
    {
      name_search: 'liwei\nlw\n李伟',
      email_masked: 'l***@example.com',
      search_text: 'liwei\nlw\n李伟\n\n',
      people: 1100,
    },
  ])
  await test.db.deleteFrom('person').execute()
})

it('people are counted with every change, also while the counts are compacted', async () => {
  const [left, right] = [
    await admin.ask(createDepartment, { body: { name: 'Left' } }),
    await admin.ask(createDepartment, { body: { name: 'Right' } }),
  ]
  const counts = async () => {
    const { rows } = await sql<{ department_id: string | null; people: number }>`
      select department_id, sum(people)::int as people from person_count where kind = 1 group by 1 having sum(people) <> 0`.execute(
      test.db,
    )
    return Object.fromEntries(rows.map((row) => [row.department_id ?? 'none', row.people]))
  }
  const make = (n: number) => admin.ask(createStaff, { body: { name: `P${n}`, departmentId: n % 2 ? left.id : null } })
  const [people] = await Promise.all([
    Promise.all(Array.from({ length: 10 }, (_, n) => make(n))),
    ...Array.from({ length: 5 }, () => compactCounters(test)),
  ])
  expect(await counts()).toEqual({ [left.id]: 5, none: 5 })
  await admin.ask(updateStaff, { params: { id: people[1]!.id }, body: { departmentId: right.id } })
  await admin.ask(updateStaff, { params: { id: people[3]!.id }, body: { name: 'Other', departmentId: left.id } })
  await admin.ask(deleteStaff, { body: { ids: [people[0]!.id, people[5]!.id] } })
  expect(await counts()).toEqual({ [left.id]: 3, [right.id]: 1, none: 4 })
  await compactCounters(test)
  expect(await counts()).toEqual({ [left.id]: 3, [right.id]: 1, none: 4 })
  const { rows } = await sql`select 1 from person_count`.execute(test.db)
  expect(rows).toHaveLength(3)
})

it('people are counted while attendance is computed', async () => {
  await test.db.deleteFrom('person').execute()
  await compactCounters(test)
  for (const name of ['One', 'Two', 'Three']) await admin.ask(createStaff, { body: { name } })
  const rows = async () => (await sql`select 1 from person_count where people > 0`.execute(test.db)).rows.length
  expect(await rows()).toBe(3)
  await test.db.transaction().execute(async (db) => {
    expect(await tryLockComputing(db)).toBe(true)
    await compactCounters(test)
  })
  expect(await rows()).toBe(1)
})
