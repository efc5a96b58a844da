import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hello, pushAlarms, pushRecords } from '@gatehouse/contract/device/link.ts'
import { createDepartment, listDepartments } from '@gatehouse/contract/features/departments.ts'
import { deleteRecords, listRecords } from '@gatehouse/contract/features/records.ts'
import { getWritingState, updateStorageSettings } from '@gatehouse/contract/features/storage.ts'
import { publicApiRoutes } from '@gatehouse/contract/public-api.ts'
import type { Route } from '@gatehouse/contract/route.ts'
import { apiRoutes } from '@gatehouse/contract/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { executeAlone } from '../../test/execute-alone.ts'
import { buildRecord, type PairedDevice, pairTestDevice, testVersions } from '../../test/device-caller.ts'
import { exampleOf } from '../../test/example-of.ts'
import { type Caller, startTestGatehouse, type TestGatehouse, testPassword } from '../../test/gatehouse.ts'
import { logIn } from '../../test/log-in.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { startDiskGuard } from '../db/disk-guard.ts'

const mebibyte = 1024 * 1024
let folder: string
let disk: Awaited<ReturnType<typeof startDiskGuard>>
let freeBytes = 100 * mebibyte
let house: TestGatehouse
let owner: Caller
let gate: PairedDevice
const full = [503, 'server.disk-full', '30']

const become = async (readingOnly: boolean) => {
  freeBytes = readingOnly ? 0 : 100 * mebibyte
  await until(() => disk.isReadOnly() === readingOnly)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-room-'))
  disk = await startDiskGuard({
    folder,
    log: () => {},
    sizes: { reserveBytes: mebibyte, minBytes: mebibyte, marginBytes: 2 * mebibyte },
    measure: async () => ({ freeBytes, totalBytes: 100 * mebibyte }),
  })
  house = await startTestGatehouse({ disk })
  owner = await house.asRole('superAdmin')
  await house.asRole('mainAdmin')
  gate = await pairTestDevice(house, owner, 'Gate')
  await gate.ask(pushRecords, { body: { records: [buildRecord(1)] } })
})
afterAll(async () => {
  await house.close()
  await disk.stop()
  await rm(folder, { recursive: true })
})
beforeEach(() => become(true))

const changing = [...apiRoutes.values()].filter(({ method }) => method !== 'GET')
const titled = (routes: Route[]) => routes.map((route) => ({ route, title: `${route.method} ${route.path}` }))
const validInput = (route: Route) => ({
  params: exampleOf(route.params) as object,
  query: exampleOf(route.query, false) as object,
  body: exampleOf(route.body) as object,
  ...(route.bodyKind === 'image' ? { image: Buffer.from('not a picture') } : {}),
})
const countLines = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from operation_log`.execute(house.db)).rows[0]?.count

describe('while the full disk of the database lets it be read only', () => {
  it.each(titled(changing.filter(({ worksOnFullDisk }) => !worksOnFullDisk)))(
    '$title is refused at once, with a time to call again and without a line in the log',
    async ({ route }) => {
      const before = await countLines()
      const answer = await owner.call(route, validInput(route))
      expect([answer.status, answer.message, answer.headers['retry-after']]).toEqual(full)
      expect(await countLines()).toBe(before)
    },
  )

  it.each(titled(changing.filter(({ worksOnFullDisk }) => worksOnFullDisk)))(
    '$title still works, since it frees space, leads to a page that does, or must not wait',
    async ({ route }) => {
      const caller = await house.asRole('superAdmin')
      expect((await caller.call(route, validInput(route))).message).not.toBe('server.disk-full')
    },
  )

  it('the open API leads to no changing call that still works but what must not wait: commands, lockdowns and musters', () => {
    const open = [...publicApiRoutes.values()].map(({ route }) => route).filter(({ method }) => method !== 'GET')
    expect(open.filter(({ worksOnFullDisk }) => worksOnFullDisk).map(({ path }) => path)).toEqual([
      '/v2/devices/:id/commands',
      '/v2/lockdowns',
      '/v2/lockdowns/:id/ask-release',
      '/v2/lockdowns/:id/release',
      '/v2/musters',
      '/v2/musters/:id/marks',
      '/v2/musters/:id/end',
    ])
  })

  it('lists can be read, and every user with a session is told that the server is read-only', async () => {
    expect((await owner.call(listDepartments)).status).toBe(200)
    const visitors = await house.asRole('visitorAdmin')
    expect(await visitors.ask(getWritingState)).toEqual({ isReadingOnly: true })
  })

  it('an administrator logs in and frees space', async () => {
    const login = await logIn(house.nobody, 'mainAdmin2', testPassword)
    expect(login.status).toBe(200)
    const admin = house.withToken(login.data.token)
    const { settings } = await admin.ask(updateStorageSettings, { body: { warnGb: 50, overwriteGb: 30 } })
    expect(settings.overwriteGb).toBe(30)
    expect((await admin.call(deleteRecords, { body: { all: true, expected: 1 } })).status).toBe(200)
  })

  it('records and alarms of devices are refused, and taken whole when there is room again; hello is answered', async () => {
    const records = [buildRecord(2), buildRecord(3)]
    const refused = await gate.call(pushRecords, { body: { records } })
    expect([refused.status, refused.message, refused.headers['retry-after']]).toEqual(full)
    const alarms = await gate.call(pushAlarms, { body: { alarms: [] } })
    expect([alarms.status, alarms.message]).toEqual(full.slice(0, 2))
    const greeting = { versions: testVersions(gate.serialNumber), schemaTag: null, runId: null, nextSequence: 4 }
    const answer = await gate.call(hello, { body: { ...greeting, clockAt: house.clock.now().toString() } })
    expect(answer.message).toBe('success')
    await become(false)
    expect(await gate.ask(pushRecords, { body: { records } })).toMatchObject({ stored: 2 })
    expect((await owner.ask(listRecords, {})).items.map(({ id }) => id)).toEqual(
      expect.arrayContaining(records.map(({ id }) => id)),
    )
    expect((await owner.call(createDepartment, { body: { name: 'Archive', parentId: null } })).status).toBe(200)
  })
})

it('the server is read-only when PostgreSQL reports a full disk, whatever is measured, until there is room for the reserve', async () => {
  await become(false)
  await sql`create function refuse_room() returns trigger language plpgsql as
    $$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$`.execute(house.db)
  await executeAlone(
    house.db,
    sql`create trigger refuse_room before insert on department execute function refuse_room()`,
  )
  const add = () => owner.call(createDepartment, { body: { name: 'Cellar', parentId: null } })
  expect((await add()).message).toBe('server.disk-full')
  await until(() => disk.isReadOnly())
  expect((await owner.call(listDepartments)).status).toBe(200)
  await executeAlone(house.db, sql`drop function refuse_room cascade`)
})
