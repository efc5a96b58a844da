import type { ReportedDoor } from '../../device-events.ts'
import { noteClock } from '../note-clock.ts'
import { type EventMeaning, meaningOf } from '../protocol/event-words.ts'
import { instantOf } from '../protocol/local-time.ts'
import { type EventRow, readEventRow, readStateRow, stateTime } from '../protocol/read-access.ts'
import { numberOf } from '../protocol/read-fields.ts'
import { isStateKind, takeAlarms, type ZkAlarmChange } from '../take-alarms.ts'
import { keyOfEvent, recordOfEvent, takeRecords, type ZkRecord } from '../take-records.ts'
import type { ZkParts, ZkSession } from '../zk-session.ts'
import { findZkDevice } from '../zkteco-store.ts'
import { keepUnread, readEach } from './keep-unread.ts'

/** Events as they happen: records, alarms, and how doors stand. Gives their number. */
export async function takeEvents(parts: ZkParts, session: ZkSession, text: string, timeZone: string): Promise<number> {
  const { rows, unread: others } = await readEach(text, readKnownEvent)
  await takePassages(parts, session, rows, timeZone)
  // Some firmware tells how its doors stand among the events.
  const states = others.filter((line) => isState.test(line))
  if (states.length > 0) await takeStates(parts, session, states.join('\n'), timeZone)
  const unread = others.filter((line) => !isState.test(line))
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
  return rows.length + others.length
}

const isState = /(?:^|[\t, ])sensor=/i

/** An older event than this is history. A clock that is wrong is set, and its hours are noticed by the states. */
const freshMinutes = 15

export const isFresh = ({ services }: ZkParts, { time }: Pick<EventRow, 'time'>, timeZone: string): boolean =>
  Math.abs(services.clock.now().since(instantOf(time, timeZone)).total('minutes')) <= freshMinutes

/** An event that the product has no word for is kept as it came: it may be the one that somebody looks for. */
function readKnownEvent(line: string): EventRow | undefined {
  const row = readEventRow(line)
  if (!row) return undefined
  const meaning = meaningOf(row.event)
  const isKnown = meaning.is !== 'other' && !(isOfNobody(row, meaning) && meaning.alarm === undefined)
  return isKnown ? row : undefined
}

const isOfNobody = (row: EventRow, meaning: EventMeaning): meaning is Extract<EventMeaning, { is: 'passage' }> =>
  meaning.is === 'passage' && meaning.needsPerson === true && row.pin === null

/** The log of a terminal, of which most is known: its records. Its alarms and doors are of the past. */
export async function takeLog(parts: ZkParts, session: ZkSession, text: string, timeZone: string): Promise<number> {
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
      return meaning.is === 'passage' && !isOfNobody(row, meaning) ? [recordOfEvent(row, meaning, timeZone)] : []
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
  await keepUnread(parts, session, 'rtlog', lines, 'of-no-door')
}

function alarmsOf(row: EventRow, timeZone: string): ZkAlarmChange[] {
  const meaning = meaningOf(row.event)
  const at = instantOf(row.time, timeZone).toString()
  if (meaning.is === 'alarms-cancelled') return [{ is: 'cancelled', door: row.door, at, isOfLog: true }]
  const kind = meaning.is === 'alarm' || meaning.is === 'passage' ? meaning.alarm : undefined
  return kind ? [{ is: 'raised', kind, door: row.door, at, number: numberOf(row.pin ?? undefined) }] : []
}

/** How a door stands after an event that is about the door itself. */
function doorAfter({ event, door }: EventRow): ReportedDoor | undefined {
  const meaning = meaningOf(event)
  if (meaning.is !== 'door' || door < 1) return undefined
  return { port: door, contact: meaning.contact, isHeldOpen: meaning.isHeldOpen, isLeftOpen: false }
}

export async function takeStates(parts: ZkParts, session: ZkSession, text: string, timeZone: string): Promise<void> {
  const zk = await findZkDevice(parts.services.db, session.device.id)
  const { rows, unread } = await readEach(text, (row) => readStateRow(row, zk?.doors ?? 1))
  const at = parts.services.clock.now().round('second').toString()
  const changes = rows.flatMap((all): ZkAlarmChange[] => {
    const doors = all.flatMap(({ door, alarms }) => (alarms ? [{ door, kinds: alarms.filter(isStateKind) }] : []))
    if (doors.length === 0) return []
    return [
      ...doors.map((one) => ({ is: 'state' as const, ...one, at })),
      { is: 'state', door: 0, kinds: doors.flatMap(({ kinds }) => kinds), at },
    ]
  })
  await takeAlarms(parts, session, changes)
  const last = rows.at(-1) ?? []
  const doors = last.map(({ door, sensor, alarms }) => ({
    port: door,
    contact: sensor === 'none' ? null : sensor,
    isHeldOpen: null,
    isLeftOpen: alarms?.includes('door-open-too-long') ?? false,
  }))
  // A terminal repeats its state every few seconds.
  const states = JSON.stringify(doors)
  if (doors.length > 0 && states !== session.doorStates) await parts.events.doors(session.device, at, doors)
  session.doorStates = states
  const told = stateTime(text)
  if (told) await noteClock(parts, session, told, timeZone)
  await keepUnread(parts, session, 'rtstate', unread)
}
