import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import { pushAlarms, pushRecords, type WireAlarm } from '@gatehouse/contract/device/link.ts'
import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import {
  deleteDevice,
  getDevice,
  listCommands,
  sendCommand,
  updateDevice,
} from '@gatehouse/contract/features/devices.ts'
import { getImage } from '@gatehouse/contract/features/images.ts'
import { getRecord, listRecords } from '@gatehouse/contract/features/records.ts'
import { deleteStaff } from '@gatehouse/contract/features/staff.ts'
import type { Behaviour } from '@gatehouse/terminal/core/behaviour.ts'
import { defaultBehaviours } from '@gatehouse/terminal/behaviours/default-behaviours.ts'
import { clockSkewed } from '@gatehouse/terminal/faults/clock-skewed.ts'
import { cutsBatchInTheMiddle } from '@gatehouse/terminal/faults/cuts-batch.ts'
import { dropsEvery } from '@gatehouse/terminal/faults/drops-every.ts'
import { sendsTwice } from '@gatehouse/terminal/faults/sends-twice.ts'
import { createFaceRecogniser } from '@gatehouse/terminal/recognition/face-recogniser.ts'
import { openStateFolder } from '@gatehouse/terminal/node/state/open-state-folder.ts'
import { type Terminal } from '@gatehouse/terminal/core/terminal.ts'
import type { TerminalOptions } from '@gatehouse/terminal/core/terminal-options.ts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildRecord, deviceCaller } from '../../test/device-caller.ts'
import { insertNamedStaff } from '../../test/enrol.ts'
import { listenForTerminals } from '../../test/listen-for-terminals.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { createRealTerminals } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { until } from '@gatehouse/testkit/until.ts'

let house: TestGatehouse
let admin: Caller
let serverUrl: string
let terminals: ReturnType<typeof createRealTerminals>

beforeAll(async () => {
  house = await startTestGatehouse({ environment: { HOST: '127.0.0.1' } })
  admin = await house.asRole('superAdmin')
  serverUrl = await listenForTerminals(house)
  terminals = createRealTerminals(admin.ask, serverUrl)
})
afterAll(() => house.close())
afterEach(() => terminals.stopAll())

/** Photographs and names stand before it in the place of people. */
const start = (options: Partial<TerminalOptions> = {}) =>
  terminals.start(options, 'Main door', { checksLiveness: false })

const enrol = (name: string) => insertNamedStaff(house, admin, name)

const records = (id: string) =>
  house.db.selectFrom('recognition_record').selectAll().where('device_id', '=', id).orderBy('device_sequence').execute()

// The first terminal here: nothing has changed that other terminals could be told of.
it('[DEV-07] a terminal that starts asks for each thing once, and after a restart only for changes', async () => {
  await start() // reports its settings schema
  const calls: string[] = []
  const counting: Behaviour = {
    name: 'counting',
    wire: (next) => (request) => {
      calls.push(request.url.pathname.replace('/device/v1', ''))
      return next(request)
    },
  }
  const behaviours = [counting, ...defaultBehaviours]
  const { state, stop } = await start({ behaviours })
  const pulled = ['/configuration', '/people', '/people/state', '/settings/state']
  expect(calls.toSorted()).toEqual(['/pair', '/hello', '/news', '/door-events', ...pulled].toSorted())
  await stop()
  calls.length = 0
  const again = terminals.build({ state, behaviours })
  const listening = again.next('mqtt-connected')
  await again.start()
  await listening
  await again.idle()
  expect(calls.toSorted()).toEqual(['/hello', '/news', '/door-events', '/configuration', '/settings/state'].toSorted())
})

it('[DEV-07] [REC-01] somebody enrolled at the console passes at the door, and the record is in the list', async () => {
  const person = await enrol('Li Wei')
  const terminal = await start()
  expect(await terminal.present(namedFace('Li Wei'))).toMatchObject({ opened: true })
  await terminal.idle()
  const { items } = await admin.ask(listRecords, { query: { deviceId: terminal.id } })
  expect(items).toMatchObject([
    { kind: 'staff', person: { id: person.id, name: 'Li Wei' }, opened: true, score: 1, hasDoubtfulTime: false },
  ])
})

it('[REC-01] a person at the door is recorded with the whole scene and the position of the face on it', async () => {
  const terminal = await start({ recogniser: createFaceRecogniser(house.gatehouse.services.face) })
  // A person at the right of a wide scene, of which they are a small part.
  const person = await sharp(photograph(faces.franck)).resize({ height: 600 }).toBuffer()
  const { width } = await sharp(person).metadata()
  const empty = { create: { width: 1600, height: 800, channels: 3, background: '#8aa' } } as const
  const scene = sharp(empty).composite([{ input: person, left: 1600 - width, top: 200 }])
  expect(await terminal.present(await scene.jpeg().toBuffer())).toMatchObject({ opened: false })
  await terminal.idle()

  const [row] = await records(terminal.id)
  const record = await admin.ask(getRecord, { params: { id: row!.id } })
  const url = `/api${getImage.path.replace(':kind', 'capture').replace(':id', record.id)}`
  const picture = await house.gatehouse.fastify.inject({ url, headers: { 'auth-token': admin.token } })
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 640, height: 320 })
  const box = record.faceBox
  expect(box).toMatchObject({ left: expect.any(Number), top: expect.any(Number) })
  expect(box!.left).toBeGreaterThan(1000 - (width / 1600) * 1000)
  expect(box!.top).toBeGreaterThan(250)
  // The cut-out part, with a little around it, is a face.
  const at = (edge: 'left' | 'top' | 'right' | 'bottom', side: number) => Math.round((box![edge] * side) / 1000)
  const [left, top] = [at('left', 640) - 20, at('top', 320) - 20]
  const part = { left, top, width: at('right', 640) + 20 - left, height: at('bottom', 320) + 20 - top }
  const cut = await sharp(picture.rawPayload).extract(part).toBuffer()
  expect((await house.gatehouse.services.face.analyse(cut)).faces).toHaveLength(1)

  await house.db.updateTable('recognition_record').set({ capture_hash: null }).where('id', '=', record.id).execute()
  expect(await admin.ask(getRecord, { params: { id: record.id } })).toMatchObject({ hasCapture: false, faceBox: null })
})

it('[DEV-07] a person who joins later, changes or leaves is known at the door without polling', async () => {
  const terminal = await start()
  expect(await terminal.present(namedFace('Later'))).toMatchObject({ opened: false })
  const person = await enrol('Later')
  await until(async () => (await terminal.present(namedFace('Later')))?.opened)
  await until(async () => (await admin.ask(getDevice, { params: { id: terminal.id } })).people.waiting === 0)
  await admin.ask(deleteStaff, { body: { ids: [person.id] } })
  await until(async () => (await terminal.present(namedFace('Later')))?.opened === false)
  await admin.ask(updateDevice, { params: { id: terminal.id }, body: { groupIds: [] } })
  await until(() => terminal.state.people.count === 0)
})

it('[DEV-04] a terminal is online while it runs, and offline after its goodbye and after a loss of power', async () => {
  const terminal = await start()
  const isOnline = async () => (await admin.ask(getDevice, { params: { id: terminal.id } })).isOnline
  await until(isOnline)
  terminal.die()
  await until(async () => !(await isOnline()))
  expect(terminal.state.identity).not.toBeNull()
  const again = terminals.build({ state: terminal.state })
  await again.start()
  await until(isOnline)
  await again.stop()
  await until(async () => !(await isOnline()))
})

it('[DEV-06] the door is opened, the terminal restarted and unbound from the console', async () => {
  const terminal = await start()
  await until(async () => (await admin.ask(getDevice, { params: { id: terminal.id } })).isOnline)
  const opened = terminal.next('opened')
  await admin.ask(sendCommand, { params: { id: terminal.id }, body: { kind: 'open-once' } })
  await opened
  const restarted = terminal.next('restarted')
  await admin.ask(sendCommand, { params: { id: terminal.id }, body: { kind: 'restart' } })
  await restarted
  await until(async () =>
    (await admin.ask(listCommands, { params: { id: terminal.id } })).items.every(({ state }) => state === 'done'),
  )
  const unbound = terminal.next('unbound')
  await admin.ask(sendCommand, { params: { id: terminal.id }, body: { kind: 'unbind' } })
  await unbound
  expect((await admin.call(getDevice, { params: { id: terminal.id } })).message).toBe('device.not-found')
})

it('[DEV-06] messages of an unbound terminal are refused', async () => {
  const lines: string[] = []
  const terminal = await start({ log: (line) => lines.push(line) })
  await admin.ask(deleteDevice, { params: { id: terminal.id } })
  await terminal.present(namedFace('Somebody'))
  await until(() => lines.some((line) => line.includes('device.credentials-wrong')))
  expect(terminal.state.records.waiting).toBe(1)
  expect(await records(terminal.id)).toEqual([])
})

describe('numbers', () => {
  const stolen = ({ state: { identity } }: Terminal) =>
    deviceCaller(house, `Bearer ${identity?.ldid}.${identity?.secret}`)
  const foreignAlarm = (sequence: number): WireAlarm => ({
    id: crypto.randomUUID(),
    sequence,
    code: alarmCodes.tamper,
    state: 'raised',
    description: null,
    at: Temporal.Now.instant().toString(),
    canRelease: true,
    personId: null,
    image: null,
  })
  const alarmsOf = async (id: string) =>
    (await admin.ask(listAlarms, { query: { deviceId: id } })).items
      .map(({ type, status }) => `${type} ${status}`)
      .toSorted()
  /** As after a power cut. */
  async function startAgain({ state }: Terminal): Promise<Terminal> {
    const again = terminals.build({ state })
    const listening = again.next('mqtt-connected')
    await again.start()
    await listening
    await again.idle()
    return again
  }
  const inFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-numbers-'))
    const state = openStateFolder(folder)
    onTestFinished(() => {
      state.close()
      rmSync(folder, { recursive: true })
    })
    return state
  }

  it.each([
    ['no number can follow', 2 ** 53 - 1],
    ['is far ahead', 1_000_000_000],
    ['is ahead', 1_000],
  ])('a thief who sends one record and one alarm whose number %s silences no terminal', async (name, number) => {
    const terminal = await start({ state: inFolder() })
    const thief = stolen(terminal)
    expect(await thief.ask(pushRecords, { body: { records: [buildRecord(number)] } })).toMatchObject({ stored: 1 })
    expect(await thief.ask(pushAlarms, { body: { alarms: [foreignAlarm(number)] } })).toMatchObject({ stored: 1 })
    terminal.sense('fire', true)
    await terminal.present(namedFace(`${name}, before`))
    await terminal.idle()
    expect(await alarmsOf(terminal.id)).toEqual(['fire raised', 'tamper raised'])
    await terminal.stop()
    const again = await startAgain(terminal)
    again.sense('fire', false)
    await again.present(namedFace(`${name}, after`))
    await again.idle()
    expect(await alarmsOf(terminal.id)).toEqual(['fire released', 'tamper raised'])
    expect(await records(terminal.id)).toHaveLength(3)
    const { state } = again
    expect([state.records.waiting, state.records.setAsideCount, state.alarms.waiting]).toEqual([0, 0, 0])
    expect((await admin.ask(getDevice, { params: { id: terminal.id } })).missingRecords).toBe(
      number === 1_000 ? 998 : 0,
    )
    await again.stop()
  })

  it('a terminal that an earlier server told the highest number continues with its own numbers', async () => {
    const terminal = await start({ state: inFolder() })
    await terminal.present(namedFace('before'))
    await terminal.idle()
    await terminal.stop()
    const spoilt = { stored_sequence: 2 ** 53 - 1 }
    await house.db.updateTable('device_record_progress').set(spoilt).where('device_id', '=', terminal.id).execute()
    await house.db
      .insertInto('device_alarm_progress')
      .values({ device_id: terminal.id, ...spoilt })
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet(spoilt))
      .execute()
    const again = await startAgain(terminal)
    again.sense('fire', true)
    await again.present(namedFace('after'))
    await again.idle()
    expect((await records(terminal.id)).map((row) => row.device_sequence)).toEqual([1, 2])
    expect(await alarmsOf(terminal.id)).toEqual(['fire raised'])
    await again.stop()
  })

  it('a terminal whose own counter has run away recovers, and nothing is lost or stored twice', async () => {
    const terminal = await start({ state: inFolder() })
    await terminal.present(namedFace('as ever'))
    await terminal.idle()
    terminal.state.records.continueAfter(5_000_000_000)
    await terminal.present(namedFace('runaway'))
    await terminal.idle()
    expect((await records(terminal.id)).map((row) => row.device_sequence)).toEqual([1, 5_000_000_001])
    await terminal.stop()
    const again = await startAgain(terminal)
    expect([again.state.records.nextSequence, again.state.records.waiting]).toEqual([3, 0])
    await again.present(namedFace('back'))
    await again.idle()
    expect((await records(terminal.id)).map((row) => row.device_sequence)).toEqual([1, 3, 5_000_000_001])
    expect((await admin.ask(getDevice, { params: { id: terminal.id } })).missingRecords).toBe(0)
    await again.stop()
  })
})

describe('[REC-01] every record arrives exactly once from a terminal that', () => {
  it.each([
    ['sends everything twice', () => [sendsTwice()]],
    ['loses every third answer', () => [dropsEvery(3)]],
    ['loses every third request', () => [dropsEvery(3, 'request')]],
    ['is cut in the middle of a batch', () => [cutsBatchInTheMiddle(2)]],
    ['has a clock two days behind', () => [clockSkewed(-2880)]],
    ['has a clock two days ahead', () => [clockSkewed(2880)]],
  ])('every record arrives exactly once from a terminal that %s', async (name, faults) => {
    const terminal = await start({ behaviours: [...faults(), ...defaultBehaviours], batchSize: 3 })
    for (let n = 0; n < 10; n++) await terminal.present(namedFace(`${name} ${n}`))
    await terminal.idle()
    const rows = await records(terminal.id)
    expect(rows.map((row) => row.device_sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(new Set(rows.map((row) => row.has_doubtful_time))).toEqual(new Set([name.includes('two days')]))
  })
})
