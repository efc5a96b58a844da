import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getDevice, listCommands, sendCommand } from '@gatehouse/contract/features/devices.ts'
import { createPolicies } from '@gatehouse/contract/features/policies.ts'
import { setPinGiving } from '@gatehouse/contract/features/service-config/pin-giving.ts'
import { deleteStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { createTimetable, updateTimetable } from '@gatehouse/contract/features/timetables.ts'
import { type ZkSend, sendOverHttp } from '@gatehouse/terminal/node/zkteco/zk-send.ts'
import { type RunningGatehouse, startGatehouse } from '@gatehouse/testkit/start-gatehouse.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createActivatedDatabase } from '../../../test/database.ts'
import { createStatementProxy, type Hold, type Statement } from '../../../test/statement-proxy.ts'
import { type AcceptedTerminal, numberAt, startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'

/*
 * A server of its own is killed when a command of each kind is at one point of its way, each at a terminal of its own; then another one goes on
 * with the same data, whose clock the test moves.
 */

const points = [
  'before it is marked as sent',
  'when it is marked, before its bytes leave',
  'when it has left, before the terminal acts',
  'when the terminal has acted, before it answers',
  'when its answer is there, before it is stored',
  'when its answer is stored, before anything that follows',
] as const
type Point = (typeof points)[number]
const isActed = (point: Point) => points.indexOf(point) > 2

const doorKinds = ['open-once', 'hold-open', 'normal', 'restart'] as const
type DoorKind = (typeof doorKinds)[number]
const dataKinds = ['person', 'photo', 'pin', 'removal', 'zone', 'time'] as const
type Kind = DoorKind | (typeof dataKinds)[number]
const kindsOf: Record<'att' | 'acc', readonly Kind[]> = {
  att: ['open-once', 'restart', ...dataKinds],
  acc: [...doorKinds, ...dataKinds],
}
const isDoorKind = (kind: Kind): kind is DoorKind => doorKinds.some((one) => one === kind)

/** From this hour to 18:00 each day. */
const hoursFrom = (hour: number) => ({
  name: 'Hours of everybody',
  validFromOn: null,
  validToOn: null,
  week: Array.from({ length: 7 }, () => [{ startMinute: hour * 60, endMinute: 1080 }]),
  holiday: [],
  holidays: [],
})
/** Each day of a zone that opens at nine. */
const opensAtNine = { att: /\b900 1800\b/, acc: new RegExp(`\\b${900 * 65_536 + 1800}\\b`) } as const

type Tested = AcceptedTerminal & {
  kind: Kind
  isReached: boolean
  /** The command of somebody at the console, and what the terminal had done before it. */
  commandId?: string
  actsBefore: number
}

let folder: string
let zk: ZkHouse
let server: RunningGatehouse
let proxy: Awaited<ReturnType<typeof createStatementProxy>>
let isDead: boolean
let tested: Tested[]
/** The people of whom commands are waited for; undefined: nothing is held yet. */
let who: { comes: string; pin: string } | undefined
let point: Point

beforeEach(async () => {
  const database = await createActivatedDatabase()
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-points-'))
  isDead = false
  tested = []
  who = undefined
  zk = await startZkHouse({ database, environment: { GATEHOUSE_DATA: folder } })
  proxy = await createStatementProxy(database.url, holdOf)
  const environment = {
    GATEHOUSE_DATA: folder,
    DATABASE_URL: proxy.url,
    ZKTECO: 'on',
    FACE_WORKERS: '1',
    GATEHOUSE_ADMIN_PASSWORD: 'Correct_horse_1',
  }
  server = await startGatehouse({ environment })
})
afterEach(async () => {
  // A terminal that still asks ends.
  isDead = true
  await server.end('SIGKILL')
  await proxy.close()
  await zk.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** Whether this is the command that a terminal is here for, and nothing else of the queue. */
async function isItsOwn({ kind, device }: Tested, number: number): Promise<boolean> {
  if (!who) return false
  const row = await zk.house.db
    .selectFrom('zkteco_command')
    .select(['what', 'person_id'])
    .where('device_id', '=', device.id)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) return false
  if (kind === 'person' || kind === 'photo') return row.what === kind && row.person_id === who.comes
  return kind === 'pin' ? row.what === 'person' && row.person_id === who.pin : row.what === kind
}

/** Whether this statement of the server is the one at which it is held, and how. */
async function holdOf({ sql, values }: Statement): Promise<Hold | undefined> {
  const isMark = sql.startsWith('update "zkteco_command" set "state" = $1, "sent_at"')
  const isEnd = sql.startsWith('update "zkteco_command" set "state" = $1, "code"')
  const ats = { [points[0]]: 'before', [points[1]]: 'after', [points[4]]: 'before', [points[5]]: 'committed' } as const
  const at = point === points[2] || point === points[3] ? undefined : ats[point]
  if (!at || !who || !(points.indexOf(point) < 2 ? isMark : isEnd)) return undefined
  for (const one of tested.filter(({ device }) => values.includes(device.id)))
    for (const value of values)
      if (/^\d{1,10}$/.test(value ?? '') && (await isItsOwn(one, Number(value))))
        return { at, reached: () => (one.isReached = true) }
  return undefined
}

/** Calls of a terminal, to the server that lives. */
const sendOf =
  (own: () => Tested | undefined): ZkSend =>
  async (request) => {
    if (isDead) return zk.sendFrom('127.0.0.1')(request)
    const stops = async (at: Point, numbers: readonly number[]) => {
      const one = own()
      for (const number of numbers) {
        if (!one || at !== point || !(await isItsOwn(one, number))) continue
        one.isReached = true
        // This call goes no further: the server is dead before it does.
        await until(() => isDead, 'the server is dead')
        throw new Error('the server is dead')
      }
    }
    const numbersIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, number]) => Number(number))
    if (request.path.includes('/devicecmd')) await stops(points[3], numbersIn(String(request.body), /ID=(\d+)/g))
    const answer = await sendOverHttp(server.url)(request)
    if (request.path.includes('/getrequest')) await stops(points[2], numbersIn(answer.text, /^C:(\d+):/gm))
    return answer
  }

const outcomeOf = async ({ device, commandId }: Tested) =>
  (await zk.admin.ask(listCommands, { params: { id: device.id } })).items.find(({ id }) => id === commandId)

/** The outcome that is told of a command that happens at most once. */
function toldOf(acts: number) {
  const isKnown = point === points[0] ? acts === 1 : point === points[5]
  if (isKnown) return { state: 'done', result: null }
  if (point === points[0]) return { state: 'expired' }
  return { state: 'failed', result: 'No answer came: it is not known whether it was carried out.' }
}

/** Terminals with two people on them, of whom one is about to go and the other's PIN to change. */
async function begin(dialect: 'att' | 'acc') {
  tested = await Promise.all(
    kindsOf[dialect].map(async (kind) => {
      const send = sendOf(() => tested.find((one) => one.kind === kind))
      const accepted = await zk.accepted(dialect, `AT${kind.replaceAll('-', '')}`, { send })
      return { ...accepted, kind, isReached: false, actsBefore: 0 }
    }),
  )
  const { id: timetableId } = await zk.admin.ask(createTimetable, { body: hoursFrom(8) })
  const { groups } = await zk.admin.ask(getDevice, { params: { id: tested[0]?.device.id ?? '' } })
  const groupIds = groups.filter(({ kind }) => kind !== 'blacklisted').map(({ id }) => id)
  const deviceIds = tested.map(({ device }) => device.id)
  await zk.admin.ask(createPolicies, { body: { deviceIds, groupIds, timetableId } })
  await zk.admin.ask(setPinGiving, { body: { isOn: true } })
  const goes = await zk.enrol('Who goes', { icCard: '4711' })
  const stays = await zk.enrol('Who stays', { pin: '730219' })
  const isThere = ({ terminal }: Tested) =>
    ['Who goes', 'Who stays'].every((name) => terminal.state.photos.has(numberAt(terminal, name)))
  await Promise.all(tested.map((one) => zk.settle(one.terminal, () => isThere(one), 'it has both')))
  await Promise.all(tested.map(({ terminal }) => zk.settle(terminal, () => true)))
  for (const one of tested) one.actsBefore = one.terminal.state.acts.length
  return { goes, stays, timetableId }
}

/** Something of each kind happens, and each terminal asks until its command is at the point. Then the server is dead. */
async function killAtPoint({ goes, stays, timetableId }: Awaited<ReturnType<typeof begin>>) {
  await zk.admin.ask(updateTimetable, { params: { id: timetableId }, body: hoursFrom(9) })
  await zk.admin.ask(deleteStaff, { body: { ids: [goes.id] } })
  await zk.admin.ask(updateStaff, { params: { id: stays.id }, body: { pin: '918273' } })
  const { id: comes } = await zk.enrol('Who comes', { icCard: '1147', pin: '662607' })
  for (const one of tested) {
    if (one.kind === 'time') {
      one.terminal.state.clockOffsetMs += 600_000
      // An access terminal tells its time with the states of its doors.
      one.terminal.moveDoor(1, true)
    }
    one.terminal.pass({ pin: numberAt(one.terminal, 'Who stays') })
    if (!isDoorKind(one.kind)) continue
    const input = { params: { id: one.device.id }, body: { kind: one.kind } }
    one.commandId = (await zk.admin.ask(sendCommand, input)).id
  }
  who = { comes, pin: stays.id }
  const asking = tested.map(async (one) => {
    while (!isDead) await one.terminal.poll().catch(() => 0)
  })
  await until(() => tested.every(({ isReached }) => isReached), 'each is at this point', {
    see: () => `not: ${tested.flatMap(({ kind, isReached }) => (isReached ? [] : kind)).join()}`,
  })
  await server.end('SIGKILL')
  isDead = true
  await Promise.all(asking)
}

/** Another server goes on until no command is open. */
async function goOn() {
  for (const { terminal } of tested) await until(() => terminal.handshake(), 'it is taken again')
  const isOver = async (one: Tested) => {
    await one.terminal.poll()
    const open = await zk.house.db
      .selectFrom('zkteco_command')
      .select('number')
      .where('device_id', '=', one.device.id)
      .where('state', 'in', ['waiting', 'sent'])
      .execute()
    const isTold = !one.commandId || (await outcomeOf(one))?.state !== 'waiting'
    return isTold && open.length === 0 && one.terminal.waiting() === 0 && numberAt(one.terminal, 'Who comes') !== ''
  }
  await until(async () => {
    zk.house.clock.advance({ seconds: 20 })
    return (await Promise.all(tested.map(isOver))).every(Boolean)
  }, 'everything has come to its end')
}

/** The numbers of the zones in which somebody may pass. */
const zonesOf = ({ state }: Tested['terminal'], pin: string, dialect: 'att' | 'acc') =>
  dialect === 'acc'
    ? (state.rightRows.get(pin) ?? []).map((row) => row.split(':')[0] ?? '')
    : (state.people.get(pin)?.zone.slice(4).match(/.{4}/g) ?? [])
        .map((zone) => String(Number(zone)))
        .filter((zone) => zone !== '0')

describe.each(['att', 'acc'] as const)(
  '[DEV-06] a server killed with a command to a terminal of the dialect %s',
  (dialect) => {
    it.each(points)('%s: data is there once, and a door or a restart at most once', async (at) => {
      point = at
      await killAtPoint(await begin(dialect))
      await goOn()
      for (const one of tested) {
        const { terminal, kind, device } = one
        const { people, photos, zones, rightRows, acts } = terminal.state
        const [comes, stays] = [numberAt(terminal, 'Who comes'), numberAt(terminal, 'Who stays')]
        const told = [...people.values()].map(({ name, card, password }) => `${name} ${card} ${password}`).toSorted()
        expect(told, kind).toEqual(['Who comes 1147 662607', expect.stringMatching(/^Who stays 0? 918273$/)])
        expect([...photos.keys()].toSorted(), kind).toEqual([comes, stays].toSorted())
        for (const pin of [comes, stays]) {
          const own = zonesOf(terminal, pin, dialect)
          expect(own.length, kind).toBeGreaterThan(0)
          expect(new Set(own).size, kind).toBe(own.length)
          for (const zone of own) expect(zones.get(zone), kind).toMatch(opensAtNine[dialect])
        }
        if (dialect === 'acc') expect([...rightRows.keys()].toSorted(), kind).toEqual([comes, stays].toSorted())
        expect(await zk.recordsOf(device.id), kind).toHaveLength(1)
        const done = acts.slice(one.actsBefore)
        if (kind === 'normal') expect(done.at(-1), 'it closes until it has').toMatch(/00$/)
        else if (isDoorKind(kind)) {
          if (point === points[0]) expect(done.length, kind).toBeLessThanOrEqual(1)
          else expect(done.length, kind).toBe(Number(isActed(point)))
          expect(await outcomeOf(one), kind).toMatchObject(toldOf(done.length))
        } else expect(done, kind).toEqual([])
      }
    })
  },
)
