import { encodeTime } from './local-time.ts'

/**
 * The text of a command. It is made by `writeCommand` alone, which refuses what the protocol divides by: a name with a line break would
 * otherwise be a command of its own.
 */
export type CommandText = string & { readonly __commandText: true }

/** A part of a command would break it. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
}

type Value = string | number
type Pair = readonly [name: string, value: Value]

// oxlint-disable-next-line no-control-regex -- these are what is refused
const dividers = /[\x00-\x1f\x7f\u0085\u2028\u2029]/

/** A text that people typed, in one line without what divides fields and rows. */
export const oneLine = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are what is replaced
  text.replaceAll(/[\x00-\x1f\x7f\u0085\u2028\u2029]+/g, ' ').trim()

/** @throws CommandRefused */
export function writeCommand(words: string, pairs: readonly Pair[] = [], separator = '\t'): CommandText {
  const parts = pairs.map(([name, value]) => {
    const text = String(value)
    if (dividers.test(text) || !/^\w+$/.test(name)) throw new CommandRefused(name)
    return `${name}=${text}`
  })
  if (dividers.test(words)) throw new CommandRefused(words)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked above: this is where the type is made
  return [words, ...(parts.length > 0 ? [parts.join(separator)] : [])].join(' ') as CommandText
}

/** The answer to a poll: one command a line, each with its number. */
export const writePoll = (commands: readonly { number: number; text: CommandText }[]): string =>
  commands.length === 0 ? 'OK' : commands.map(({ number, text }) => `C:${number}:${text}\n`).join('')

export type WrittenPerson = {
  /** Their number at devices. */
  number: number
  name: string
  card: string | null
  /** Local times of the device; null: no limit. */
  from: Temporal.PlainDateTime | null
  to: Temporal.PlainDateTime | null
  isBarred: boolean
  /** `pinPlace` for the digits of their PIN; empty: they have none. null: what the terminal has is theirs, and the field is left out. */
  password: string | null
}

/** Letters that fit a terminal's screen and memory. */
const maxName = 24
const shortened = (name: string) => [...oneLine(name)].slice(0, maxName).join('')
const nameOf = ({ name }: WrittenPerson) => shortened(name)
/** A card as it is written; empty where it is none that a terminal could read: no number, one of more than 64 bits, or 0, which means none. */
export const cardTextOf = (card: string | null): string =>
  card !== null && /^\d{1,20}$/.test(card) && BigInt(card) < 2n ** 64n ? card.replace(/^0+/, '') : ''
const cardOf = ({ card }: WrittenPerson) => cardTextOf(card)
const textOf = (time: Temporal.PlainDateTime | null) =>
  time === null ? '' : time.toString({ smallestUnit: 'second' }).replace('T', ' ')

/** Stands where the digits of a PIN go when the command leaves: they are no part of what is queued. */
export const pinPlace = '{pin}'
/** No name has a tab in it, so that nobody's name is such a place. */
const placeOfPin = /(\tPassw(?:ord|d)=)\{pin\}(?=\t|$)/
/** The command with the digits; without any the person is to have no PIN. */
export function withPin(text: CommandText, digits: string | null): CommandText {
  if (digits !== null && !/^\d+$/.test(digits)) throw new CommandRefused('pin')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- digits divide nothing
  return text.replace(placeOfPin, `$1${digits ?? ''}`) as CommandText
}

const passwordOf = (name: string, { password }: WrittenPerson): Pair[] => (password === null ? [] : [[name, password]])

/** Firmware, by its sum and a word that the terminal asks for. In parts, or as the file itself: otherwise it would expect it in base64. */
export const upgrade = ({ md5, file, size, inParts }: { md5: string; file: string; size: number; inParts: boolean }) =>
  writeCommand(
    'UPGRADE',
    [['checksum', md5], ['url', file], ['size', size], inParts ? ['supportsubcontracting', 1] : ['type', 1]],
    ',',
  )

export const attendance = {
  /** `zones`: up to three of its time zones, by number; none: they open nothing. */
  putPerson: (person: WrittenPerson, zones: readonly number[]) =>
    writeCommand('DATA UPDATE USERINFO', [
      ['PIN', person.number],
      ['Name', nameOf(person)],
      ['Pri', 0],
      ...passwordOf('Passwd', person),
      ['Card', cardOf(person)],
      ['Grp', 1],
      ['TZ', ['0001', ...[0, 1, 2].map((at) => String(zones[at] ?? 0).padStart(4, '0'))].join('')],
      ['Verify', -1],
      ['StartDatetime', textOf(person.from)],
      ['EndDatetime', textOf(person.to)],
    ]),
  removePerson: (number: number) => writeCommand('DATA DELETE USERINFO', [['PIN', number]]),
  putPhoto: (number: number, jpeg: Buffer) => photo('DATA UPDATE BIOPHOTO', number, jpeg),
  removePhoto: (number: number) => writeCommand('DATA DELETE BIOPHOTO', [['PIN', number]]),
  /** Minutes of the day from and to, for Sunday to Saturday; null: closed all day. */
  putZone: (id: number, week: readonly ({ from: number; to: number } | null)[]) =>
    writeCommand('DATA UPDATE AccTimeZone', [
      ['UID', id],
      ...['Sun', 'Mon', 'Tues', 'Wed', 'Thurs', 'Fri', 'Sat'].flatMap((day, at): Pair[] => [
        // A day without a range begins after it ends: that is how these terminals write a closed day.
        [`${day}Start`, clockNumber(week[at]?.from ?? 1437)],
        [`${day}End`, clockNumber(Math.min(week[at]?.to ?? 1436, 1439))],
      ]),
    ]),
  /** On these days of every year, by month and day, everybody who observes holidays passes by this zone. */
  putHoliday: (id: number, { from, to, name, zone }: { from: string; to: string; name: string; zone: number }) =>
    writeCommand('DATA UPDATE AccHoliday', [
      ['UID', id],
      ['HolidayName', shortened(name) || 'Holiday'],
      ['StartDate', from],
      ['EndDate', to],
      ['TimeZone', zone],
    ]),
  /** The group of everybody whom we send observes holidays; how it verifies, and its own zones, stay as they are. */
  observeHolidays: () =>
    writeCommand('DATA UPDATE AccGroup', [
      ['ID', 1],
      ['ValidHoliday', 1],
    ]),
  removeEverybody: () => [writeCommand('CLEAR BIODATA'), writeCommand('CLEAR ALL USERINFO')],
  open: () => writeCommand('AC_UNLOCK'),
  releaseAlarm: () => writeCommand('AC_UNALARM'),
  restart: () => writeCommand('REBOOT'),
  setTime: (time: Temporal.PlainDateTime) => writeCommand('SET OPTION', [['DateTime', encodeTime(time)]]),
  /** It asks for its options again, in which its zone stands. */
  readAgain: () => writeCommand('CHECK'),
  askPeople: () => writeCommand('DATA QUERY USERINFO'),
  askRecords: (from: Temporal.PlainDateTime, to: Temporal.PlainDateTime) =>
    writeCommand('DATA QUERY ATTLOG', [
      ['StartTime', textOf(from)],
      ['EndTime', textOf(to)],
    ]),
} as const

/** One slot of an access terminal's zone; the end of the day is 23:59. */
export const zoneSlot = (range: { from: number; to: number } | undefined): number =>
  range === undefined ? 0 : clockNumber(range.from) * 65_536 + clockNumber(Math.min(range.to, 1439))

/** 8:30 as 830. */
const clockNumber = (minute: number) => Math.floor(minute / 60) * 100 + (minute % 60)

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Hol1', 'Hol2', 'Hol3'] as const

export const access = {
  putPerson: (person: WrittenPerson, hasEncodedDates: boolean) => {
    const date = (time: Temporal.PlainDateTime | null) => {
      if (time === null) return 0
      return hasEncodedDates ? encodeTime(time) : time.toPlainDate().toString().replaceAll('-', '')
    }
    return writeCommand('DATA UPDATE user', [
      ['CardNo', cardOf(person)],
      ['Pin', person.number],
      ...passwordOf('Password', person),
      ['Group', 0],
      ['StartTime', date(person.from)],
      ['EndTime', date(person.to)],
      ['Name', nameOf(person)],
      ['Privilege', 0],
      ['Disable', person.isBarred ? 1 : 0],
    ])
  },
  removePerson: (number: number) => writeCommand('DATA DELETE user', [['Pin', number]]),
  /** `doors`: numbers from 1. */
  putRight: (number: number, zone: number, doors: readonly number[]) =>
    writeCommand('DATA UPDATE userauthorize', [
      ['Pin', number],
      ['AuthorizeTimezoneId', zone],
      ['AuthorizeDoorId', doors.reduce((mask, door) => mask + 2 ** (door - 1), 0)],
    ]),
  removeRights: (number: number) => writeCommand('DATA DELETE userauthorize', [['Pin', number]]),
  putPhoto: (number: number, jpeg: Buffer) => photo('DATA UPDATE biophoto', number, jpeg),
  removePhoto: (number: number) =>
    writeCommand('DATA DELETE biophoto', [
      ['Pin', number],
      ['Type', 9],
    ]),
  removeEverybody: () => ['userauthorize', 'biophoto', 'user'].map((table) => writeCommand(`DATA DELETE ${table} *`)),
  /** Up to three ranges of each of seven days from Sunday, and of three kinds of holiday. */
  putZone: (id: number, week: readonly (readonly { from: number; to: number }[])[]) =>
    writeCommand('DATA UPDATE timezone', [
      ['TimezoneId', id],
      ...days.flatMap((day, at) =>
        [1, 2, 3].map((slot): Pair => [`${day}Time${slot}`, zoneSlot(week[at]?.[slot - 1])]),
      ),
    ]),
  clearHolidays: () => writeCommand('DATA DELETE holiday *'),
  /** Of this year only; `type` is 1 to 3. */
  putHoliday: (date: Temporal.PlainDate, type: number) =>
    writeCommand('DATA UPDATE holiday', [
      ['Holiday', date.toString().replaceAll('-', '')],
      ['HolidayType', type],
      ['Loop', 2],
    ]),
  /** `seconds`: 0 closes, 255 holds open. */
  open: (door: number, seconds: number) => control([1, door, 1, seconds]),
  releaseAlarm: (door: number) => control([2, door, 0, 0]),
  restart: () => control([3, 0, 0, 0]),
  setTime: (time: Temporal.PlainDateTime) => writeCommand('SET OPTIONS', [['DateTime', encodeTime(time)]]),
  askOptions: (names: readonly string[]) => writeCommand(`GET OPTIONS ${names.join(',')}`),
  setOptions: (options: readonly (readonly [name: string, value: string])[]) =>
    writeCommand('SET OPTIONS', options, ','),
  askPeople: () => writeCommand('DATA QUERY tablename=user,fielddesc=*,filter=*'),
  askRecords: () => writeCommand('DATA QUERY tablename=transaction,fielddesc=*,filter=NewRecord'),
} as const

const control = (bytes: readonly number[]) =>
  writeCommand(`CONTROL DEVICE ${Buffer.from(bytes).toString('hex').toUpperCase()}`)

function photo(words: string, number: number, jpeg: Buffer): CommandText {
  const content = jpeg.toString('base64')
  return writeCommand(words, [
    ['PIN', number],
    ['Type', 9],
    ['Size', content.length],
    ['Content', content],
    ['Format', 0],
    ['PostBackTmpFlag', 0],
  ])
}
