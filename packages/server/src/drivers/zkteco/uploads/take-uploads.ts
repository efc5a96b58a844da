import { setImmediate } from 'node:timers/promises'
import type { ReportedDoor } from '../device-events.ts'
import { type Charset, decodeText } from './protocol/charset.ts'
import { meaningOf } from './protocol/event-words.ts'
import { instantOf } from './protocol/local-time.ts'
import { type EventRow, readEventRow, readStateRow, readTableRows, stateTime } from './protocol/read-access.ts'
import { alarmOfOperation, readAttendanceRow, readOperationRow } from './protocol/read-attendance.ts'
import { numberOf, rowsOf } from './protocol/read-fields.ts'
import { readPhotoRow, readPhotoUpload } from './protocol/read-photo.ts'
import { noteClock } from './note-clock.ts'
import { takeDeeds } from './take-deeds.ts'
import { isStateKind, takeAlarms, type ZkAlarmChange } from './take-alarms.ts'
import { takeEnrolments } from './take-enrolments.ts'
import { keyOfEvent, recordOfAttendance, recordOfEvent, takePhoto, takeRecords, type ZkRecord } from './take-records.ts'
import { timeZoneOf, type ZkParts, type ZkSession } from './zk-session.ts'
import { findZkDevice, updateZkDevice } from './zkteco-store.ts'

/** Everything of an upload is stored before it is answered; a row that is not understood is kept as it came, and blocks no other. */
export async function takeUpload(
  parts: ZkParts,
  session: ZkSession,
  table: string,
  tableName: string,
  body: Buffer,
): Promise<string> {
  // A picture is no text.
  if (table.toLowerCase() === 'attphoto') {
    const photo = readPhotoUpload(body)
    if (photo) await takePhoto(parts, session, photo)
    return 'OK'
  }
  const { text, charset } = decodeText(body)
  if (charset !== null && hasNames.test(text)) await learnCharset(parts, session, charset)
  const timeZone = await timeZoneOf(parts, session, parts.services.clock.now().epochMilliseconds)
  switch (table.toLowerCase()) {
    case 'attlog': {
      const { rows, unread } = await readEach(text, readAttendanceRow)
      // Where nobody chooses a state, some terminals tell the first of them for everybody.
      session.hasStates ||= rows.some(({ status }) => status !== null && status > 0)
      await takeRecords(
        parts,
        session,
        rows.map((row) => recordOfAttendance(row, timeZone, session.hasStates)),
      )
      await noteClockOfRecords(parts, session, rows, timeZone)
      await keepUnread(parts, session, 'ATTLOG', unread)
      return `OK: ${rows.length + unread.length}`
    }
    case 'operlog':
    case 'biodata': {
      const count = await takeOperations(parts, session, text, timeZone)
      return `OK: ${count}`
    }
    case 'rtlog':
      await takeEvents(parts, session, text, timeZone)
      return 'OK'
    case 'rtstate':
      await takeStates(parts, session, text, timeZone)
      return 'OK'
    case 'tabledata':
      return session.replies.answer(tableName, await takeTable(parts, session, tableName, text, timeZone), body)
    case 'errorlog':
    case 'idcard':
    case 'workcode':
      return 'OK'
    default:
      await keepUnread(parts, session, table.slice(0, 40), rowsOf(text))
      return 'OK'
  }
}

/** Only names are written by people: in other rows a byte that is no UTF-8 is damage, and says nothing of the terminal's language. */
const hasNames = /(?:^|[\t ])name=[^\t\r\n]/im

/** Names are sent in the encoding in which the terminal told its own last: its language may be changed, and changed back. */
async function learnCharset({ services }: ZkParts, session: ZkSession, charset: Charset): Promise<void> {
  if (session.charset === charset) return
  await updateZkDevice(services.db, session.device.id, { charset })
  session.charset = charset
}

/** Records that a terminal sends at once have the time of now: it has been online for a while, and kept none. */
const liveRows = 2
const liveAfterMs = 120_000

async function noteClockOfRecords(
  parts: ZkParts,
  session: ZkSession,
  rows: readonly { time: Temporal.PlainDateTime }[],
  timeZone: string,
): Promise<void> {
  const newest = rows.map(({ time }) => time).toSorted((a, b) => Temporal.PlainDateTime.compare(b, a))[0]
  if (!newest) return
  const now = parts.services.clock.now().epochMilliseconds
  const isLive = rows.length <= liveRows && now - session.onlineSinceMs > liveAfterMs
  // A time that has not come yet is wrong, whenever it was sent.
  if (isLive || instantOf(newest, timeZone).epochMilliseconds > now) await noteClock(parts, session, newest, timeZone)
}

/** Rows that are read without a pause: the calls of others must not wait for a body of weeks. */
const rowsAtOnce = 2_000

async function readEach<Row>(
  text: string,
  read: (row: string) => Row | undefined,
): Promise<{ rows: Row[]; unread: string[] }> {
  const [rows, unread]: [Row[], string[]] = [[], []]
  for (const [at, line] of rowsOf(text).entries()) {
    if (at % rowsAtOnce === rowsAtOnce - 1) await setImmediate()
    const row = read(line)
    if (row === undefined) unread.push(line)
    else rows.push(row)
  }
  return { rows, unread }
}

async function keepUnread(
  { services, events }: ZkParts,
  { device }: ZkSession,
  place: string,
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0) return
  services.log.warn({ deviceId: device.id, place, lines: lines.length }, 'rows of a terminal were not understood')
  await events.notUnderstood(device, place, lines)
}

async function takeOperations(parts: ZkParts, session: ZkSession, text: string, timeZone: string): Promise<number> {
  const { rows, unread } = await readEach(text, readOperationRow)
  const now = parts.services.clock.now().toString()
  const changes = rows.flatMap((row): ZkAlarmChange[] => {
    const alarm = row.kind === 'operation' ? alarmOfOperation(row) : undefined
    if (row.kind !== 'operation' || alarm === undefined) return []
    const at = row.time ? instantOf(row.time, timeZone).toString() : now
    if (alarm === 'cancelled') return [{ is: 'cancelled', door: 0, at, isOfLog: true }]
    return [{ is: 'raised', kind: alarm, door: 1, at, number: alarm === 'duress' ? numberOf(row.operator) : null }]
  })
  await takeAlarms(parts, session, changes)
  await takeDeeds(parts, session, rows, timeZone)
  await takeEnrolments(
    parts,
    session,
    rows.filter((row) => row.kind === 'data'),
  )
  await keepUnread(parts, session, 'OPERLOG', unread)
  return rows.length + unread.length
}

async function takeEvents(parts: ZkParts, session: ZkSession, text: string, timeZone: string): Promise<number> {
  const { rows, unread } = await readEach(text, readKnownEvent)
  await takePassages(parts, session, rows, timeZone)
  // After it was offline a terminal sends the events of hours: how its doors stand now is not among them.
  const fresh = rows.filter((row) => isFresh(parts, row, timeZone))
  await takeAlarms(
    parts,
    session,
    rows.flatMap((row) => alarmsOf(row, timeZone)),
  )
  for (const row of fresh) {
    const door = doorAfter(row)
    if (!door) continue
    await parts.events.doors(session.device, instantOf(row.time, timeZone).toString(), [door])
    // Its next state is told even if it is the one before the event.
    session.doorStates = ''
  }
  await keepUnread(parts, session, 'rtlog', unread)
  return rows.length + unread.length
}

/** An older event than this is history. A clock that is wrong is set, and its hours are noticed by the states. */
const freshMinutes = 15

const isFresh = ({ services }: ZkParts, { time }: EventRow, timeZone: string): boolean =>
  Math.abs(services.clock.now().since(instantOf(time, timeZone)).total('minutes')) <= freshMinutes

/** An event that the product has no word for is kept as it came: it may be the one that somebody looks for. */
function readKnownEvent(line: string): EventRow | undefined {
  const row = readEventRow(line)
  return row && meaningOf(row.event).is !== 'other' ? row : undefined
}

/** The log of a terminal, of which most is known: its records. Its alarms and doors are of the past. */
async function takeLog(parts: ZkParts, session: ZkSession, text: string, timeZone: string): Promise<number> {
  const { rows, unread } = await readEach(text, readKnownEvent)
  await takePassages(parts, session, rows, timeZone)
  await keepUnread(parts, session, 'transaction', unread)
  return rows.length + unread.length
}

/** Records of people, and presses of exit buttons, which are about nobody; one at a door that the product does not have is kept as it came. */
async function takePassages(parts: ZkParts, session: ZkSession, rows: readonly EventRow[], timeZone: string) {
  await takeRecords(
    parts,
    session,
    rows.flatMap((row): ZkRecord[] => {
      const meaning = meaningOf(row.event)
      return meaning.is === 'passage' ? [recordOfEvent(row, meaning, timeZone)] : []
    }),
  )
  const pressed = new Map(
    rows.filter(({ event }) => meaningOf(event).is === 'exit-button').map((row) => [keyOfEvent(row), row]),
  )
  const presses = [...pressed].map(([key, { time, door }]) => ({
    key,
    at: instantOf(time, timeZone).toString(),
    port: Math.max(1, door),
  }))
  const nowhere = await parts.events.exitButtons(session.device, presses)
  const lines = nowhere.flatMap((key) => pressed.get(key)?.line ?? [])
  await keepUnread(parts, session, 'rtlog', lines)
}

function alarmsOf(row: EventRow, timeZone: string): ZkAlarmChange[] {
  const meaning = meaningOf(row.event)
  const at = instantOf(row.time, timeZone).toString()
  if (meaning.is === 'alarms-cancelled') return [{ is: 'cancelled', door: row.door, at, isOfLog: true }]
  return meaning.is === 'alarm'
    ? [{ is: 'raised', kind: meaning.alarm, door: row.door, at, number: numberOf(row.pin ?? undefined) }]
    : []
}

/** How a door stands after an event that is about the door itself. */
function doorAfter({ event, door }: EventRow): ReportedDoor | undefined {
  const meaning = meaningOf(event)
  if (meaning.is !== 'door' || door < 1) return undefined
  return { port: door, contact: meaning.contact, isHeldOpen: meaning.isHeldOpen, isLeftOpen: false }
}

async function takeStates(parts: ZkParts, session: ZkSession, text: string, timeZone: string): Promise<void> {
  const zk = await findZkDevice(parts.services.db, session.device.id)
  const { rows, unread } = await readEach(text, (row) => readStateRow(row, zk?.doors ?? 1))
  const at = parts.services.clock.now().round('second').toString()
  const changes = rows.flatMap((doors): ZkAlarmChange[] => [
    ...doors.map(({ door, alarms }) => ({ is: 'state' as const, door, kinds: alarms.filter(isStateKind), at })),
    { is: 'state', door: 0, kinds: doors.flatMap(({ alarms }) => alarms.filter(isStateKind)), at },
  ])
  await takeAlarms(parts, session, changes)
  const last = rows.at(-1) ?? []
  const doors = last.map(({ door, sensor, alarms }) => ({
    port: door,
    contact: sensor === 'none' ? null : sensor,
    isHeldOpen: null,
    isLeftOpen: alarms.includes('door-open-too-long'),
  }))
  // A terminal repeats its state every few seconds.
  const states = JSON.stringify(doors)
  if (doors.length > 0 && states !== session.doorStates) await parts.events.doors(session.device, at, doors)
  session.doorStates = states
  const told = stateTime(text)
  if (told) await noteClock(parts, session, told, timeZone)
  await keepUnread(parts, session, 'rtstate', unread)
}

/** Gives the number of rows. */
export async function takeTable(
  parts: ZkParts,
  session: ZkSession,
  table: string,
  text: string,
  timeZone: string,
): Promise<number> {
  const name = table.toLowerCase()
  if (name === 'transaction') return takeLog(parts, session, text, timeZone)
  const rows = readTableRows(text, name)
  if (name === 'attphoto')
    for (const row of rows) {
      const photo = readPhotoRow(row)
      if (photo) await takePhoto(parts, session, photo)
    }
  else if (name === 'user' || name === 'biophoto')
    await takeEnrolments(
      parts,
      session,
      rows.map((fields) => ({ table: name, fields })),
    )
  else if (!known.has(name)) await keepUnread(parts, session, `tabledata ${name}`.slice(0, 40), rowsOf(text))
  return rows.length
}

/** Templates and pictures of people, which the product does not take: a photograph is enough. */
const known: ReadonlySet<string> = new Set(['biodata', 'userpic', 'templatev10', 'identitycard', 'extuser', 'errorlog'])
