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
      alarm?: 'wrong-passwords' | 'duress'
    }
  | { is: 'alarm'; alarm: 'tamper' | 'forced-open' | 'door-open-too-long' | 'fire' }
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
/** Firmware that does not join them tells one verdict by several codes: of a card, a finger and a password. */
const refusals = (abnormal: AbnormalType, codes: readonly number[]) =>
  codes.map((code): [number, EventMeaning] => [code, refused(abnormal)])
const alarm = (alarm: Extract<EventMeaning, { is: 'alarm' }>['alarm']) => ({ is: 'alarm', alarm }) as const

/**
 * A linkage, whose cause is told by itself; the server opened; its outputs and inputs; faults of network and power, whose state is told apart; its
 * start; its connections, and those of its readers and boards; a state of doors.
 */
const harmless = [
  6, 8, 12, 13, 105, 106, 107, 108, 206, 214, 217, 220, 221, 225, 231, 235, 237, 241, 242, 245, 246, 247, 248, 255,
]

const meanings: ReadonlyMap<number, EventMeaning> = new Map<number, EventMeaning>([
  ...[0, 1, 3, 208, 222, 232].map((code): [number, EventMeaning] => [code, opened]),
  // The first person of the day, who opens for all.
  [2, openedBy()],
  [4, openedBy('job-number-and-pin')],
  ...[14, 15, 16, 18].map((code): [number, EventMeaning] => [code, openedBy('fingerprint')]),
  ...[17, 19].map((code): [number, EventMeaning] => [code, openedBy('ic-card-and-fingerprint')]),
  // By the card and the finger of several people; by a password, as the first person or while the door is held open.
  [203, openedBy('ic-card-and-fingerprint')],
  ...[207, 215, 216].map((code): [number, EventMeaning] => [code, openedBy('job-number-and-pin')]),
  [218, openedBy('id-card')],
  [30, { ...refused('wrong-pin'), mode: 'job-number-and-pin', needsPerson: true, alarm: 'wrong-passwords' }],
  ...harmless.map((code): [number, EventMeaning] => [code, { is: 'harmless' }]),
  // The second while hours hold the door open.
  ...[202, 219].map((code): [number, EventMeaning] => [code, { is: 'exit-button' }]),
  [7, { is: 'alarms-cancelled' }],
  [5, { is: 'door', contact: null, isHeldOpen: true }],
  [9, { is: 'door', contact: null, isHeldOpen: false }],
  [200, { is: 'door', contact: 'open', isHeldOpen: null }],
  [201, { is: 'door', contact: 'closed', isHeldOpen: null }],
  [204, { is: 'door', contact: null, isHeldOpen: false }],
  [205, { is: 'door', contact: null, isHeldOpen: true }],
  ...refusals('state-unknown', [20, 31, 41, 44, 45, 50, 61, 75]),
  ...refusals('outside-passage-time', [21, 22, 23, 35, 49]),
  [24, refused('anti-passback')],
  [25, refused('interlock')],
  ...refusals('too-few-people', [26, 32, 40, 48, 51, 52]),
  ...refusals('stranger', [27, 34]),
  ...refusals('outside-validity', [29, 33, 53]),
  ...refusals('invalid-ic-card', [38, 42, 104]),
  [39, refused('blacklisted')],
  ...refusals('suspended', [43, 62]),
  ...refusals('door-held-closed', [60, 63]),
  [68, refused('temperature-abnormal')],
  [69, refused('no-mask')],
  [73, refused('invalid-qr-code')],
  [74, refused('invalid-qr-code')],
  [28, alarm('door-open-too-long')],
  [100, alarm('tamper')],
  // Somebody under duress comes in: by a password and by a finger.
  [101, { ...openedBy('job-number-and-pin'), alarm: 'duress' }],
  [102, alarm('forced-open')],
  [103, { ...openedBy('fingerprint'), alarm: 'duress' }],
  [109, alarm('tamper')],
  [210, alarm('fire')],
  [6000, alarm('fire')],
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
