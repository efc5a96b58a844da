import type { Language } from '@gatehouse/contract/envelope.ts'
import { type ErrorCode, errorDefinitions } from '@gatehouse/contract/errors.ts'
import {
  type listOperations,
  operation,
  type Operation,
  operationDetail,
  type OperationDetail,
} from '@gatehouse/contract/features/operation-log.ts'
import type { BoundedTotal } from '@gatehouse/contract/paging.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { errorText } from '@gatehouse/contract/texts/error-text.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../ctx.ts'
import { countUpTo, totalOf } from '../../db/count-up-to.ts'
import type { Db } from '../../db/open-database.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { likePattern } from '../../lib/like-pattern.ts'
import { hiddenOf, readableLines } from './people-in-lines.ts'

type Row = {
  id: string
  number: number | null
  at: string
  actor_kind: string
  actor_id: string | null
  actor_name: string | null
  module: string
  event: string
  item: string | null
  side: string
  result: string
  error_code: string | null
  remark: string | null
  facts: unknown
  address: string | null
  request_id: string | null
}

const columns = sql`o.id, k.number, o.at, o.actor_kind, o.actor_id, o.actor_name, o.module, o.event, o.item, o.side, o.result, o.error_code,
  o.remark, o.facts, o.address, o.request_id`
const link = sql`left join operation_log_link k on k.line_id = o.id`

/** The reader of the log: what they may read, and in which language. */
export type LogReader = Pick<Ctx, 'actor'> & { language: Language }

/** Of the facts the numbers, which are nobody's name. */
const numbersOf = (facts: unknown) =>
  Object.fromEntries(Object.entries(facts ?? {}).filter(([, value]) => typeof value === 'number'))

/** Without the names of people whom the reader may not read. */
const withoutPeople = <R extends Row>(row: R): R => ({ ...row, item: null, remark: null, facts: numbersOf(row.facts) })

/** The row was written in the contract's own terms. */
function toOperation(stored: Row, reader: LogReader): Operation {
  const hides = hiddenOf(reader, stored)
  const row = hides === 'people' ? withoutPeople(stored) : stored
  return operation.parse({
    hides,
    id: row.id,
    number: row.number,
    at: row.at,
    operator: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    module: row.module,
    event: row.event,
    item: row.item,
    side: row.side,
    result: row.result,
    errorCode: row.error_code,
    // The people, or their number, are not kept.
    reason: isErrorCode(row.error_code) ? errorText(row.error_code, reader.language, {}, '…') : null,
    remark: row.remark,
    facts: row.facts,
    address: row.address,
    requestId: row.request_id,
  })
}

/** The number of lines that are searched for a keyword at a time; `next` then continues where the search stopped. */
const maxSearched = 50_000

/**
 * One page of the log, newest first, along an index in that order. A page of a keyword may hold fewer lines than asked
 * for, even none, and still have a `next`.
 */
export async function readOperationPage(db: Db, query: Query<typeof listOperations>, reader: LogReader) {
  const key = decodeCursor(query.after, 'instant', 'id')
  const total = await countOperations(db, query, reader)
  const where = sql`${alongIndex(query)} and ${besideIndex(query)}
    and ${key ? sql`(o.at, o.id) < (${key[0]}, ${key[1]})` : sql`true`}`
  const newest = (limit: number) => sql`
    select o.* from operation_log o where ${where} order by o.at desc, o.id desc limit ${limit}`
  if (query.keyword === undefined) {
    const { rows } = await sql<Row>`
      select ${columns} from (${newest(query.size + 1)}) o ${link} order by o.at desc, o.id desc`.execute(db)
    const items = rows.slice(0, query.size).map((row) => toOperation(row, reader))
    return { items, next: nextOf(rows, query.size), total }
  }
  const { rows } = await sql<Row & { is_found: boolean }>`
    with searched as materialized (${newest(maxSearched)}), found as (
      select * from searched o where ${hasKeyword(query, reader)}
      order by o.at desc, o.id desc limit ${query.size + 1}
    ), last as (select * from searched order by at, id limit (case when (select count(*) from searched) = ${maxSearched} then 1 else 0 end))
    select ${columns}, o.is_found from (
      select *, true as is_found from found union all select *, false from last
    ) o ${link} order by o.is_found desc, o.at desc, o.id desc`.execute(db)
  const found = rows.filter((row) => row.is_found)
  const last = rows.find((row) => !row.is_found)
  return {
    items: found.slice(0, query.size).map((row) => toOperation(row, reader)),
    next: nextOf(found, query.size) ?? (last ? encodeCursor(last.at, last.id) : null),
    total,
  }
}

/** The filters that an index of the log follows. */
const alongIndex = (query: Query<typeof listOperations>) => sql`
  ${query.operatorId ? sql`o.actor_id = ${query.operatorId}` : sql`true`}
  and ${query.module ? sql`o.module = ${query.module}` : sql`true`}
  and ${query.event ? sql`o.event = ${query.event}` : sql`true`}
  and ${query.from ? sql`o.at >= ${query.from}` : sql`true`}
  and ${query.to ? sql`o.at < ${query.to}` : sql`true`}`

const besideIndex = (query: Query<typeof listOperations>) => sql`
  ${query.side ? sql`o.side = ${query.side}` : sql`true`} and ${query.result ? sql`o.result = ${query.result}` : sql`true`}`

function hasKeyword({ keyword }: Query<typeof listOperations>, reader: LogReader) {
  if (keyword === undefined) return sql`true`
  const pattern = likePattern(keyword)
  return sql`(o.actor_name ilike ${pattern} or ${isReadable(reader)} and (
    o.item ilike ${pattern} or o.remark ilike ${pattern} or o.facts::text ilike ${pattern}))`
}

/** How many lines there are; of what no index follows, only the newest are looked at. */
async function countOperations(db: Db, query: Query<typeof listOperations>, reader: LogReader): Promise<BoundedTotal> {
  const hasIndex = query.keyword === undefined && query.side === undefined && query.result === undefined
  if (hasIndex) return countUpTo(db, { from: sql`operation_log o`, where: alongIndex(query) })
  const lines = sql<Row>`(
    select o.* from operation_log o where ${alongIndex(query)} order by o.at desc, o.id desc limit ${maxSearched + 1})`
  const isFound = sql`${besideIndex(query)} and ${hasKeyword(query, reader)}`
  const { looked, found } = await db
    .selectFrom(lines.as('o'))
    .select([
      sql<number>`count(*)::int`.as('looked'),
      sql<number>`(count(*) filter (where ${isFound}))::int`.as('found'),
    ])
    .executeTakeFirstOrThrow()
  const total = totalOf(found)
  return { ...total, isMore: total.isMore || looked > maxSearched }
}

/** A search finds a name only where the reader would see it. */
function isReadable(reader: LogReader) {
  const lines = readableLines(reader)
  if (lines === null) return sql`true`
  const { kinds, hiddenKinds, modules, allButThese } = lines
  const kind = sql`o.module || ' ' || o.event`
  const isOther = allButThese === null ? sql`false` : sql`o.module <> all(${allButThese}::text[])`
  return sql`(${kind} = any(${kinds}::text[])
    or ${kind} <> all(${hiddenKinds}::text[]) and (o.module = any(${modules}::text[]) or ${isOther}))`
}

function nextOf(rows: readonly Row[], size: number): string | null {
  const last = rows[size - 1]
  return rows.length > size && last ? encodeCursor(last.at, last.id) : null
}

/** One line with what changed; undefined when there is none. */
export async function readOperation(db: Db, id: string, reader: LogReader): Promise<OperationDetail | undefined> {
  const { rows } = await sql<Row & { changes: unknown; hash: string | null }>`
    select ${columns}, o.changes, encode(k.hash, 'hex') as hash from operation_log o ${link} where o.id = ${id}
    order by o.at limit 1`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const line = toOperation(row, reader)
  const isWhole = line.hides === null
  return operationDetail.parse({ ...line, changes: isWhole ? row.changes : null, hash: isWhole ? row.hash : null })
}

/** A line of an older release may hold a code that no longer exists. */
const isErrorCode = (code: string | null): code is ErrorCode => code !== null && Object.hasOwn(errorDefinitions, code)

const maxOperators = 500

/** Accounts, and deleted ones that still have lines. */
export async function readOperators(db: Db): Promise<{ id: string; name: string }[]> {
  // One step along the index for each operator, however many lines they have.
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive gone as (
      (select actor_id from operation_log where actor_id is not null order by actor_id limit 1)
      union all
      select (select o.actor_id from operation_log o where o.actor_id > g.actor_id order by o.actor_id limit 1) from gone g where g.actor_id is not null
    )
    select g.actor_id as id, coalesce(a.account, l.actor_name, '') as name from gone g
    left join account a on a.id = g.actor_id
    cross join lateral (
      select o.actor_name, o.actor_kind from operation_log o where o.actor_id = g.actor_id order by o.at desc, o.id desc limit 1
    ) l
    where g.actor_id is not null and l.actor_kind in ('account', 'application')
    order by name limit ${maxOperators}`.execute(db)
  return rows
}
