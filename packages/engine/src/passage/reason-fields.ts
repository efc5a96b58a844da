import type { Reason } from './may-pass.ts'
import type { ReasonCode } from './vocabulary.ts'

/** A line for each field that the engine gives with this code; those that it may leave out may be left out. */
type Told<Code, R = Reason> = R extends { code: infer K }
  ? Code extends K
    ? { readonly [F in keyof R as F extends 'code' ? never : F]: string }
    : never
  : never

const period = {
  validFromMs: 'start of the period in ms since 1970, null: none',
  validToMs: 'its end, not included, null: none',
}
const suspension = { fromMs: 'start of the suspension in ms since 1970', toMs: 'its end, not included, null: none' }
const left = { leftMs: 'when the person left, in ms since 1970' }
const names = { policyId: 'policy', groupId: 'group', timetableId: 'timetable' }
const since = { sinceMs: 'since when, in ms since 1970' }
const lockdownId = 'lockdown'
const areaId = 'area entered'
const whenUnknown = 'the side that is set: `opens` or `refuses`'
const occupancy = { occupancy: 'people inside before this passage', max: 'most people' }
const range = '`{ "startMinute": 480, "endMinute": 1080 }`'
const row = '`1` (Monday) to `7`, or `"holiday"`'
const passId = 'pass'
const passPeriod = { passId, ...period }
const uses = { passId, maxUses: 'most uses, null: any number', usedCount: 'uses before this one' }

/** The fields of each reason of a record beside its code. The type requires exactly those that the engine gives. */
export const reasonFields: { readonly [C in ReasonCode]: Told<C> } = {
  'face-not-live': {},
  'blink-missed': {},
  'turn-missed': {},
  'mouth-missed': {},
  'face-not-known': {},
  'faces-too-alike': { personIds: 'the people it may be' },
  'entries-of-one-face': { personIds: 'the entries of the face, the main one first, at most 20' },
  'no-group-bound': {},
  'group-bound': {
    groupIds: 'the bound groups of the person',
    personId: 'of several entries of one face, the one whose chain this is',
  },
  'device-out-of-service': {},
  'blacklist-refuses': {},
  'blacklist-overruled-by-device': {},
  suspended: suspension,
  'suspended-may-leave': suspension,
  left,
  'left-may-leave': left,
  'period-holds': period,
  'period-not-started': period,
  'period-over': period,
  'clock-unset': {},
  'group-without-policy': { groupId: 'group' },
  'timetable-unknown': names,
  'timetable-not-in-force': { ...names, row },
  'outside-ranges': { ...names, row },
  'inside-range': { ...names, row, range },
  'pass-unknown': {},
  'pass-elsewhere': { passId },
  'pass-revoked': { passId },
  'pass-not-started': passPeriod,
  'pass-over': passPeriod,
  'pass-used-up': uses,
  'pass-holds': uses,
  'card-unknown': {},
  'card-of-another': {},
  'pass-of-another': {},
  'person-elsewhere': { personIds: 'the person whom the terminal named, added by the server' },
  'server-refuses': {},
  'server-opens': {},
  'pin-unset': {},
  'pin-wrong': {},
  'pin-locked': {},
  'fire-opens': since,
  'emergency-opens': since,
  'lockdown-refuses': { lockdownId, ...since },
  'lockdown-exempts': { lockdownId, groupIds: 'the exempt groups of the person' },
  'lockdown-may-leave': { lockdownId, ...since },
  'door-held-open': {},
  'door-held-closed': {},
  'door-unlocked': { timetableId: 'timetable', row, range },
  'anti-passback-holds': { areaId },
  'anti-passback-exempts': { areaId, groupIds: 'the exempt groups of the person' },
  'anti-passback-unknown': { areaId, whenUnknown },
  'already-inside': { areaId, enteredAtMs: 'when the person came in, in ms since 1970, null: not known' },
  'came-in-lately': {
    areaId,
    enteredAtMs: 'when the person came in, in ms since 1970',
    minutes: 'for so long they do not come in again',
  },
  'occupancy-below-limit': { areaId, ...occupancy },
  'occupancy-reached': { areaId, ...occupancy },
  'occupancy-exempts': { areaId, groupIds: 'the exempt groups of the person' },
  'occupancy-unknown': { areaId, whenUnknown },
  'interlock-holds': {},
  'interlock-door-open': { doorIds: 'the doors that were open' },
  'interlock-unknown': { whenUnknown },
  'escort-present': { escortId: 'person who escorts', shownAtMs: 'when they showed themselves, in ms since 1970' },
  'escort-missing': { groupIds: 'the groups that may escort', seconds: 'within so many seconds' },
  'several-people-present': { personIds: 'the people who were counted, at most 20', count: 'how many it takes' },
  'several-people-missing': {
    groupIds: 'the groups that count',
    presentCount: 'how many were counted',
    count: 'how many it takes',
    seconds: 'within so many seconds',
  },
  'first-person-present': { firstPersonAtMs: 'when the first person came in, in ms since 1970' },
  'first-person-exempts': { groupIds: 'the groups of the person that may come in first' },
  'first-person-missing': { groupIds: 'the groups that may come in first' },
  'floors-released': { areaIds: 'the floors that the person may reach' },
  'no-floor': {},
}
