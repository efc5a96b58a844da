import type { AbnormalType, EntryMode } from '@gatehouse/engine/passage/vocabulary.ts'

/** The meaning of an event of the access dialect. A passage is a record; what is neither is kept as it came. */
export type EventMeaning =
  | {
      is: 'passage'
      opened: boolean
      abnormal: AbnormalType
      /** The way of somebody whose verification says nothing of it. */
      mode?: string
      /** Without a person it is no passage that a record could be about. */
      needsPerson?: true
      alarm?: 'wrong-passwords'
    }
  | { is: 'alarm'; alarm: 'tamper' | 'forced-open' | 'door-open-too-long' | 'duress' | 'fire'; canRelease: boolean }
  | { is: 'alarms-cancelled' }
  /** A door moves, is held open, or no longer is. */
  | { is: 'door'; contact: 'open' | 'closed' | null; isHeldOpen: boolean | null }
  /** Somebody pressed the exit button: of a door, and of no person. */
  | { is: 'exit-button' }
  /** It is known to tell nothing that anybody looks for, and is passed over: kept, such rows would push out useful ones. */
  | { is: 'harmless' }
  | { is: 'other' }

const opened = { is: 'passage', opened: true, abnormal: 'none' } as const
const openedBy = (mode?: string) => ({ ...opened, needsPerson: true, ...(mode === undefined ? {} : { mode }) }) as const
const refused = (abnormal: AbnormalType) => ({ is: 'passage', opened: false, abnormal }) as const
const alarm = (alarm: Extract<EventMeaning, { is: 'alarm' }>['alarm'], canRelease = true) =>
  ({ is: 'alarm', alarm, canRelease }) as const

const meanings: ReadonlyMap<number, EventMeaning> = new Map<number, EventMeaning>([
  ...[0, 1, 3, 208, 222].map((code): [number, EventMeaning] => [code, opened]),
  // The first person of the day, who opens for all.
  [2, openedBy()],
  [4, openedBy('job-number-and-pin')],
  ...[14, 15, 16, 18].map((code): [number, EventMeaning] => [code, openedBy('fingerprint')]),
  ...[17, 19].map((code): [number, EventMeaning] => [code, openedBy('ic-card-and-fingerprint')]),
  [207, openedBy('job-number-and-pin')],
  [218, openedBy('id-card')],
  [30, { ...refused('wrong-pin'), mode: 'job-number-and-pin', needsPerson: true, alarm: 'wrong-passwords' }],
  // The server opened; its outputs and inputs; faults of network and power, whose state is told apart; its start; its connection; a state of doors.
  ...[8, 12, 13, 105, 106, 107, 108, 206, 214, 217, 220, 221, 255].map((code): [number, EventMeaning] => [
    code,
    { is: 'harmless' },
  ]),
  [202, { is: 'exit-button' }],
  [7, { is: 'alarms-cancelled' }],
  [5, { is: 'door', contact: null, isHeldOpen: true }],
  [9, { is: 'door', contact: null, isHeldOpen: false }],
  [200, { is: 'door', contact: 'open', isHeldOpen: null }],
  [201, { is: 'door', contact: 'closed', isHeldOpen: null }],
  [204, { is: 'door', contact: null, isHeldOpen: false }],
  [205, { is: 'door', contact: null, isHeldOpen: true }],
  [20, refused('state-unknown')],
  [21, refused('outside-passage-time')],
  [22, refused('outside-passage-time')],
  [23, refused('outside-passage-time')],
  [24, refused('anti-passback')],
  [25, refused('interlock')],
  [26, refused('too-few-people')],
  [27, refused('stranger')],
  [29, refused('outside-validity')],
  [38, refused('invalid-ic-card')],
  [39, refused('blacklisted')],
  [41, refused('state-unknown')],
  [42, refused('invalid-ic-card')],
  [43, refused('suspended')],
  [44, refused('state-unknown')],
  [45, refused('state-unknown')],
  [48, refused('too-few-people')],
  [63, refused('door-held-closed')],
  [68, refused('temperature-abnormal')],
  [69, refused('no-mask')],
  [73, refused('invalid-qr-code')],
  [74, refused('invalid-qr-code')],
  [28, alarm('door-open-too-long')],
  [100, alarm('tamper')],
  [101, alarm('duress', false)],
  [102, alarm('forced-open')],
  [103, alarm('duress', false)],
  [109, alarm('tamper')],
  [210, alarm('fire')],
])

/** An event that this release does not know is none of these, and is kept. */
export const meaningOf = (event: number): EventMeaning => meanings.get(event) ?? { is: 'other' }

/** How somebody identified themselves, of the numbers of both dialects; a text for what the product has no word for. */
const modes: ReadonlyMap<number, EntryMode> = new Map<number, EntryMode>([
  [2, 'job-number-and-pin'],
  [3, 'job-number-and-pin'],
  [4, 'ic-card'],
  [11, 'ic-card-and-pin'],
  [15, 'face'],
  [17, 'face-and-pin'],
  [18, 'face-and-ic-card'],
])
const others: ReadonlyMap<number, string> = new Map([
  [0, 'any'],
  [1, 'fingerprint'],
  [9, 'fingerprint-and-pin'],
  [10, 'ic-card-and-fingerprint'],
  [200, 'any'],
  [16, 'face-and-fingerprint'],
  [21, 'palm-vein'],
  [25, 'palm'],
])

export function entryModeOf(verify: number | string): string {
  const text = String(verify)
  if (!/^\d{1,3}$/.test(text)) return modeOfBits(text)
  const number = Number(text)
  return modes.get(number) ?? others.get(number) ?? `zkteco-${number}`
}

/** The new style: a text of bits, the first of which says whether all or any of the others were used. */
function modeOfBits(bits: string): string {
  if (!/^[01]{4,32}$/.test(bits)) return 'any'
  const has = (bit: number) => bits[bit] === '1'
  if (has(1)) return has(11) ? 'face-and-ic-card' : has(9) ? 'face-and-pin' : 'face'
  if (has(11)) return has(9) ? 'ic-card-and-pin' : 'ic-card'
  if (has(12)) return 'qr-code'
  if (has(4) || has(5)) return 'fingerprint'
  return has(9) || has(10) ? 'job-number-and-pin' : 'any'
}
