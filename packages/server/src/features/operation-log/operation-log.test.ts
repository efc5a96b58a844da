import type { QueryInput } from '@gatehouse/contract/route.ts'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createDepartment, deleteDepartment, updateDepartment } from '@gatehouse/contract/features/departments.ts'
import { getOperation, listOperations, listOperators } from '@gatehouse/contract/features/operation-log.ts'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { executeAlone } from '../../../test/execute-alone.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { verifyOperationLog } from './operation-log-chain-reads.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

type Filter = QueryInput<typeof listOperations>
const linesOf = async (query: Filter) => (await admin.ask(listOperations, { query })).items

describe('[BU-03] the operation log', () => {
  it('the operation log says who did what to what, from where, when, and how it ended', async () => {
    const made = await admin.ask(createDepartment, { body: { name: 'Research', parentId: null } })
    await admin.call(createDepartment, { body: { name: 'Research', parentId: null } })
    const [refused, done] = await linesOf({ module: 'department', keyword: 'Research' })
    expect(done).toMatchObject({
      operator: { kind: 'account', name: 'superAdmin1' },
      module: 'department',
      event: 'create',
      item: 'Research',
      side: 'console',
      result: 'success',
      errorCode: null,
      address: '127.0.0.1',
    })
    expect(refused).toMatchObject({ event: 'create', result: 'failure', errorCode: 'department.name-taken' })
    expect(await admin.ask(getOperation, { params: { id: refused?.id ?? '' } })).toMatchObject({
      reason: expect.stringMatching(/name/) as string,
      changes: null,
    })
    await admin.ask(updateDepartment, { params: { id: made.id }, body: { name: 'Research & Development' } })
    const [change] = await linesOf({ module: 'department', keyword: 'Research' })
    const detail = await admin.ask(getOperation, { params: { id: change?.id ?? '' } })
    expect(detail.changes).toEqual({ name: { from: 'Research', to: 'Research & Development' } })
    expect(detail.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('the operation log is filtered by operator, module, side, result and period, and paged to its end', async () => {
    const leader = await house.asRole('mainAdmin')
    for (let n = 0; n < 5; n++) await leader.ask(createDepartment, { body: { name: `Filtered ${n}`, parentId: null } })
    const operators = await admin.ask(listOperators)
    const operator = operators.find(({ name }) => name.startsWith('mainAdmin'))
    const own = await linesOf({ operatorId: operator?.id ?? '' })
    expect(own.map(({ item }) => item)).toEqual(['Filtered 4', 'Filtered 3', 'Filtered 2', 'Filtered 1', 'Filtered 0'])
    expect(await linesOf({ operatorId: operator?.id ?? '', module: 'staff' })).toEqual([])
    expect((await linesOf({ result: 'failure' })).every(({ result }) => result === 'failure')).toBe(true)
    expect(await linesOf({ side: 'open-api' })).toEqual([])
    expect(await linesOf({ to: '2020-01-01T00:00:00Z' })).toEqual([])

    const seen: (string | null)[] = []
    for (let after: string | undefined; ;) {
      const page = await admin.ask(listOperations, {
        query: { size: 2, keyword: 'Filtered', ...(after ? { after } : {}) },
      })
      seen.push(...page.items.map(({ item }) => item))
      if (page.next === null) break
      after = page.next
    }
    expect(seen).toEqual(own.map(({ item }) => item))
    expect((await admin.call(listOperations, { query: { after: 'none of ours' } })).code).toBe('400')
  })

  it('the operation log is read by the roles that the specification names, and by nobody else', async () => {
    for (const role of ['mainAdmin', 'subAdmin', 'deviceAdmin'] as const)
      expect((await (await house.asRole(role)).call(listOperations)).status, role).toBe(200)
    expect((await (await house.asRole('visitorAdmin')).call(listOperations)).status).toBe(403)
  })

  it('the operation log cannot be changed by SQL of the application’s own role', async () => {
    for (const statement of [
      sql`update operation_log set actor_name = 'somebody else'`,
      sql`delete from operation_log`,
      sql`truncate operation_log`,
      sql`update operation_log_link set hash = ''`,
      sql`delete from operation_log_link`,
      sql`truncate operation_log_link`,
    ])
      await expect(statement.execute(house.db)).rejects.toThrow(/can only be added to/)
  })

  it('the operation log reads each filter along an index, and a keyword search continues where it stopped', async () => {
    await executeAlone(house.db, sql`alter table operation_log disable trigger operation_log__link`)
    await sql`
      insert into operation_log (at, actor_kind, actor_id, actor_name, module, event, item, side, result)
      select now() - n * interval '10 second', 'account', case when n % 3 = 0 then gen_random_uuid() end, 'x', case when n % 2 = 0 then 'staff' else 'device' end,
        'update', 'filler', 'console', case when n % 50 = 0 then 'failure' else 'success' end
      from generate_series(1, 60000) n`.execute(house.db)
    await sql`
      insert into operation_log (at, actor_kind, module, event, item, side, result)
      values (now() - interval '300 days', 'system', 'staff', 'update', 'a needle', 'system', 'success')`.execute(
      house.db,
    )
    await executeAlone(house.db, sql`alter table operation_log enable trigger operation_log__link`)
    await sql`analyze operation_log`.execute(house.db)
    const first = await admin.ask(listOperations, { query: { keyword: 'needle' } })
    expect(first.items).toEqual([])
    const second = await admin.ask(listOperations, { query: { keyword: 'needle', after: first.next ?? '' } })
    expect(second).toMatchObject({ items: [{ item: 'a needle' }], next: null })

    const totalOf = async (query: Filter) => (await admin.ask(listOperations, { query })).total
    expect(await totalOf({}), 'counted up to a limit').toEqual({ count: 10_000, isMore: true })
    const failures = await totalOf({ result: 'failure' })
    expect(failures, 'among the newest, and older ones').toMatchObject({ isMore: true })
    expect(failures?.count).toBeGreaterThan(900)
    expect(await totalOf({ keyword: 'needle' }), 'older than what is looked at').toEqual({ count: 0, isMore: true })
    const to = Temporal.Now.instant()
      .subtract({ hours: 200 * 24 })
      .toString()
    expect(await totalOf({ keyword: 'needle', to })).toEqual({ count: 1, isMore: false })
    const counting = await sql<{ 'QUERY PLAN': string }>`
      explain select count(*) from (
        select from operation_log where actor_id = ${randomUUID()} limit 10001) counted`.execute(house.db)
    expect(counting.rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index/)

    for (const [name, where] of Object.entries({
      everything: sql`true`,
      operator: sql`actor_id = ${randomUUID()}`,
      module: sql`module = 'staff'`,
      failures: sql`result = 'failure'`,
      period: sql`at < now() - interval '3 days'`,
    })) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select * from operation_log where ${where} order by at desc, id desc limit 21`.execute(house.db)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan, name).toMatch(/Index Scan/)
      // The months without a line, and the one old line, may be read without an index.
      const month = new RegExp(
        `Seq Scan on operation_log_${Temporal.Now.instant().toString().slice(0, 7).replace('-', '')}`,
      )
      expect(plan, name).not.toMatch(month)
    }
  })
})

describe('[BU-03] the chain of the operation log', () => {
  let own: TestGatehouse
  let client: Client
  beforeEach(async () => {
    own = await startTestGatehouse()
    client = new Client(own.databaseUrl)
    await client.connect()
    const caller = await own.asRole('superAdmin')
    // At once, so that their commits overlap.
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => caller.ask(createDepartment, { body: { name: `D${n}`, parentId: null } })),
    )
    const { id } = await caller.ask(createDepartment, { body: { name: 'Gone', parentId: null } })
    await caller.ask(deleteDepartment, { params: { id } })
  })
  afterEach(async () => {
    await client.end()
    await own.close()
  })

  /** The actions of an attacker with the keys of the database. */
  const tamper = async (statement: string) => {
    await client.query('set session_replication_role = replica')
    const { rowCount } = await client.query(statement)
    expect(rowCount, statement).toBeGreaterThan(0)
    await client.query('set session_replication_role = default')
  }
  const faults = async (anchor?: { number: number; hash: string }) => (await verifyOperationLog(own.db, anchor)).faults

  it('the chain of the operation log is unbroken, also if many commit at once', async () => {
    const report = await verifyOperationLog(own.db)
    expect(report).toMatchObject({ links: 14, dropped: 0, faults: [], newest: { number: 14 } })
    expect(await faults(report.newest ?? undefined)).toEqual([])
  })

  it('the chain of the operation log shows a line that was changed', async () => {
    await tamper(`update operation_log set item = 'D99' where item = 'D3'`)
    expect(await faults()).toEqual([{ number: expect.any(Number) as number, problem: 'changed' }])
  })

  it('the chain of the operation log shows a line that was removed, and one that was inserted', async () => {
    await tamper(`delete from operation_log where id = (select line_id from operation_log_link where number = 7)`)
    expect(await faults()).toEqual([{ number: 7, problem: 'line-missing' }])
    await tamper(
      `insert into operation_log (actor_kind, module, event, side, result) values ('system', 'staff', 'update', 'system', 'success')`,
    )
    expect(await faults()).toEqual([
      { number: 7, problem: 'line-missing' },
      { number: 15, problem: 'not-linked' },
    ])
  })

  it('the chain of the operation log shows with an anchor that its end was cut off or rewritten', async () => {
    const { newest } = await verifyOperationLog(own.db)
    await tamper(`delete from operation_log where id in (select line_id from operation_log_link where number > 12)`)
    await tamper(`delete from operation_log_link where number > 12`)
    expect(await faults()).toEqual([])
    expect(await faults(newest ?? undefined)).toEqual([{ number: 14, problem: 'link-missing' }])
  })

  it('the chain of the operation log stays valid when a month is deleted', async () => {
    await tamper(`delete from operation_log where id in (select line_id from operation_log_link where number <= 5)`)
    expect(await verifyOperationLog(own.db)).toMatchObject({ dropped: 5, faults: [] })
  })

  it('the chain of the operation log is checked by the operator’s command, also while the server runs', async () => {
    const run = (...args: string[]) =>
      promisify(execFile)(
        process.execPath,
        [join(import.meta.dirname, '../../cli.ts'), 'operation-log', 'verify', ...args],
        { env: { PATH: process.env.PATH, DATABASE_URL: own.databaseUrl } },
      )
    const { stdout } = await run()
    expect(stdout).toMatch(/^The operation log is intact: 14 lines\.\nKeep this .* --anchor 14:[0-9a-f]{64}\n$/)
    await tamper(`update operation_log set remark = 'x' where item = 'Gone'`)
    await expect(run()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The operation log is not intact:\nLine 13 was changed/) as string,
    })
    await expect(run('--anchor', 'yesterday')).rejects.toMatchObject({ code: 1 })
  })
})
