import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import { imageAddress } from '@gatehouse/contract/features/images.ts'
import { uploadCompanyPicture } from '@gatehouse/contract/features/company.ts'
import { createStaff, deleteStaff, listStaff } from '@gatehouse/contract/features/staff.ts'
import { moveToBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { pullPeople } from '@gatehouse/contract/device/link.ts'
import pg from 'pg'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../../test/database.ts'
import { listenForTerminals } from '../../../test/listen-for-terminals.ts'
import { startPairedTerminal } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { sealInFirstFormat } from '../../../test/seal-in-first-format.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { buildApp } from '../../app.ts'
import { unlessBackupRuns } from '../../db/backup-lock.ts'
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts'
import { insertSession } from '../../http/session-store.ts'
import { clearGarbage } from '../../blobs/clear-garbage.ts'
import { createFolderBlobs } from '../../lib/blob-store.ts'
import { readConfig } from '../../lib/config.ts'
import { readInstallKeys } from '../../lib/install-keys.ts'
import { queueJob } from '../../lib/queue-job.ts'
import { lockDepartmentTree } from '../departments/department-store.ts'
import { verifyOperationLog } from '../operation-log/operation-log-chain-reads.ts'
import { BackupError } from './backup-error.ts'
import { backupCommand, restoreCommand } from './backup-commands.ts'
import { openSnapshot } from './backup-store.ts'
import { openStream, sealStream, secretOfKeyFile, secretOfPassphrase } from './sealed-stream.ts'

let house: TestGatehouse
let admin: Caller
let place: string
let file: string
let keyFile: string
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'gatehouse backup '))
  await chmod(place, 0o755)
  keyFile = join(place, 'backup.key')
  await writeFile(keyFile, randomBytes(32))
  file = join(place, 'gatehouse.backup')
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(async () => {
  await house.close()
  await rm(place, { recursive: true, force: true })
})

const configOf = () => readConfig({ GATEHOUSE_DATA: house.dataFolder, DATABASE_URL: house.databaseUrl })
const backup = (out = file) => backupCommand({ out, 'key-file': keyFile }, configOf())
const restore = (into: string, options: object = {}, databaseUrl?: string) =>
  restoreCommand(
    { from: file, into, 'key-file': keyFile, ...options },
    readConfig(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  )
const drawn = (width: number) =>
  sharp({ create: { width, height: 40, channels: 3, background: { r: width % 256, g: 9, b: 90 } } })
    .png()
    .toBuffer()

/** Every row of every table, as text in a fixed order, except the values that a restore resets (restore.test.ts). */
async function rowsOf(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'graphile_worker')
      and c.relname not in ('sync_clock', 'session', 'login_key', 'operation_log', 'operation_log_link', 'device_record_progress')
    order by 1`)
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows: lines } = await client.query<{ line: string }>(`select t::text as line from ${name} t order by 1`)
    rows[name] = lines.map(({ line }) => line)
  }
  await client.end()
  return rows
}

describe('a backup that is restored', () => {
  it('a restored backup is the same installation: every row, every picture, the keys, and a log whose chain holds', async () => {
    const departmentId = (await admin.ask(createDepartment, { body: { name: 'Operations', parentId: null } })).id
    await admin.ask(createStaff, { body: { name: '李伟 "\\N" \\.', departmentId, phone: '13900000009' } })
    const { logo } = await admin.ask(uploadCompanyPicture, {
      params: { picture: 'logo' },
      body: { file: await drawn(300) },
    })
    await queueJob(house.gatehouse.services, 'send-mail', { sealed: 'waits' })
    expect(await backup()).toMatch(/tables and \d+ files/)
    const before = await rowsOf(house.databaseUrl)

    const folder = join(place, 'another machine')
    await restore(folder)
    const database = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
    try {
      expect(await rowsOf(database.url)).toEqual(before)
      expect(await readFile(join(folder, 'keys/master.key'))).toEqual(
        await readFile(join(house.dataFolder, 'keys/master.key')),
      )
      const config = readConfig({ GATEHOUSE_DATA: folder, MQTT_PORT: '0', FACE_WORKERS: '1' })
      const restored = await buildApp({ config, databaseUrl: database.url, log: pino({ level: 'silent' }) })
      // Sessions of the backup are ended: it is unknown here which of them were ended since.
      const asBefore = await restored.fastify.inject({ url: '/api/v2/staff', headers: { 'auth-token': admin.token } })
      expect(asBefore.json()).toMatchObject({ message: 'auth.session-expired' })
      const superAdmin = restored.services.db.selectFrom('account').select('id').where('role', '=', 0)
      const { id: accountId } = await superAdmin.executeTakeFirstOrThrow()
      const session = { accountId, address: '127.0.0.1', userAgent: 'test' }
      const token = await insertSession(restored.services.db, house.clock, session)
      const get = (url: string) => restored.fastify.inject({ url, headers: { 'auth-token': token } })
      const staff = (await get('/api/v2/staff')).json<{ data: Awaited<ReturnType<typeof readStaff>> }>().data
      expect(staff).toEqual(await readStaff())
      expect(staff.items[0]).toMatchObject({ name: '李伟 "\\N" \\.', phone: '13900000009' })
      const picture = await get(imageAddress('company', logo?.id ?? ''))
      expect((await sharp(picture.rawPayload).metadata()).width).toBe(300)
      expect((await verifyOperationLog(restored.services.db, undefined)).faults).toEqual([])
      const lines = restored.services.db.selectFrom('operation_log').select(['event', 'side', 'facts'])
      expect(await lines.where('module', '=', 'backup').execute()).toMatchObject([
        { event: 'restore-backup', side: 'system', facts: { sessions: expect.any(Number) } },
      ])
      await restored.services.db
        .insertInto('department')
        .values({ name: 'After', parent_id: null, manager_id: null })
        .execute()
      await restored.close()
    } finally {
      await database.stop()
    }
  })
  const readStaff = () => admin.ask(listStaff)

  it('a backup is complete although people and pictures came and went while it was written', async () => {
    const { services } = house.gatehouse
    let isWriting = true
    const busy = (async () => {
      for (let width = 301; isWriting; width++) {
        const body = { name: `Busy ${width}` }
        await Promise.all([
          admin.ask(uploadCompanyPicture, { params: { picture: 'logo' }, body: { file: await drawn(width) } }),
          admin.ask(createStaff, { body }),
        ])
        // Late enough for the earlier picture to be deleted.
        house.clock.advance({ minutes: 6 })
        await clearGarbage(services)
      }
    })()
    const out = join(place, 'busy.backup')
    try {
      await until(async () => (await admin.ask(listStaff, { query: { keyword: 'Busy' } })).total > 0)
      await backup(out)
    } finally {
      isWriting = false
      await busy
    }
    const database = await createEmptyDatabase()
    const folder = join(place, 'busy')
    await restore(folder, { from: out }, database.url)
    const blobs = createFolderBlobs(join(folder, 'blobs'), readInstallKeys({ GATEHOUSE_DATA: folder }).blob)
    const client = new pg.Client(database.url)
    await client.connect()
    const { rows } = await client.query<{ blob_hash: Buffer }>('select blob_hash from image')
    expect(rows.length).toBeGreaterThan(0)
    for (const { blob_hash } of rows) expect(await blobs.get(blob_hash)).toBeDefined()
    await client.end()
    // The database is in use now: a second restore there is refused.
    await expect(restore(join(place, 'again'), {}, database.url)).rejects.toThrow('give it an empty one')
    await database.drop()
  })

  it('a restored backup has the master key although that is kept elsewhere, and starts with it only', async () => {
    const elsewhere = join(place, 'secret')
    await rename(join(house.dataFolder, 'keys/master.key'), elsewhere)
    const out = join(place, 'elsewhere.backup')
    await backupCommand(
      { out, 'key-file': keyFile },
      readConfig({ GATEHOUSE_DATA: house.dataFolder, DATABASE_URL: house.databaseUrl, MASTER_KEY_FILE: elsewhere }),
    )
    await rename(elsewhere, join(house.dataFolder, 'keys/master.key'))
    const database = await createEmptyDatabase()
    const folder = join(place, 'from elsewhere')
    await restore(folder, { from: out }, database.url)
    const begin = async (more: Record<string, string>) => {
      const config = readConfig({ GATEHOUSE_DATA: folder, MQTT_PORT: '0', FACE_WORKERS: '1', ...more })
      await (await buildApp({ config, databaseUrl: database.url, log: pino({ level: 'silent' }) })).close()
    }
    await begin({})
    await expect(begin({ MASTER_KEY_FILE: keyFile })).rejects.toThrow('master-key.wrong')
    await database.drop()
  })

  it('a restore makes terminals take the whole list again when their cursor is of a time that it does not know', async () => {
    const terminal = await startPairedTerminal(admin.ask, await listenForTerminals(house), { name: 'North door' })
    const out = join(place, 'older.backup')
    await backup(out)
    await admin.ask(createStaff, { body: { name: 'Later' } })
    await until(() => terminal.state.people.cursor !== null)
    const identity = terminal.state.identity
    const ask = (app: Pick<typeof house.gatehouse, 'fastify'>, cursor: string) =>
      app.fastify.inject({
        url: `/device${pullPeople.path}`,
        query: { cursor, limit: '10' },
        headers: { authorization: `Bearer ${identity?.ldid}.${identity?.secret}` },
      })
    const { revision } = await house.db.selectFrom('sync_clock').select('revision').executeTakeFirstOrThrow()
    const late = `${revision}..0`
    expect((await ask(house.gatehouse, late)).statusCode).toBe(200)
    await terminal.stop()

    const database = await createEmptyDatabase()
    const folder = join(place, 'older')
    await restore(folder, { from: out }, database.url)
    const config = readConfig({ GATEHOUSE_DATA: folder, MQTT_PORT: '0', FACE_WORKERS: '1' })
    const restored = await buildApp({ config, databaseUrl: database.url, log: pino({ level: 'silent' }) })
    expect((await ask(restored, late)).json()).toMatchObject({ message: 'request.invalid' })
    expect((await ask(restored, `${revision - 1}..0`)).statusCode).toBe(200)
    await restored.close()
    await database.drop()
  })
})

describe('while a backup runs', () => {
  it('departments are created, staff deleted and people blacklisted while a backup runs', async () => {
    const make = async (name: string) => (await admin.ask(createStaff, { body: { name } })).id
    const [leaver, banned] = [await make('Leaver'), await make('Banned')]
    const running = await openSnapshot(house.databaseUrl)
    try {
      const began = performance.now()
      await admin.ask(createDepartment, { body: { name: 'Made meanwhile', parentId: null } })
      await admin.ask(deleteStaff, { body: { ids: [leaver] } })
      await admin.ask(moveToBlacklist, { body: { personIds: [banned], reason: 'Stole' } })
      // A third of the time after which a statement is given up.
      expect(performance.now() - began).toBeLessThan(10_000)
    } finally {
      await running.close()
    }
  })

  it('no picture is deleted while a backup runs; a change of departments is not taken for a backup', async () => {
    const { services } = house.gatehouse
    const mayDelete = async () => {
      let may = false
      await unlessBackupRuns(services, async () => void (may = true))
      return may
    }
    const running = await openSnapshot(house.databaseUrl)
    expect(await mayDelete()).toBe(false)
    await running.close()
    await until(mayDelete)
    await services.db.transaction().execute(async (db) => {
      await lockDepartmentTree(db)
      expect(await mayDelete()).toBe(true)
    })
  })
})

describe('a backup that cannot be trusted', () => {
  /** The reason why a restore was refused; the restore must have left nothing behind. */
  const refusal = async (options: object): Promise<string> => {
    const folder = join(place, 'must stay empty')
    const reason = await restore(folder, options).catch((error: unknown) => error)
    expect(existsSync(folder)).toBe(false)
    return reason instanceof BackupError ? reason.message : `no refusal: ${String(reason)}`
  }

  it.each([
    [
      'one bit turned over, anywhere',
      (bytes: Buffer) => bytes.writeUInt8(bytes.readUInt8(bytes.length - 90) ^ 1, bytes.length - 90),
    ],
    ['one bit of its header', (bytes: Buffer) => bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40)],
    ['another kind of file', (bytes: Buffer) => bytes.write('PK')],
  ])('a backup with %s is refused before anything is written', async (_, damage) => {
    const bytes = await readFile(file)
    damage(bytes)
    const damaged = join(place, 'damaged.backup')
    await writeFile(damaged, bytes)
    expect(await refusal({ from: damaged })).toMatch(/damaged|no backup of Gatehouse/)
  })

  it('a backup that was cut off anywhere is refused', async () => {
    const bytes = await readFile(file)
    const cut = join(place, 'cut.backup')
    const headerEnd = bytes.indexOf('\n', bytes.indexOf('\n--- ') + 1) + 1
    for (const end of [bytes.length - 1, bytes.length - 4000, headerEnd + 20, headerEnd, 40, 10, 0]) {
      await writeFile(cut, bytes.subarray(0, end))
      expect(await refusal({ from: cut })).toMatch(/damaged|no backup of Gatehouse/)
    }
  })

  it('a backup does not open with another key, and the error says so', async () => {
    const other = join(place, 'other.key')
    await writeFile(other, randomBytes(32))
    expect(await refusal({ 'key-file': other })).toContain('does not open with this passphrase or key file')
    await writeFile(other, 'short')
    expect(await refusal({ 'key-file': other })).toContain('at least 32 bytes')
    expect(await refusal({ 'key-file': undefined })).toContain('GATEHOUSE_BACKUP_PASSPHRASE')
  })

  it('a backup is neither restored nor written over existing files', async () => {
    await expect(restore(house.dataFolder)).rejects.toThrow('is not empty')
    await expect(backup()).rejects.toThrow('is there already')
    await expect(backup(join(house.dataFolder, 'x'))).rejects.toThrow('outside of the data folder')
    expect((await readdir(place)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('a backup holds nothing that can be read without the key', async () => {
    const bytes = await readFile(file)
    for (const word of ['department', 'Operations', 'master.key', 'migrations'])
      expect(bytes.includes(word)).toBe(false)
  })
})

const collect = async (pieces: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(pieces))
async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const identity = 'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX'

describe('the sealed stream', () => {
  const secret = secretOfKeyFile(Buffer.from(`# created: 2026-11-24T09:00:00Z\n${identity}\n`))
  const chunkBytes = 64 * 1024
  const sealedChunkBytes = chunkBytes + 16

  it.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes, 1024 * 1024])(
    'the sealed stream gives %d bytes back as they were',
    async (size) => {
      const plain = randomBytes(size)
      const sealed = await collect(sealStream(inPieces(plain, 70_000), secret))
      expect((await collect(openStream(inPieces(sealed, 9_000), secret))).equals(plain)).toBe(true)
    },
  )

  it('the sealed stream does not open where chunks changed places, or one is missing', async () => {
    const plain = randomBytes(3 * chunkBytes)
    const sealed = await collect(sealStream(inPieces(plain, chunkBytes), secret))
    const headLength = sealed.length - 3 * sealedChunkBytes
    const chunk = (n: number) =>
      sealed.subarray(headLength + n * sealedChunkBytes, headLength + (n + 1) * sealedChunkBytes)
    for (const order of [
      [1, 0, 2],
      [0, 2],
      [0, 1],
      [0, 1, 1, 2],
    ]) {
      const forged = Buffer.concat([sealed.subarray(0, headLength), ...order.map(chunk)])
      await expect(collect(openStream(inPieces(forged, chunkBytes), secret))).rejects.toThrow('damaged')
    }
  })

  it('the sealed stream opens with the passphrase that it was sealed with, and with no other', async () => {
    const plain = Buffer.from('rows')
    const quick = (passphrase: string) => ({ ...secretOfPassphrase(passphrase), workFactor: 10 })
    const sealed = await collect(sealStream(inPieces(plain, 4), quick('a passphrase of some length')))
    const open = (passphrase: string) => collect(openStream(inPieces(sealed, 50), quick(passphrase)))
    expect(await open('a passphrase of some length')).toEqual(plain)
    await expect(open('a passphrase of other words')).rejects.toThrow('does not open with this passphrase')
  })

  it('the sealed stream takes the base64 of a key file that is no identity of age for the passphrase', async () => {
    const key = randomBytes(32)
    const plain = Buffer.from('rows')
    const sealed = await collect(sealStream(inPieces(plain, 4), secretOfKeyFile(key)))
    const byHand = secretOfPassphrase(key.toString('base64'))
    expect(await collect(openStream(inPieces(sealed, 50), byHand))).toEqual(plain)
  })

  it('the sealed stream refuses an identity of age with a fault in it', async () => {
    const faulty = secretOfKeyFile(Buffer.from(identity.replace('4EGAEX', '4EGAEQ')))
    await expect(collect(sealStream(inPieces(Buffer.from('rows'), 4), faulty))).rejects.toThrow('is damaged')
  })
})

describe('a backup of the format before age', () => {
  it('a backup of the format before age is restored', async () => {
    const key = await readFile(keyFile)
    const plain = await collect(openStream(inPieces(await readFile(file), 70_000), secretOfKeyFile(key)))
    const old = join(place, 'old.backup')
    await writeFile(old, Buffer.concat(sealInFirstFormat(plain, key)))
    const database = await createEmptyDatabase()
    const folder = join(place, 'of the old format')
    expect(await restore(folder, { from: old }, database.url)).toContain('Restored into')
    expect(await readFile(join(folder, 'keys/master.key'))).toEqual(
      await readFile(join(house.dataFolder, 'keys/master.key')),
    )
    await database.drop()
  })

  it('a backup of the format before age does not open where it was cut off, chunks changed places, or the key is another one', async () => {
    const [secret, plain] = [randomBytes(32), randomBytes(2 * 1024 * 1024 + 1)]
    const [head = Buffer.alloc(0), ...chunks] = sealInFirstFormat(plain, secret)
    const open = (order: number[], key = secret, end?: number) => {
      const sealed = Buffer.concat([head, ...order.map((n) => chunks[n] ?? Buffer.alloc(0))]).subarray(0, end)
      return collect(openStream(inPieces(sealed, 90_000), secretOfKeyFile(key)))
    }
    expect((await open([0, 1, 2])).equals(plain)).toBe(true)
    for (const order of [[1, 0, 2], [0, 2], [0, 1], [0, 1, 1, 2], []])
      await expect(open(order)).rejects.toThrow('damaged')
    for (const end of [-1, head.length + 3, head.length - 1])
      await expect(open([0, 1, 2], secret, end)).rejects.toThrow('damaged')
    await expect(open([0, 1, 2], randomBytes(32))).rejects.toThrow('does not open with this passphrase or key file')
  })
})
