import { type Charset, charsetOf, decodeText } from '../protocol/charset.ts'
import { guessTable } from '../protocol/guess-table.ts'
import { instantOf } from '../protocol/local-time.ts'
import { readEventRow, readTableRows } from '../protocol/read-access.ts'
import { readAttendanceRow } from '../protocol/read-attendance.ts'
import { readNamedRow, rowsOf } from '../protocol/read-fields.ts'
import { headOfPhoto, isPhotoUpload, readPhotoRow, readPhotoUpload } from '../protocol/read-photo.ts'
import { noteClock } from '../note-clock.ts'
import { takeEnrolments } from '../take-enrolments.ts'
import { recordOfAttendance, takePhoto, takeRecords } from '../take-records.ts'
import { timeZoneOf, type ZkParts, type ZkSession } from '../zk-session.ts'
import { findZkDevice, updateZkDevice } from '../zkteco-store.ts'
import { keepUnread, readEach } from './keep-unread.ts'
import { isEnrolment, isOfPeople } from './tables.ts'
import { takeErrors } from './take-errors.ts'
import { takeEvents, takeLog, takeStates } from './take-events.ts'
import { takeOperations } from './take-operations.ts'

/** How many rows an upload had, and the kind of answer that its table gets. */
export type Taken = { rows: number; answer: 'plain' | 'counted' | 'by-table' }

/** Everything of an upload is stored before it is answered; a row that is not understood is kept as it came, and blocks no other. */
export async function takeUpload(
  parts: ZkParts,
  session: ZkSession,
  { table, tableName, body }: { table: string; tableName: string; body: Buffer },
): Promise<Taken> {
  const name = table.toLowerCase()
  // A picture is no text.
  if (name === 'attphoto' || (name === '' && isPhotoUpload(body))) {
    await takePhotograph(parts, session, body)
    return { rows: 1, answer: 'plain' }
  }
  const { text, charset } = decodeText(body, await knownCharset(parts, session))
  if (charset !== null && hasNames.test(text)) await learnCharset(parts, session, charset)
  const timeZone = await timeZoneOf(parts, session, parts.services.clock.now().epochMilliseconds)
  switch (name === '' ? guessTable(text) : name) {
    case 'attlog':
      return { rows: await takeAttendance(parts, session, text, timeZone), answer: 'counted' }
    case 'operlog':
    case 'biodata':
      return { rows: await takeOperations(parts, session, text, timeZone), answer: 'counted' }
    case 'rtlog':
      return { rows: await takeEvents(parts, session, text, timeZone), answer: 'plain' }
    case 'rtstate':
      await takeStates(parts, session, text, timeZone)
      return { rows: 1, answer: 'plain' }
    case 'transaction':
      return { rows: await takeEvents(parts, session, text, timeZone), answer: 'by-table' }
    case 'tabledata':
      return { rows: await takeTable(parts, session, tableName, text, timeZone), answer: 'by-table' }
    case 'errorlog':
      return { rows: await takeTable(parts, session, name, text, timeZone), answer: 'plain' }
    default: {
      // Some firmware names the table of people where others send them among the operations.
      if (isOfPeople(name)) {
        const rows = await takeTable(parts, session, name, text, timeZone)
        return { rows, answer: name === 'idcard' ? 'plain' : 'counted' }
      }
      const lines = rowsOf(text)
      await keepUnread(parts, session, table, lines)
      return { rows: lines.length, answer: 'plain' }
    }
  }
}

/** Only names are written by people: in other rows a byte that is no UTF-8 is damage, and says nothing of the terminal's language. */
const hasNames = /(?:^|[\t ])name=[^\t\r\n]/im

/** The encoding of a terminal so far, also when this process has not heard of it before. */
export async function knownCharset({ services }: ZkParts, session: ZkSession): Promise<Charset> {
  session.charset ??= charsetOf((await findZkDevice(services.db, session.device.id))?.charset ?? '')
  return session.charset
}

/** Names are sent in the encoding in which the terminal told its own last: its language may be changed, and changed back. */
async function learnCharset({ services }: ZkParts, session: ZkSession, charset: Charset): Promise<void> {
  if (session.charset === charset) return
  await updateZkDevice(services.db, session.device.id, { charset })
  session.charset = charset
}

async function takePhotograph(parts: ZkParts, session: ZkSession, body: Buffer): Promise<void> {
  const photo = readPhotoUpload(body)
  if (photo) await takePhoto(parts, session, photo)
  // Of what is no photograph the rows before it tell the most, and nobody's face.
  else await keepUnread(parts, session, 'ATTPHOTO', [headOfPhoto(body)])
}

async function takeAttendance(parts: ZkParts, session: ZkSession, text: string, timeZone: string): Promise<number> {
  const { rows, unread: others } = await readEach(text, readAttendanceRow)
  // Some terminals of the access dialect send their events as attendance.
  const events = others.filter((line) => readEventRow(line) !== undefined)
  if (events.length > 0) await takeEvents(parts, session, events.join('\n'), timeZone)
  const unread = others.filter((line) => !events.includes(line))
  // Some terminals at which nobody chooses a state tell the first of them for everybody.
  session.hasStates ||= rows.some(({ status }) => status !== null && status > 0)
  await takeRecords(
    parts,
    session,
    rows.map((row) => recordOfAttendance(row, timeZone, session.hasStates)),
  )
  await noteClockOfRecords(parts, session, rows, timeZone)
  await keepUnread(parts, session, 'ATTLOG', unread)
  return rows.length + others.length
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

/** The rows of one table, which a terminal sends by itself or because it was asked. Gives their number. */
export async function takeTable(
  parts: ZkParts,
  session: ZkSession,
  table: string,
  text: string,
  timeZone: string,
): Promise<number> {
  const name = table.toLowerCase()
  if (name === 'transaction') return takeLog(parts, session, text, timeZone)
  // Some firmware sends what happens, and how its doors stand, as tables of these names.
  if (name === 'rtlog') return takeEvents(parts, session, text, timeZone)
  if (name === 'rtstate') {
    await takeStates(parts, session, text, timeZone)
    return rowsOf(text).length
  }
  if (name === 'errorlog') {
    const lines = rowsOf(text)
    await takeErrors(
      parts,
      session,
      lines.map((line) => ({ line, fields: readNamedRow(line).fields })),
    )
    return lines.length
  }
  const rows = readTableRows(text, name)
  if (name === 'attphoto')
    for (const row of rows) {
      const photo = readPhotoRow(row)
      if (photo) await takePhoto(parts, session, photo)
      else await keepUnread(parts, session, 'ATTPHOTO', [row.get('pin') ?? ''])
    }
  else if (isEnrolment(name))
    await takeEnrolments(
      parts,
      session,
      rows.map((fields) => ({ table: name === 'userinfo' ? 'user' : name, fields })),
    )
  else if (!isOfPeople(name)) await keepUnread(parts, session, `tabledata ${name}`, rowsOf(text))
  return rows.length
}
