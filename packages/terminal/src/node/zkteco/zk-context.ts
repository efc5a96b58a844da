import { toChineseBytes } from './chinese-bytes.ts'
import { noFaults, type ZkFaults } from './zk-faults.ts'
import type { ZkSend } from './zk-send.ts'

export type ZkPerson = {
  name: string
  card: string
  zone: string
  until: string
  isBarred: boolean
  /** Empty: none. */
  password: string
}
/** Month and day from and to, and the zone of everybody. */
export type ZkHoliday = { from: string; to: string; zone: string }
export type ZkPassage = {
  pin: string
  at: number
  event: number
  photo: Buffer | null
  door: number
  index: number
  isOut: boolean
}
/** An alarm that begins or ends at a door. */
export type ZkAlarm = 'tamper' | 'forced' | 'held' | 'none'
export type ZkUpload = { path: string; body: Buffer }

/** The state of the terminal; a test looks at it, and the dialects change it. */
export type ZkState = {
  readonly people: Map<string, ZkPerson>
  readonly photos: Map<string, Buffer>
  /** Doors that a person may open, as the bits of a number, by person. */
  readonly rights: Map<string, number>
  /** The same with their zones, as `zone:doors`, in the order in which they came. */
  readonly rightRows: Map<string, string[]>
  /** The options that can be asked for and set. */
  readonly options: Map<string, string>
  /** The numbers of doors that stand open. */
  readonly openDoors: Set<number>
  readonly zones: Map<string, string>
  /** Those of attendance terminals, by their numbers. */
  readonly holidays: Map<string, ZkHoliday>
  /** The numbers of groups whose people observe holidays. */
  readonly observing: Set<string>
  /** Everything that was carried out at the door or the machine, in its order. */
  readonly acts: string[]
  /** Everything that it has recorded, sent or not. */
  readonly log: ZkPassage[]
  /** Minutes east of Greenwich, from the server. */
  zoneMinutes: number
  /** Somebody has set its clock: a fault of before is gone. */
  isClockSet: boolean
  /** Milliseconds that its clock is behind what the server said. */
  clockOffsetMs: number
  registryCode: string
  /** It shows this with its calls; empty: it has none. */
  token: string
  /** The version that it runs. */
  firmware: string
  /** It refuses to remove anybody. */
  keepsPeople: boolean
  /** It refuses a row that takes somebody's password away. */
  keepsPasswords: boolean
  /** It has no table of holidays. */
  hasNoHolidays: boolean
}

export type ZkOptions = {
  serialNumber: string
  dialect: 'att' | 'acc'
  send: ZkSend
  model?: string
  mac?: string
  doors?: number
  /** It says that it has set an option, and keeps the old one. */
  ignoresOptions?: boolean
  /** It fetches firmware whole and not in parts. */
  fetchesWhole?: boolean
  faults?: Partial<ZkFaults>
  nowMs?: () => number
  tell?: (line: string) => void
}

export type ZkContext = Required<Omit<ZkOptions, 'faults'>> & { faults: ZkFaults; state: ZkState }

export type ZkDialect = {
  /** Whether the server takes this terminal. */
  handshake(context: ZkContext): Promise<boolean>
  uploadsOf(context: ZkContext, passage: ZkPassage): ZkUpload[]
  alarm(context: ZkContext, alarm: ZkAlarm, door: number): ZkUpload[]
  /** An action of somebody at its menu; none: this dialect does not tell. */
  operated(context: ZkContext, code: number, operator: string): ZkUpload[]
  /** Its doors as they stand now; none: this dialect does not tell. */
  doorStates(context: ZkContext): ZkUpload[]
  enrolled(context: ZkContext, pin: string, name: string, photo: Buffer): ZkUpload[]
  /** Carries a command out; gives its code and the uploads that belong to the answer. */
  obey(context: ZkContext, command: string, id: string): { code: number; word: string; uploads: ZkUpload[] }
}

export function contextOf({ faults, ...options }: ZkOptions): ZkContext {
  const { doors = 1 } = options
  const doorOptions = Array.from({ length: doors }, (_, at): [string, string][] => [
    [`Door${at + 1}Drivetime`, '5'],
    [`Door${at + 1}Detectortime`, '15'],
    [`Door${at + 1}SensorType`, '2'],
    [`Door${at + 1}VerifyType`, '0'],
  ]).flat()
  const state: ZkState = {
    people: new Map(),
    photos: new Map(),
    rights: new Map(),
    rightRows: new Map(),
    options: new Map([['LockCount', String(doors)], ['DateFmtFunOn', '1'], ...doorOptions]),
    openDoors: new Set(),
    zones: new Map(),
    holidays: new Map(),
    observing: new Set(),
    acts: [],
    log: [],
    zoneMinutes: 0,
    isClockSet: false,
    clockOffsetMs: 0,
    registryCode: '',
    token: '',
    firmware: options.dialect === 'att' ? 'ZAM180-NF-Ver1.1.17' : 'AC Ver 19.0.18',
    keepsPeople: false,
    keepsPasswords: false,
    hasNoHolidays: false,
  }
  const { send } = options
  return {
    model: 'SpeedFace-Sim',
    mac: '00:17:61:12:34:56',
    doors: 1,
    ignoresOptions: false,
    fetchesWhole: false,
    nowMs: () => Temporal.Now.instant().epochMilliseconds,
    tell: () => {},
    ...options,
    faults: { ...noFaults, ...faults },
    state,
    send: (request) => send(state.token === '' ? request : { ...request, cookie: `token=${state.token}` }),
  }
}

/** Its own clock, as milliseconds that are written as local time. */
export const clockOf = ({ nowMs, state, faults }: ZkContext): number =>
  nowMs() +
  state.clockOffsetMs +
  (faults.cutsZone ? Math.trunc(state.zoneMinutes / 60) * 60 : state.zoneMinutes) * 60_000 +
  (state.isClockSet ? 0 : faults.clockAheadMinutes * 60_000)

/** `2026-01-05 08:00:01` */
export const timeText = (ms: number): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: 'second' }).slice(0, 19).replace('T', ' ')

export const bytesOf = ({ faults }: ZkContext, text: string): Buffer =>
  faults.isChinese ? toChineseBytes(text) : Buffer.from(text)

export const infoOf = ({ state }: ZkContext) =>
  ['Ver 8.0.4.3-20260101', state.people.size, 0, 0, '10.0.0.7', 10, 58, 1, state.photos.size, '11111'].join(',')

/** The pieces of a command behind its words, by name in lower case. */
export function piecesOf(text: string): Map<string, string> {
  const pieces = new Map<string, string>()
  for (const piece of text.split('\t')) {
    const at = piece.indexOf('=')
    if (at > 0) pieces.set(piece.slice(0, at).trim().toLowerCase(), piece.slice(at + 1))
  }
  return pieces
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The milliseconds of a `Date` header; undefined where it is none. */
export function readDate(header: string | undefined): number | undefined {
  const [, day = '', month = '', year = '', time = ''] =
    /^\w{3}, (\d\d) (\w{3}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/.exec(header ?? '') ?? []
  const number = months.indexOf(month) + 1
  if (number === 0) return undefined
  return Temporal.Instant.from(`${year}-${String(number).padStart(2, '0')}-${day}T${time}Z`).epochMilliseconds
}

/** Sets the clock to this local time, as milliseconds. */
export function setLocal(context: ZkContext, localMs: number): void {
  context.state.isClockSet = true
  context.state.clockOffsetMs += localMs - clockOf(context)
}

/** Puts the clock right by what the server says, as far as a clock with this fault is right. */
export function setClock(context: ZkContext, serverMs: number): void {
  context.state.clockOffsetMs = serverMs - context.nowMs()
}

/** The documents' number of a moment, in which every month has 31 days, as milliseconds. */
export function secondsOf(code: number): number {
  const days = Math.floor(code / 86_400)
  const [year, month, day] = [2000 + Math.floor(days / 372), Math.floor((days % 372) / 31) + 1, (days % 31) + 1]
  const midnight = Temporal.PlainDate.from({ year, month, day }).toZonedDateTime('UTC')
  return midnight.epochMilliseconds + (code % 86_400) * 1000
}
