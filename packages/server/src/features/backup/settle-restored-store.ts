import { randomUUID } from 'node:crypto'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'
import { inTransaction } from '../../ctx.ts'
import { migrate } from '../../db/migrate.ts'
import { type Db, openDatabase, openPool } from '../../db/open-database.ts'
import { markRestored } from '../../device-link/progress-store.ts'
import { selectEndings } from '../../db/ending-store.ts'
import { insertOperation } from '../../http/operation-log-store.ts'
import { deleteAllSessions } from '../../http/session-store.ts'
import { type Ending, keyOfEnding, lastSubjects } from '../../lib/ending-list.ts'
import { discardLoginKeys } from '../auth/login-key-actions.ts'
import { discardPairingCodes } from '../devices/pairing/pairing-actions.ts'
import { discardAttempts } from '../openid/openid-actions.ts'

/** The endings after the backup, by the list: people who come back, and the names of everything else that does. */
export type AfterRestore = {
  erased: number
  blacklisted: string[]
  devices: string[]
  accounts: string[]
  roles: string[]
  passes: string[]
  keys: string[]
  links: string[]
}

/**
 * Ends what must not continue in a restored database: sign-ins of the time of the backup, and the cursors of terminals that know the old one.
 * Migrates it to this release first.
 */
export async function settleRestored(url: string, backupAt: string, endings: readonly Ending[]): Promise<AfterRestore> {
  await migrate(url)
  const db = openDatabase(openPool(url, 1))
  try {
    return await inTransaction({ db }, async ({ db: trx }) => {
      const sessions = await endSignIns(trx)
      await markRestored(trx, randomUUID())
      await insertOperation(trx, {
        actor: { kind: 'system' },
        module: 'backup',
        event: 'restore-backup',
        side: 'system',
        address: '',
        requestId: '',
        note: { item: backupAt, facts: { sessions } },
      })
      const known = new Set((await selectEndings(trx)).map(keyOfEnding))
      return readRevived(
        trx,
        endings.filter((ending) => !known.has(keyOfEnding(ending))),
      )
    })
  } finally {
    await db.destroy()
  }
}

/** Ends sessions, unfinished sign-ins here or at an OpenID provider, and pairing codes. Gives how many sessions. */
async function endSignIns(db: Db): Promise<number> {
  await discardLoginKeys(db)
  await discardAttempts(db)
  await discardPairingCodes(db)
  return deleteAllSessions(db)
}

async function readRevived(db: Db, since: readonly Ending[]): Promise<AfterRestore> {
  const subjects = (kind: Ending['kind']) =>
    since.filter((ending) => ending.kind === kind).map(({ subject }) => subject)
  const people = await sql<{ count: number }>`
    select count(*)::int as count from person where id::text = any(${subjects('erased')})`.execute(db)
  const devices = await sql<{ name: string }>`
    select name || ' (' || ldid || ')' as name from device where ldid = any(${subjects('unbound')}) order by 1`.execute(
    db,
  )
  const disabled = lastSubjects(since, 'disabled', 'enabled')
  const accounts = await sql<{ account: string }>`
    select account from account where id::text = any(${disabled}) and not is_disabled order by 1`.execute(db)
  const roles = await sql<{ account: string }>`
    select a.account from account a
    join unnest(${subjects('role')}::text[]) with ordinality as s(subject, place) on split_part(s.subject, ':', 1) = a.id::text
    group by a.id having a.role < (array_agg(split_part(s.subject, ':', 2) order by s.place desc))[1]::int order by 1`.execute(
    db,
  )
  const listed = await sql<{ name: string }>`
    select name from person where kind in (${sql.lit(personKindCodes.staff)}, ${sql.lit(personKindCodes.visitor)}) and id::text = any(${lastSubjects(since, 'blacklisted', 'unlisted')}) order by 1`.execute(
    db,
  )
  const passes = await sql<{ name: string }>`
    select distinct p.name from visitor_pass q join person p on p.id = q.person_id
    where q.id::text = any(${subjects('pass')}) and q.revoked_at is null order by 1`.execute(db)
  const keys = await sql<{ name: string }>`
    select name from open_key where id::text = any(${subjects('key')}) order by 1`.execute(db)
  return {
    erased: people.rows[0]?.count ?? 0,
    blacklisted: listed.rows.map(({ name }) => name),
    devices: devices.rows.map(({ name }) => name),
    accounts: accounts.rows.map(({ account }) => account),
    roles: roles.rows.map(({ account }) => account),
    passes: passes.rows.map(({ name }) => name),
    keys: keys.rows.map(({ name }) => name),
    links: [...new Set(subjects('link'))],
  }
}
