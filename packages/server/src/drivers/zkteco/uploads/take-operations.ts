import { instantOf } from '../protocol/local-time.ts'
import {
  alarmOfOperation,
  doorOfOperation,
  isPowerOperation,
  type OperationRow,
  readOperationRow,
} from '../protocol/read-attendance.ts'
import { numberOf } from '../protocol/read-fields.ts'
import { takeAlarms, type ZkAlarmChange } from '../take-alarms.ts'
import { isDeed, takeDeeds } from '../take-deeds.ts'
import { takeEnrolments } from '../take-enrolments.ts'
import type { ZkParts, ZkSession } from '../zk-session.ts'
import { keepUnread, readEach } from './keep-unread.ts'
import { isOfPeople } from './tables.ts'
import { isFresh } from './take-events.ts'

/** Takes what happened at the terminal and what was enrolled there: mixed rows, of which the first word gives the kind. Gives their number. */
export async function takeOperations(
  parts: ZkParts,
  session: ZkSession,
  text: string,
  timeZone: string,
): Promise<number> {
  const { rows: all, unread } = await readEach(text, (line) => {
    const row = readOperationRow(line)
    return row && { ...row, line }
  })
  const rows = all.filter(hasMeaning)
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
  const nowhere = await takeDoor(parts, session, rows, timeZone)
  const others = all.filter((row) => !hasMeaning(row)).map(({ line }) => line)
  await keepUnread(parts, session, 'OPERLOG', [...unread, ...others])
  await keepUnread(parts, session, 'OPERLOG', nowhere, 'of-no-door')
  return all.length + unread.length
}

/** Its door and exit button, of which an attendance terminal has one. Gives the lines of presses at no door of the product. */
async function takeDoor(
  parts: ZkParts,
  session: ZkSession,
  rows: readonly (OperationRow & { line: string })[],
  timeZone: string,
): Promise<string[]> {
  const { events } = parts
  const presses = new Map<string, { at: string; line: string }>()
  for (const row of rows) {
    const told = doorOfOperation(row)
    if (row.kind !== 'operation' || row.time === null || told === undefined) continue
    const at = instantOf(row.time, timeZone).toString()
    if (told === 'exit-button') presses.set(`exit ${row.time.toString()} ${row.operator}`, { at, line: row.line })
    else if (isFresh(parts, { time: row.time }, timeZone))
      await events.doors(session.device, at, [{ port: 1, contact: told, isHeldOpen: null, isLeftOpen: false }])
  }
  const nowhere = await events.exitButtons(
    session.device,
    [...presses].map(([key, { at }]) => ({ key, at, port: 1 })),
  )
  return nowhere.flatMap((key) => presses.get(key)?.line ?? [])
}

const hasMeaning = (row: OperationRow): boolean =>
  row.kind === 'data'
    ? isOfPeople(row.table)
    : isDeed(row) || isPowerOperation(row) || alarmOfOperation(row) !== undefined || doorOfOperation(row) !== undefined
