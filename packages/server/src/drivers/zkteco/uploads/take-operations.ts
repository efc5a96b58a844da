import { instantOf } from '../protocol/local-time.ts'
import { alarmOfOperation, type OperationRow, readOperationRow } from '../protocol/read-attendance.ts'
import { numberOf } from '../protocol/read-fields.ts'
import { takeAlarms, type ZkAlarmChange } from '../take-alarms.ts'
import { isDeed, takeDeeds } from '../take-deeds.ts'
import { takeEnrolments } from '../take-enrolments.ts'
import type { ZkParts, ZkSession } from '../zk-session.ts'
import { keepUnread, readEach } from './keep-unread.ts'
import { isOfPeople } from './tables.ts'

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
  const others = all.filter((row) => !hasMeaning(row)).map(({ line }) => line)
  await keepUnread(parts, session, 'OPERLOG', [...unread, ...others])
  return all.length + unread.length
}

const hasMeaning = (row: OperationRow): boolean =>
  row.kind === 'data' ? isOfPeople(row.table) : isDeed(row) || alarmOfOperation(row) !== undefined
