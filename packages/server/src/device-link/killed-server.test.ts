import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryState } from '@gatehouse/terminal/state/memory-state.ts'
import { createTerminal, type Terminal } from '@gatehouse/terminal/core/terminal.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { namedFace, namedFaceRecogniser } from '@gatehouse/testkit/named-faces.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { type Db, openDatabase, openPool } from '../db/open-database.ts'
import { systemClock } from '../lib/clock.ts'
import { readInstallKeys } from '../lib/install-keys.ts'
import { issuePairingCode } from '../features/devices/pairing/pairing-code.ts'

let database: TestDatabase
let db: Db
let folder: string
let child: ChildProcess | undefined
let port = '0'
let terminal: Terminal | undefined

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(openPool(database.url))
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-killed-'))
})
afterAll(async () => {
  terminal?.die()
  await kill('SIGTERM')
  await db.destroy()
  await database.drop()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** Starts the real server on the same port, with the same data, as after a crash. */
async function startServer(): Promise<string> {
  const started = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOST: '127.0.0.1',
      PORT: port,
      MQTT_PORT: '0',
      FACE_WORKERS: '1',
      LOG_LEVEL: 'fatal',
      GATEHOUSE_DATA: folder,
      DATABASE_URL: database.url,
      GATEHOUSE_ADMIN_PASSWORD: 'Correct_horse_1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  let out = ''
  started.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const url = await until(() => /Gatehouse is ready: (\S+)/.exec(out)?.[1])
  port = new URL(url).port
  return url
}

async function kill(signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

const count = async () =>
  (
    await db
      .selectFrom('recognition_record')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

it('[REC-01] a server killed in the middle of its work loses no record and doubles none', async () => {
  const serverUrl = await startServer()
  const ctx = {
    db,
    clock: systemClock,
    keys: readInstallKeys({ GATEHOUSE_DATA: folder }),
    actor: { kind: 'system' as const },
  }
  const { code } = await issuePairingCode(ctx, {
    name: 'Door',
    location: null,
    direction: 0,
    checksLiveness: true,
    language: 'en',
  })
  terminal = createTerminal({
    serverUrl,
    pairingCode: code,
    state: createMemoryState(),
    recogniser: namedFaceRecogniser,
    batchSize: 2,
    pollSeconds: 1,
  })
  await terminal.start()
  // Without a configuration it decides nothing.
  await terminal.idle()
  let shown = 0
  const show = async (faces: number) => {
    for (const end = shown + faces; shown < end; shown++) await terminal?.present(namedFace(`face ${shown}`))
  }
  for (let round = 0; round < 2; round++) {
    const before = await count()
    const showing = show(60)
    // Some records are stored, some are on their way, some are not sent.
    await until(async () => (await count()) > before)
    await kill('SIGKILL')
    await showing
    expect(terminal.state.records.waiting).toBeGreaterThan(0)
    await startServer()
  }
  await show(10)
  await until(() => terminal?.state.records.waiting === 0)
  const rows = await db
    .selectFrom('recognition_record')
    .select(['id', 'device_sequence'])
    .orderBy('device_sequence')
    .execute()
  expect(rows.map((row) => row.device_sequence)).toEqual(Array.from({ length: shown }, (_, n) => n + 1))
  expect(new Set(rows.map((row) => row.id)).size).toBe(shown)
})
