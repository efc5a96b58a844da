/**
 * The words of passage, and the numbers that other systems know them by. Names only: the contract builds its schemas from these.
 * Within Gatehouse a word travels; the number is for the open platform, exports and device drivers.
 */

/** The kinds of people that a record names. The first two and the last are known people; the others are faces. */
export const personKinds = ['staff', 'visitor', 'stranger', 'spoof', 'blacklisted'] as const
export type PersonKind = (typeof personKinds)[number]

export const personKindCodes = {
  staff: 1,
  visitor: 2,
  stranger: 3,
  spoof: 4,
  blacklisted: 5,
} as const satisfies Record<PersonKind, number>

/** The ways in which somebody can identify themselves. */
export const entryModes = [
  'face',
  'qr-code',
  'ic-card',
  'face-and-ic-card',
  'id-card',
  'face-and-id-card',
  'appointment',
  'face-and-qr-code',
  'bluetooth',
  'face-and-ic-card-and-pin',
  'exit-button',
  'job-number-and-pin',
  'face-and-pin',
  'ic-card-and-pin',
] as const
export type EntryMode = (typeof entryModes)[number]

/** 1 to 12 are the reference's. Two of its device families use 8 and 9 differently: face with PIN and card with PIN moved to 13 and 14. */
export const entryModeCodes = {
  face: 1,
  'qr-code': 2,
  'ic-card': 3,
  'face-and-ic-card': 4,
  'id-card': 5,
  'face-and-id-card': 6,
  appointment: 7,
  'face-and-qr-code': 8,
  bluetooth: 9,
  'face-and-ic-card-and-pin': 10,
  'exit-button': 11,
  'job-number-and-pin': 12,
  'face-and-pin': 13,
  'ic-card-and-pin': 14,
} as const satisfies Record<EntryMode, number>

/** The problem of an attempt to pass; `none` when the door opened. */
export const abnormalTypes = [
  'none',
  'face-id-card-mismatch',
  'face-ic-card-mismatch',
  'face-qr-code-mismatch',
  'visitor-outside-validity',
  'outside-passage-time',
  'invalid-id-card',
  'invalid-ic-card',
  'invalid-qr-code',
  'temperature-abnormal',
  'no-mask',
  'wrong-pin',
  'too-many-wrong-pins',
  'outside-validity',
  'blacklisted',
  'stranger',
  'spoof',
  'device-out-of-service',
  'clock-unset',
  'timetable-unknown',
  'suspended',
  'left',
  'lockdown',
  'door-held-closed',
  'anti-passback',
  'occupancy-limit',
  'interlock',
  'escort-missing',
  'too-few-people',
  'first-person-missing',
  'state-unknown',
  'known-at-device',
] as const
export type AbnormalType = (typeof abnormalTypes)[number]

/** A known person outside their time. */
export const outsideTime = [
  'outside-passage-time',
  'outside-validity',
  'visitor-outside-validity',
] as const satisfies readonly AbnormalType[]

/** Five digits are the reference's; six digits are ours, where it has no word. */
export const abnormalTypeCodes = {
  none: 0,
  'face-id-card-mismatch': 10001,
  'face-ic-card-mismatch': 10002,
  'face-qr-code-mismatch': 10003,
  'visitor-outside-validity': 20001,
  'outside-passage-time': 20002,
  'invalid-id-card': 30001,
  'invalid-ic-card': 30002,
  'invalid-qr-code': 30003,
  'temperature-abnormal': 40001,
  'no-mask': 50001,
  'wrong-pin': 70001,
  'too-many-wrong-pins': 70002,
  'outside-validity': 90001,
  blacklisted: 100001,
  stranger: 100002,
  spoof: 100003,
  'device-out-of-service': 100004,
  'clock-unset': 100005,
  'timetable-unknown': 100006,
  suspended: 100007,
  left: 100008,
  lockdown: 100009,
  'door-held-closed': 100010,
  'anti-passback': 100011,
  'occupancy-limit': 100012,
  interlock: 100013,
  'escort-missing': 100014,
  'too-few-people': 100015,
  'first-person-missing': 100016,
  'state-unknown': 100017,
  /** A device of another make let somebody pass who was enrolled there, and whom the product does not know. */
  'known-at-device': 100018,
} as const satisfies Record<AbnormalType, number>

/** Which way a reader leads through its door: into the area behind it, out of it, or not known which. */
export const directions = ['entry', 'exit', 'both'] as const
export type Direction = (typeof directions)[number]

/** An action that a person is asked to do before a camera, so that a photograph cannot stand in for them. */
export const livenessChallenges = ['blink', 'turn', 'mouth'] as const
export type LivenessChallenge = (typeof livenessChallenges)[number]

/** The links of the chain by which `mayPass` explains itself. */
export const passageReasonCodes = [
  'face-not-live',
  'blink-missed',
  'turn-missed',
  'mouth-missed',
  'face-not-known',
  'faces-too-alike',
  'entries-of-one-face',
  'no-group-bound',
  'group-bound',
  'device-out-of-service',
  'blacklist-refuses',
  'blacklist-overruled-by-device',
  'suspended',
  'suspended-may-leave',
  'left',
  'left-may-leave',
  'period-holds',
  'period-not-started',
  'period-over',
  'clock-unset',
  'group-without-policy',
  'timetable-unknown',
  'timetable-not-in-force',
  'outside-ranges',
  'inside-range',
  'pass-unknown',
  'pass-elsewhere',
  'pass-revoked',
  'pass-not-started',
  'pass-over',
  'pass-used-up',
  'pass-holds',
  'card-unknown',
  'card-of-another',
  'pass-of-another',
  'pin-unset',
  'pin-wrong',
  'pin-locked',
] as const
/** The links that the rules of a door add to the chain, in `door/`. */
export const doorReasonCodes = [
  'fire-opens',
  'emergency-opens',
  'lockdown-refuses',
  'lockdown-exempts',
  'lockdown-may-leave',
  'door-held-open',
  'door-held-closed',
  'door-unlocked',
  'anti-passback-holds',
  'anti-passback-exempts',
  'anti-passback-unknown',
  'already-inside',
  'came-in-lately',
  'occupancy-below-limit',
  'occupancy-reached',
  'occupancy-exempts',
  'occupancy-unknown',
  'interlock-holds',
  'interlock-door-open',
  'interlock-unknown',
  'escort-present',
  'escort-missing',
  'several-people-present',
  'several-people-missing',
  'first-person-present',
  'first-person-exempts',
  'first-person-missing',
  'floors-released',
  'no-floor',
] as const

/** The links that the server adds to the chain of a record that it does not believe, or would have decided otherwise. */
export const serverReasonCodes = ['person-elsewhere', 'server-refuses', 'server-opens'] as const

export const reasonCodes = [...passageReasonCodes, ...doorReasonCodes, ...serverReasonCodes] as const
export type ReasonCode = (typeof reasonCodes)[number]
