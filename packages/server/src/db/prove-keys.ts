import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import {
  type InstallKeys,
  type KeySource,
  makeInstallKeys,
  MasterKeyError,
  masterKeyPath,
  readInstallKeys,
} from '../lib/install-keys.ts'
import { unseal } from '../lib/seal.ts'
import { lockInstallation, updateKeyCheck } from './installation-store.ts'
import type { Db } from './open-database.ts'

/**
 * The keys with which this database is sealed, proved by a mark in it (ADR 0039). Only a database that nobody has used
 * yet gets a new master key; one of an earlier release gets its mark when its sealed values open.
 * @throws MasterKeyError
 */
export const proveKeys = (db: Db, source: KeySource): Promise<InstallKeys> =>
  db.transaction().execute(async (db) => {
    // Of two first starts with a data folder each, the second waits here and then finds the mark of the first.
    const { install_id, key_check } = await lockInstallation(db)
    const isNew = key_check === null && !(await isUsed(db))
    const keys = isNew ? makeInstallKeys(source) : readInstallKeys(source)
    const mark = createHmac('sha256', keys.check).update(install_id).digest()
    if (key_check === null) {
      await refuseForeignSeals(db, keys, source)
      await updateKeyCheck(db, mark)
    } else if (!key_check.equals(mark)) throw wrongKey(source)
    return keys
  })

const wrongKey = (source: KeySource) =>
  new MasterKeyError(
    'wrong',
    `The master key at ${masterKeyPath(source)} is not the one of this database: put the right one there or name it in MASTER_KEY_FILE, or give the server another database.`,
  )

async function isUsed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_used: boolean }>`
    select exists (select from account) or exists (select from person) as is_used`.execute(db)
  return rows[0]?.is_used ?? false
}

type Sealed = { key: 'column' | 'embedding'; context: string; sealed: Buffer }

/** The oldest and the newest sealed value of each kind: if two keys were used, one came after the other. */
async function selectSealed(db: Db): Promise<Sealed[]> {
  const all: Sealed[] = []
  for (const order of [sql`created_at`, sql`created_at desc`]) {
    for (const column of ['phone', 'email', 'id_number', 'pin']) {
      const { rows } = await sql<Sealed>`
        select 'column' as key, ${`person.${column}`}::text as context, ${sql.ref(`${column}_sealed`)} as sealed
        from person where ${sql.ref(`${column}_sealed`)} is not null order by ${order} limit 100`.execute(db)
      all.push(...rows)
    }
    const { rows } = await sql<Sealed>`
      select 'embedding' as key, 'face_template ' || image_id as context, embedding_sealed as sealed
      from face_template order by ${order} limit 100`.execute(db)
    all.push(...rows)
  }
  const { rows } = await sql<Sealed>`
    select 'column' as key, 'registration_code.token' as context, token_sealed as sealed from registration_code`.execute(
    db,
  )
  return [...all, ...rows]
}

async function refuseForeignSeals(db: Db, keys: InstallKeys, source: KeySource): Promise<void> {
  const all = await selectSealed(db)
  const opened = all.filter(({ key, context, sealed }) => {
    try {
      return unseal(keys[key], sealed, context)
    } catch {
      return false
    }
  })
  if (opened.length === all.length) return
  if (opened.length === 0) throw wrongKey(source)
  throw new MasterKeyError(
    'mixed',
    `Part of this database was sealed with another master key than the one at ${masterKeyPath(source)}: two servers used it with a key each. Restore a backup of the time before.`,
  )
}
