import { randomBytes } from 'node:crypto'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { executeAlone } from '../../../test/execute-alone.ts'
import { jpegWith } from '../../../test/jpeg-with.ts'
import { startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'
import { momentsJob } from './take-records.ts'

let zk: ZkHouse

beforeAll(async () => {
  zk = await startZkHouse()
})
afterAll(() => zk.close())

const row = '\t2026-01-05 08:00:01\t255\t15\n'
const photo = () =>
  Buffer.concat([Buffer.from('PIN=20260105080001.jpg\nsize=1\nCMD=uploadphoto\0'), jpegWith(randomBytes(500))])
const momentsOf = async (deviceId: string) =>
  (await zk.house.db.selectFrom('zkteco_moment').selectAll().where('device_id', '=', deviceId).execute()).map(
    ({ record_key, picture_sealed }) => ({ hasRecord: record_key !== null, hasPicture: picture_sealed !== null }),
  )
const picturesOf = async (deviceId: string) => (await zk.recordsOf(deviceId)).map(({ hasCapture }) => hasCapture)
/** Makes everything that was noted of this device older by so many hours. */
const age = (deviceId: string, hours: number) =>
  sql`update zkteco_moment set received_at = received_at - make_interval(hours => ${hours}) where device_id = ${deviceId}`.execute(
    zk.house.db,
  )
const clearUp = () => momentsJob(zk.house.gatehouse.services).run(new AbortController().signal)

it.each([
  ['before its record', true],
  ['after its record', false],
])('a photograph that came %s is with it, and nowhere else', async (_, isFirst) => {
  const { terminal, device } = await zk.accepted('att', 'JOINED')
  if (isFirst) terminal.uploadRaw('fdata?table=ATTPHOTO', photo())
  terminal.uploadRaw('cdata?table=ATTLOG', row)
  if (!isFirst) terminal.uploadRaw('fdata?table=ATTPHOTO', photo())
  // Some send it again.
  terminal.uploadRaw('fdata?table=ATTPHOTO', photo())
  await terminal.deliver()
  expect(await picturesOf(device.id)).toEqual([true])
  expect(await momentsOf(device.id)).toEqual([{ hasRecord: true, hasPicture: false }])
})

it('a photograph whose record never comes is forgotten after an hour, and what was noted after a day', async () => {
  const { terminal, device } = await zk.accepted('att', 'ALONE')
  terminal.uploadRaw('fdata?table=ATTPHOTO', photo())
  await terminal.deliver()
  await clearUp()
  expect(await momentsOf(device.id)).toEqual([{ hasRecord: false, hasPicture: true }])
  await age(device.id, 2)
  await clearUp()
  expect(await momentsOf(device.id)).toEqual([{ hasRecord: false, hasPicture: false }])
  await age(device.id, 24)
  await clearUp()
  expect(await momentsOf(device.id)).toEqual([])
})

it('no photograph is kept before its record where no pictures are kept with records', async () => {
  const { terminal, device } = await zk.accepted('att', 'NONE')
  await zk.house.db.updateTable('record_setting').set({ keeps_captures: false }).execute()
  terminal.uploadRaw('fdata?table=ATTPHOTO', photo())
  terminal.uploadRaw('cdata?table=ATTLOG', row)
  await terminal.deliver()
  await zk.house.db.updateTable('record_setting').set({ keeps_captures: true }).execute()
  expect(await picturesOf(device.id)).toEqual([false])
  expect(await momentsOf(device.id)).toEqual([{ hasRecord: true, hasPicture: false }])
})

/** The time of a terminal whose clock is right. */
const timeNow = () =>
  zk.house.clock
    .now()
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ')
const deedsOf = async (serialNumber: string) =>
  (await zk.admin.ask(listOperations, { query: { keyword: serialNumber } })).items
    .map(({ event }) => event)
    .filter((event) => event.startsWith('at-device-'))

it('an action at the menu is told once, also where the terminal sends it again hours later', async () => {
  const { terminal, device, serialNumber } = await zk.accepted('att', 'AGAIN')
  const menu = `OPLOG 4\t1\t${timeNow()}\t0\t0\t0\t0\n`
  terminal.uploadRaw('cdata?table=OPERLOG', menu)
  await terminal.deliver()
  await age(device.id, 5)
  await clearUp()
  terminal.uploadRaw('cdata?table=OPERLOG', menu)
  await terminal.deliver()
  expect(await deedsOf(serialNumber)).toEqual(['at-device-menu-opened'])
})

it('a clearing of the terminal that the database did not take is carried out when it is sent again', async () => {
  const { terminal, device, serialNumber } = await zk.accepted('att', 'FAILED')
  await zk.house.db
    .updateTable('zkteco_device')
    .set({ people_cursor: 'somewhere' })
    .where('device_id', '=', device.id)
    .execute()
  await sql`create function no_more() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$`.execute(
    zk.house.db,
  )
  await executeAlone(
    zk.house.db,
    sql`create trigger no_more before update of people_cursor on zkteco_device for each row execute function no_more()`,
  )
  terminal.uploadRaw('cdata?table=OPERLOG', `OPLOG 13\t1\t${timeNow()}\t0\t0\t0\t0\n`)
  await terminal.deliver()
  expect(terminal.waiting()).toBe(1)
  await executeAlone(zk.house.db, sql`drop trigger no_more on zkteco_device`)
  await terminal.deliver()
  expect(terminal.waiting()).toBe(0)
  const kept = await zk.house.db
    .selectFrom('zkteco_device')
    .select('people_cursor')
    .where('device_id', '=', device.id)
    .executeTakeFirst()
  expect(kept?.people_cursor).toBeNull()
  expect(await deedsOf(serialNumber)).toEqual(['at-device-data-cleared'])
})
