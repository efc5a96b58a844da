import { type Fields, fieldOf, numberOf, readNamedFields, readNamedRow } from './read-fields.ts'
import { isPin } from './read-attendance.ts'
import { readLocalTime } from './local-time.ts'

export type EventRow = {
  /** As it came. */
  line: string
  time: Temporal.PlainDateTime
  /** null: nobody was recognised. */
  pin: string | null
  card: string | null
  /** Number of the door, or of the reader or output that the event is about. */
  door: number
  event: number
  /** 0 in, 1 out; null for neither. */
  way: number | null
  verify: string
  /** Running number, which begins again after a restart. */
  index: number | null
}

/** One row of `rtlog`, or of the table `transaction`, whose names differ. undefined: the row is none. */
export function readEventRow(row: string): EventRow | undefined {
  const fields = readNamedFields(row.replace(/^\s*(?:transaction|rtlog)[ \t]+/i, ''))
  const time = readLocalTime(fieldOf(fields, 'time', 'time_second'))
  const event = numberOf(fieldOf(fields, 'event', 'eventtype'))
  const pin = fieldOf(fields, 'pin')
  if (!time || event === null || !isPin(pin)) return undefined
  const card = fieldOf(fields, 'cardno')
  const way = numberOf(fieldOf(fields, 'inoutstatus', 'inoutstate'))
  return {
    line: row,
    time,
    pin: pin === '' || pin === '0' ? null : pin,
    card: /^0*$/.test(card) ? null : card,
    door: numberOf(fieldOf(fields, 'eventaddr', 'doorid')) ?? 0,
    event,
    way: way === 0 || way === 1 ? way : null,
    verify: fieldOf(fields, 'verifytype', 'verified'),
    index: numberOf(fieldOf(fields, 'index')),
  }
}

export const doorSensors = ['none', 'closed', 'open'] as const
export const doorAlarmBits = [
  'forced-open',
  'tamper',
  'duress',
  'duress',
  'door-open-too-long',
  'mains',
  'battery',
  'tamper',
] as const
export type DoorAlarm = (typeof doorAlarmBits)[number]
export type DoorState = {
  door: number
  sensor: (typeof doorSensors)[number]
  isUnlocked: boolean
  /** null: it does not tell. */
  alarms: DoorAlarm[] | null
}

/** The states of the doors of a row of `rtstate`: two bits of sensor, one of relay and a byte of alarms for each. */
export function readStateRow(row: string, doors: number): DoorState[] | undefined {
  const fields = readNamedFields(row)
  const [sensor, relay, alarm] = ['sensor', 'relay', 'alarm'].map((name) => bytesOf(fields.get(name)))
  if (!sensor || !relay || (!alarm && fields.has('alarm'))) return undefined
  return Array.from({ length: doors }, (_, i) => ({
    door: i + 1,
    sensor: doorSensors[((sensor[i >> 2] ?? 0) >> ((i & 3) * 2)) & 3] ?? 'none',
    isUnlocked: (((relay[i >> 3] ?? 0) >> (i & 7)) & 1) === 1,
    alarms: alarm ? [...new Set(doorAlarmBits.filter((_, bit) => ((alarm[i] ?? 0) >> bit) & 1))] : null,
  }))
}

/** The local time of the last row of `rtstate`, which is told as it is. */
export function stateTime(text: string): Temporal.PlainDateTime | undefined {
  const row = text.trimEnd().split('\n').at(-1) ?? ''
  return readLocalTime(fieldOf(readNamedFields(row), 'time'))
}

const bytesOf = (hex: string | undefined): Buffer | undefined =>
  hex !== undefined && /^(?:[\da-f]{2})+$/i.test(hex) ? Buffer.from(hex, 'hex') : undefined

const endOfBase64 = /^\s*[A-Za-z0-9+/]+={1,2}\s*$/

/** A row of an uploaded table, such as `user` or `biophoto`; its name may be missing, and its content on the next line. */
export function readTableRows(text: string, table: string): Fields[] {
  const found: Map<string, string>[] = []
  for (const row of text.split(/\r?\n/)) {
    if (row.trim() === '') continue
    const before = found.at(-1)
    // The end of a picture on lines of its own, which is no field without a value.
    if (before?.get('content') && endOfBase64.test(row)) {
      before.set('content', `${before.get('content')}${row.trim()}`)
      continue
    }
    const { name, fields } = readNamedRow(row)
    const last = found.at(-1)
    // Some firmware breaks a row behind its first field, or before the picture: what it tells already begins another.
    const isNew =
      name === table || (fields.size > 1 && name === '' && (!last || [...fields.keys()].some((key) => last.has(key))))
    if (isNew || !last) found.push(new Map(fields))
    else if (fields.size > 0) for (const [key, value] of fields) last.set(key, value)
    else if (last.has('content')) last.set('content', `${last.get('content') ?? ''}${row.trim()}`)
  }
  return found.filter((fields) => fields.size > 0)
}
