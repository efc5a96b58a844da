import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { type KeySource, makeInstallKeys, MasterKeyError, readInstallKeys } from '../lib/install-keys.ts'
import { emailColumns, nameColumns, phoneColumns } from '../people/person-columns.ts'
import { type Db, openDatabase, openPool } from './open-database.ts'
import { proveKeys } from './prove-keys.ts'

let database: TestDatabase
let db: Db
let place: string
beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase(openPool(database.url, 4))
  place = await mkdtemp(join(tmpdir(), 'gatehouse-keys-'))
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
  await rm(place, { recursive: true, force: true })
})

/** A data folder of that name. */
const at = (name: string): KeySource => ({ GATEHOUSE_DATA: join(place, name) })
const keyFile = (name: string) => join(place, name, 'keys', 'master.key')
let phones = 0
const enrol = async (source: KeySource, name: string, createdAt: string) => {
  const keys = readInstallKeys(source)
  const row = { kind: 1, created_at: createdAt, ...nameColumns(name) }
  await db
    .insertInto('person')
    .values({
      ...row,
      ...phoneColumns(keys, `138${String(++phones).padStart(8, '0')}`),
      ...emailColumns(keys, 'a@example.com'),
    })
    .execute()
}
const mark = async () => (await db.selectFrom('installation').select('key_check').executeTakeFirstOrThrow()).key_check
const problemOf = async (source: KeySource) => {
  try {
    await proveKeys(db, source)
    return undefined
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error
    expect(error.message).not.toContain('\n')
    return error.problem
  }
}

describe('the master key', () => {
  it('the master key is made for a new database and marked in it; every process that has it may start', async () => {
    const made = await proveKeys(db, at('a'))
    expect(await mark()).toHaveLength(32)
    expect(await proveKeys(db, at('a'))).toEqual(made)
  })

  it('no second master key is made for a database that has one: no server starts there without the key or with another, and none leaves a key behind', async () => {
    await proveKeys(db, at('a'))
    expect(await problemOf(at('b'))).toBe('missing')
    expect(existsSync(keyFile('b'))).toBe(false)
    makeInstallKeys(at('c'))
    expect(await problemOf(at('c'))).toBe('wrong')
    expect(await problemOf(at('a'))).toBeUndefined()
  })

  it('there is one master key although two servers with a folder each start at once on a new database', async () => {
    const problems = await Promise.all(['a', 'b', 'c'].map((name) => problemOf(at(name))))
    expect(problems.map(String).toSorted()).toEqual(['missing', 'missing', 'undefined'])
    expect(['a', 'b', 'c'].filter((name) => existsSync(keyFile(name)))).toHaveLength(1)
  })

  it('the master key may be a file from elsewhere, raw or in base64, and is never created there', async () => {
    await proveKeys(db, at('a'))
    const key = await readFile(keyFile('a'))
    const from = (file: string): KeySource => ({ ...at('b'), MASTER_KEY_FILE: join(place, file) })
    await writeFile(join(place, 'raw'), key)
    await writeFile(join(place, 'text'), `${key.toString('base64')}\n`)
    await writeFile(join(place, 'cut'), key.subarray(1))
    await writeFile(join(place, 'other'), randomBytes(32))
    expect(await problemOf(from('raw'))).toBeUndefined()
    expect(await problemOf(from('text'))).toBeUndefined()
    expect(await problemOf(from('cut'))).toBe('damaged')
    expect(await problemOf(from('other'))).toBe('wrong')
    expect(await problemOf(from('none'))).toBe('missing')
    expect([existsSync(join(place, 'none')), existsSync(keyFile('b'))]).toEqual([false, false])
  })
})

describe('a database of an earlier release, which has no mark', () => {
  it('a database without a mark of its key gets the mark when its sealed values open', async () => {
    makeInstallKeys(at('a'))
    await enrol(at('a'), 'Li', '2026-01-01T00:00:00Z')
    expect(await problemOf(at('a'))).toBeUndefined()
    expect(await mark()).toHaveLength(32)
  })

  it('a database without a mark of its key is refused to a server without its key, and to one with another', async () => {
    makeInstallKeys(at('a'))
    makeInstallKeys(at('b'))
    await enrol(at('a'), 'Li', '2026-01-01T00:00:00Z')
    expect([await problemOf(at('b')), await problemOf(at('none'))]).toEqual(['wrong', 'missing'])
    expect(await mark()).toBeNull()
  })

  it('a database without a mark of its key is refused to a server without a key also if nothing is sealed yet', async () => {
    const account = { account: 'admin', name: 'A', role: 0, email: null, password_hash: 'x' }
    await db.insertInto('account').values(account).execute()
    expect(await problemOf(at('a'))).toBe('missing')
  })

  it('a database without a mark of its key is refused with either key when it was sealed with two, however many people came before and after', async () => {
    makeInstallKeys(at('a'))
    makeInstallKeys(at('b'))
    const began = Temporal.Instant.from('2026-01-01T00:00:00Z')
    for (let n = 0; n < 120; n++) await enrol(at(n === 0 ? 'a' : 'b'), `P${n}`, began.add({ minutes: n }).toString())
    expect([await problemOf(at('a')), await problemOf(at('b'))]).toEqual(['mixed', 'mixed'])
    expect(await mark()).toBeNull()
  })
})
