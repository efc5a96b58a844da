/** Habits of real firmware that a server has to live with. */
export type ZkFaults = {
  /** Every upload is sent twice. */
  repeats: boolean
  /** Every third answer to an upload is lost: the terminal sends the same again. */
  cuts: boolean
  /** Minutes that its clock is ahead. */
  clockAheadMinutes: number
  /** Half hours of its zone are cut off. */
  cutsZone: boolean
  /** Time before number in attendance rows. */
  swapsColumns: boolean
  /** Names are sent and read in GB18030. */
  isChinese: boolean
  /** After each handshake it sends its last records again. */
  replays: boolean
  /** Each poll carries INFO. */
  onlyInfo: boolean
  /** Uploads name no type of their body. */
  hasNoContentType: boolean
  /** Of several commands in one answer it carries out the first alone. */
  dropsCommands: boolean
  /** It knows no questions about its tables. */
  refusesQueries: boolean
  /** How many doors it has, and how it writes dates, it tells only when it is asked. */
  tellsLate: boolean
  /** Its first greeting does not say which dialect it speaks. */
  hidesDialect: boolean
  /** People with zones of their own observe no holidays. */
  ownZonesIgnoreHolidays: boolean
  /** It takes zones and periods and keeps to neither: everybody on it passes, as on eSSL terminals of ZAM180 (docs/zkteco.md). */
  ignoresHours: boolean
  /** It shows no token, as firmware of push 2. */
  hidesToken: boolean
  /** New firmware arrives with another sum. */
  spoilsFile: boolean
  /** It breaks off in the middle of new firmware. */
  cutsFile: boolean
  /** It says that it has installed firmware, and goes on with the old one. */
  keepsVersion: boolean
}

export const noFaults: ZkFaults = {
  repeats: false,
  cuts: false,
  clockAheadMinutes: 0,
  cutsZone: false,
  swapsColumns: false,
  isChinese: false,
  replays: false,
  onlyInfo: false,
  hasNoContentType: false,
  dropsCommands: false,
  refusesQueries: false,
  tellsLate: false,
  hidesDialect: false,
  ownZonesIgnoreHolidays: false,
  ignoresHours: false,
  hidesToken: false,
  spoilsFile: false,
  cutsFile: false,
  keepsVersion: false,
}

const switches = {
  repeats: 'repeats',
  cuts: 'cuts',
  cutszone: 'cutsZone',
  swaps: 'swapsColumns',
  chinese: 'isChinese',
  replays: 'replays',
  info: 'onlyInfo',
  untyped: 'hasNoContentType',
  drops: 'dropsCommands',
  queryless: 'refusesQueries',
  late: 'tellsLate',
  undeclared: 'hidesDialect',
  holidayless: 'ownZonesIgnoreHolidays',
  'ignores-hours': 'ignoresHours',
  tokenless: 'hidesToken',
  spoils: 'spoilsFile',
  cutsfile: 'cutsFile',
  oldversion: 'keepsVersion',
} as const satisfies Record<string, keyof ZkFaults>

export const faultNames = [...Object.keys(switches), 'clock:MINUTES'].join(', ')

/** The faults of these words; null names the word that there is none of. */
export function readFaults(words: readonly string[]): ZkFaults | { unknown: string } {
  let faults = noFaults
  for (const word of words) {
    const minutes = /^clock:(-?\d{1,8})$/.exec(word)?.[1]
    if (minutes !== undefined) faults = { ...faults, clockAheadMinutes: Number(minutes) }
    else if (isSwitch(word)) faults = { ...faults, [switches[word]]: true }
    else return { unknown: word }
  }
  return faults
}

const isSwitch = (word: string): word is keyof typeof switches => Object.hasOwn(switches, word)
