import type { Account, listAccounts } from '@gatehouse/contract/features/accounts.ts'
import { roleId, roles } from '@gatehouse/contract/permissions.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { idleSeconds } from '../../http/session-store.ts'
import type { Clock } from '../../lib/clock.ts'
import { likePattern } from '../../lib/like-pattern.ts'

type Row = {
  id: string
  account: string
  name: string
  role: number
  email: string | null
  is_disabled: boolean
  must_change_password: boolean
  is_external: boolean
  has_second_factor: boolean
  created_at: string
  last_login_at: string | null
  session_count: number
  total: number
}

function select(clock: Clock, where: ReturnType<typeof sql>, limit: number, offset: number) {
  const now = clock.now()
  return sql<Row>`
    select a.id, a.account, a.name, a.role, a.email, a.is_disabled, a.must_change_password, a.created_at, a.last_login_at,
      a.openid_subject is not null as is_external,
      exists (select from second_factor f where f.account_id = a.id and f.confirmed_at is not null) as has_second_factor,
      (select count(*)::int from session s where s.account_id = a.id and s.expires_at > ${now.toString()}
        and s.last_seen_at > ${now.subtract({ seconds: idleSeconds }).toString()}) as session_count,
      count(*) over ()::int as total
    from account a where ${where} order by lower(a.account) limit ${limit} offset ${offset}`
}

function toAccount(row: Row): Account {
  const name = roles[row.role]
  if (!name) throw new Error(`account ${row.id} has the unknown role ${row.role}`)
  return {
    id: row.id,
    account: row.account,
    name: row.name,
    role: { id: row.role, name },
    email: row.email,
    isDisabled: row.is_disabled,
    mustChangePassword: row.must_change_password,
    hasSecondFactor: row.has_second_factor,
    isExternal: row.is_external,
    createdAt: row.created_at,
    lastLoginAt: row.last_login_at,
    sessionCount: row.session_count,
  }
}

const states = {
  active: sql`not a.is_disabled`,
  disabled: sql`a.is_disabled`,
  'initial-password': sql`a.must_change_password`,
}

/** A company has some dozens of accounts: they are read as they are, in the order of their names. */
export async function readAccountPage(db: Db, clock: Clock, query: Query<typeof listAccounts>) {
  const { keyword, role, state, page, size } = query
  const pattern = keyword === undefined ? undefined : likePattern(keyword)
  const where = sql`
    ${pattern ? sql`(a.account ilike ${pattern} or a.name ilike ${pattern} or a.email ilike ${pattern})` : sql`true`}
    and ${role ? sql`a.role = ${roleId(role)}` : sql`true`}
    and ${state ? states[state] : sql`true`}`
  const { rows } = await select(clock, where, size, (page - 1) * size).execute(db)
  return { items: rows.map(toAccount), total: rows[0]?.total ?? 0 }
}

export async function readAccount(db: Db, clock: Clock, id: string): Promise<Account | undefined> {
  const { rows } = await select(clock, sql`a.id = ${id}`, 1, 0).execute(db)
  return rows[0] && toAccount(rows[0])
}
