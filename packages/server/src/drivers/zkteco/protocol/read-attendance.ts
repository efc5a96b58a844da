import { columnsOf, fieldOf, type Fields, numberOf, readNamedFields, readNamedRow } from './read-fields.ts'
import { looksLikeTime, readLocalTime } from './local-time.ts'

export type AttendanceRow = {
  /** null: a face that the terminal does not know. */
  pin: string | null
  time: Temporal.PlainDateTime
  /** In, out and the like; null where none was set. */
  status: number | null
  verify: number
  workCode: string
  /** Running number of the record, where the model has one. */
  sequence: number | null
}

/**
 * One row of `ATTLOG`, by position; missing and further columns are no fault. The time is found by its form, so that a terminal that swaps
 * the first two columns is understood too. undefined: the row is none.
 */
export function readAttendanceRow(line: string): AttendanceRow | undefined {
  const row = withPlainDigits(line)
  if (isNamed.test(row)) return readNamedAttendance(row)
  const columns = columnsOf(row.replace(/^ATTLOG[ \t]+/i, ''))
  const timeAt = columns.findIndex((column) => looksLikeTime(column))
  const time = readLocalTime(columns[timeAt] ?? '')
  if (!time || timeAt > 1) return undefined
  // Some programs name this column alone.
  const pin = (columns[timeAt === 0 ? 1 : 0] ?? '').replace(/^pin=/i, '')
  if (!isPin(pin)) return undefined
  const status = numberOf(columns[2])
  return {
    pin: pin === '' || pin === '0' ? null : pin,
    time,
    status: status === 255 ? null : status,
    verify: numberOf(columns[3]) ?? 0,
    workCode: columns[4] ?? '',
    sequence: numberOf(columns[10]?.replace(/\+$/, '')),
  }
}

/** Terminals that are set to Persian or Arabic may write the digits of these. */
const withPlainDigits = (row: string): string =>
  row.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))

/** Some terminals name the columns, in the words of the access dialect or in those of its log. */
const isNamed = /(?:^|[\t ])time=/i

function readNamedAttendance(row: string): AttendanceRow | undefined {
  const fields = readNamedFields(row)
  const time = readLocalTime(fieldOf(fields, 'time'))
  const pin = fieldOf(fields, 'pin')
  // One with an event is of a door.
  if (!time || !isPin(pin) || fields.has('event')) return undefined
  const status = numberOf(fieldOf(fields, 'status', 'inoutstatus'))
  return {
    pin: pin === '' || pin === '0' ? null : pin,
    time,
    status: status === 255 ? null : status,
    verify: numberOf(fieldOf(fields, 'verify', 'verifytype', 'verifymode', 'verified')) ?? 0,
    workCode: fieldOf(fields, 'workcode'),
    sequence: numberOf(fieldOf(fields, 'index')),
  }
}

export const isPin = (text: string): boolean => /^[\w.-]{0,24}$/.test(text)

/** A row of `OPERLOG` and of `BIODATA`: what happened at the terminal, or what was enrolled there. */
export type OperationRow =
  | { kind: 'operation'; code: number; operator: string; time: Temporal.PlainDateTime | null; details: number[] }
  | { kind: 'data'; table: string; fields: Fields }

export function readOperationRow(row: string): OperationRow | undefined {
  const [, rest] = /^OPLOG[ \t]+(.*)$/i.exec(row) ?? []
  if (rest === undefined) {
    const { name, fields } = readNamedRow(row)
    const table = name === '' ? tableOf(fields) : name
    return table === '' || fields.size === 0 ? undefined : { kind: 'data', table, fields }
  }
  const columns = columnsOf(rest)
  const code = numberOf(columns[0])
  if (code === null) return undefined
  return {
    kind: 'operation',
    code,
    operator: columns[1]?.trim() ?? '',
    time: readLocalTime(columns[2] ?? '') ?? null,
    details: columns.slice(3, 7).map((column) => numberOf(column) ?? 0),
  }
}

/** The table of a row that does not begin with its word: some send a template so, and it is nothing that anybody should read. */
function tableOf(fields: Fields): '' | 'biodata' | 'user' {
  if (!fields.has('pin')) return ''
  if (fields.has('tmp') || fields.has('template')) return 'biodata'
  return fields.has('name') ? 'user' : ''
}

/** Operations that are alarms, by their code and, of code 3, by their first detail. */
export type OperationAlarm = 'tamper' | 'forced-open' | 'duress' | 'wrong-passwords' | 'cancelled'
const alarmDetails: ReadonlyMap<number, OperationAlarm> = new Map([
  [54, 'forced-open'],
  [55, 'tamper'],
  [58, 'wrong-passwords'],
  [65_535, 'cancelled'],
])

export function alarmOfOperation(row: Extract<OperationRow, { kind: 'operation' }>): OperationAlarm | undefined {
  if (row.code === 32) return 'duress'
  return row.code === 3 ? alarmDetails.get(row.details[0] ?? 0) : undefined
}

/** The word of an operation about the door: its contact, or its exit button. */
type DoorOperation = 'closed' | 'open' | 'exit-button'
const doorDetails: ReadonlyMap<number, DoorOperation> = new Map([
  [50, 'closed'],
  [51, 'open'],
  [53, 'exit-button'],
])

export function doorOfOperation(row: OperationRow): DoorOperation | undefined {
  return row.kind === 'operation' && row.code === 3 && row.time ? doorDetails.get(row.details[0] ?? 0) : undefined
}

/** The terminal was switched on or off, which its presence tells: kept, such rows would push out useful ones. */
export const isPowerOperation = (row: OperationRow): boolean => row.kind === 'operation' && row.code <= 1
