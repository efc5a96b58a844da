import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The state folder cannot be used; the message is one line for the person at the terminal. */
export class StateFolderError extends Error {
  override readonly name = 'StateFolderError'
}

const tables = `
  CREATE TABLE IF NOT EXISTS note (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS person (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, prompt TEXT, group_ids TEXT NOT NULL,
    valid_from_ms INTEGER, valid_to_ms INTEGER, suspensions TEXT, left_ms INTEGER, twin_ids TEXT, embeddings BLOB NOT NULL, generation INTEGER NOT NULL, card_hash TEXT, pin TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS pass (
    code_hash TEXT PRIMARY KEY, person_id TEXT NOT NULL, body TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS pass_of_person ON pass (person_id);
  CREATE TABLE IF NOT EXISTS pass_use (pass_id TEXT PRIMARY KEY, uses INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS person_failure (
    person_id TEXT PRIMARY KEY, reason TEXT NOT NULL, generation INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS record (
    sequence INTEGER PRIMARY KEY, body TEXT NOT NULL, capture BLOB, set_aside TEXT, acknowledged_ms INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS alarm (
    sequence INTEGER PRIMARY KEY, body TEXT NOT NULL, capture BLOB, set_aside TEXT, acknowledged_ms INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS door_event (
    sequence INTEGER PRIMARY KEY, body TEXT NOT NULL, capture BLOB, set_aside TEXT, acknowledged_ms INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS command (id TEXT PRIMARY KEY, state TEXT NOT NULL, result TEXT) STRICT, WITHOUT ROWID;
`

/**
 * Opens `terminal.db` in the folder, for this process alone. A committed transaction is on the disk (WAL with full
 * sync), and deleted data is overwritten (faces). Only the owner may read it: the secret is in there. Throws
 * StateFolderError.
 */
export function openDatabase(folder: string): DatabaseSync {
  const path = join(folder, 'terminal.db')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'a', 0o600))
    chmodSync(path, 0o600)
  } catch (error) {
    throw new StateFolderError(`The state folder ${folder} cannot be written: ${messageOf(error)}`)
  }
  const db = new DatabaseSync(path, { timeout: 0 })
  try {
    db.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON',
    )
    db.exec(tables)
    addColumns(db)
  } catch (error) {
    db.close()
    const message = messageOf(error)
    const reason = message.includes('locked') ? 'is in use by another terminal' : `cannot be used: ${message}`
    throw new StateFolderError(`The state folder ${folder} ${reason}`)
  }
  return db
}

/**
 * A folder of an earlier release has no greetings yet, or no cards and PINs: those come with the next whole list. Nor
 * did that release keep acknowledged records. Waiting and kept records have an index each, so that neither is searched
 * among the other.
 */
function addColumns(db: DatabaseSync): void {
  const columnsOf = (table: string) => db.prepare('SELECT name FROM pragma_table_info(?)').all(table)
  const columns = columnsOf('person')
  const isThere = (column: string): boolean => columns.some(({ name }) => name === column)
  for (const table of ['record', 'alarm', 'door_event']) {
    if (!columnsOf(table).some(({ name }) => name === 'acknowledged_ms'))
      db.exec(`ALTER TABLE ${table} ADD COLUMN acknowledged_ms INTEGER`)
    db.exec(`
      DROP INDEX IF EXISTS ${table}_with_capture;
      CREATE INDEX IF NOT EXISTS ${table}_waiting ON ${table} (sequence) WHERE acknowledged_ms IS NULL;
      CREATE INDEX IF NOT EXISTS ${table}_waiting_capture ON ${table} (sequence) WHERE acknowledged_ms IS NULL AND capture IS NOT NULL;
      CREATE INDEX IF NOT EXISTS ${table}_kept ON ${table} (acknowledged_ms, sequence) WHERE acknowledged_ms IS NOT NULL;
      CREATE INDEX IF NOT EXISTS ${table}_kept_capture ON ${table} (sequence) WHERE acknowledged_ms IS NOT NULL AND capture IS NOT NULL`)
  }
  if (!isThere('prompt')) db.exec('ALTER TABLE person ADD COLUMN prompt TEXT')
  if (!isThere('card_hash'))
    db.exec(`
      ALTER TABLE person ADD COLUMN card_hash TEXT;
      ALTER TABLE person ADD COLUMN pin TEXT;
      UPDATE note SET value = json_set(value, '$.cursor', NULL, '$.isFullPull', json('false')) WHERE name = 'people'`)
  // The server sends whom it concerns again, once it hears that this program knows suspensions.
  if (!isThere('suspensions'))
    db.exec('ALTER TABLE person ADD COLUMN suspensions TEXT; ALTER TABLE person ADD COLUMN left_ms INTEGER')
  if (!isThere('twin_ids')) db.exec('ALTER TABLE person ADD COLUMN twin_ids TEXT')
  db.exec('CREATE INDEX IF NOT EXISTS person_by_card ON person (card_hash)')
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Runs all of it or nothing. SQLite writes it to the disk before this returns. */
export function inTransaction<T>(db: DatabaseSync, run: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = run()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // On a full disk SQLite may have rolled back already.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
