import { describe, expect, it } from 'vitest'
import type { FaceEntry } from '../passage/entries-of-face.ts'
import type { Timetable } from '../passage/timetable.ts'
import { doorReasonCodes } from '../passage/vocabulary.ts'
import { decideAtDoor, decideAtDoorTogether } from './decide-at-door.ts'
import { noDoorRules, type DoorQuestion, type DoorRules, type DoorState, type DoorVerdict } from './door-question.ts'

const hours = (start: number, end: number) => ({ startMinute: start * 60, endMinute: end * 60 })
function everyDay(id: string, ...r: { startMinute: number; endMinute: number }[]): Timetable {
  return { id, name: id, validFromOn: null, validToOn: null, week: [r, r, r, r, r, r, r], holiday: [], holidays: [] }
}
const timetables = [
  everyDay('day', hours(8, 20)),
  everyDay('morning and evening', hours(8, 12), hours(18, 22)),
  everyDay('night', hours(22, 24)),
  everyDay('never'),
]

const ms = (local: string) => Temporal.Instant.from(`${local}+08:00`).epochMilliseconds
const noon = ms('2026-06-01T12:00')
const second = 1000
const minute = 60 * second

const forEver = { validFromMs: null, validToMs: null }
const ann: FaceEntry = { id: 'ann', kind: 'staff', groupIds: ['staff'], ...forEver }
const bob: FaceEntry = { ...ann, id: 'bob', groupIds: ['staff', 'guards'] }
const visitor: FaceEntry = { id: 'vic', kind: 'visitor', groupIds: ['guests'], ...forEver }
const banned: FaceEntry = { id: 'ben', kind: 'blacklisted', groupIds: ['banned'], ...forEver }
const outsider: FaceEntry = { ...ann, id: 'out', groupIds: ['elsewhere'] }
const suspended: FaceEntry = { ...ann, id: 'sue', suspensions: [{ fromMs: 0, toMs: null }] }
const leaver: FaceEntry = { ...ann, id: 'lea', leftMs: 0 }
const stranger = { kind: 'stranger' } as const
const photograph = { kind: 'spoof' } as const

/** The laboratory is in the building; the door leads into the laboratory. */
const noRules: DoorRules = {
  ...noDoorRules,
  direction: 'entry',
  leavesAreaId: 'building',
  entersAreaId: 'lab',
}
/** The same door from its other side. */
const out = { direction: 'exit', leavesAreaId: 'lab', entersAreaId: 'building' } as const
const wayOfBoth = { direction: 'both' } as const

const quiet: DoorState = {
  emergency: null,
  lockdowns: [],
  mode: 'normal',
  around: { person: null, occupancy: null, openDoorIds: [] },
  recent: [],
  firstPersonAtMs: null,
}
const around = (areaIds: string[], enteredAtMs: number | null = null, occupancy: number | null = null) => ({
  around: { person: { areaIds, enteredAtMs }, occupancy, openDoorIds: [] },
})
const [outside, inBuilding, inLab] = [around([]), around(['building']), around(['lab', 'building'])]
const people = (occupancy: number, areaIds: string[] = ['building']) => around(areaIds, null, occupancy)
const openDoors = (...openDoorIds: string[]) => ({ around: { person: null, occupancy: null, openDoorIds } })
const shown = (...all: [who: FaceEntry, secondsAgo: number][]) => ({
  recent: all.map(([{ id, groupIds }, ago]) => ({ personId: id, groupIds, atMs: noon - ago * second })),
})
const silent = { around: null }

const emergency = (kind: 'fire' | 'emergency-open') => ({ emergency: { kind, sinceMs: noon - minute } })
const lockdown = (id: string, ...exemptGroupIds: string[]) => ({ id, exemptGroupIds, sinceMs: noon - minute })
const lockedDown = { lockdowns: [lockdown('site')] }
const guardsPass = { lockdowns: [lockdown('site', 'guards')] }

const common = { exemptGroupIds: ['guards'], whenUnknown: 'refuses' } as const
const soft = { antiPassback: { ...common, mode: 'soft' } } as const
const hard = { antiPassback: { ...common, mode: 'hard' } } as const
const timed = { antiPassback: { ...common, mode: 'timed', minutes: 10 } } as const
const fullRefuses = { occupancyLimit: { ...common, max: 5, mode: 'refuse' } } as const
const fullAlarms = { occupancyLimit: { ...common, max: 5, mode: 'alarm' } } as const
const interlock = { interlock: { doorIds: ['inner', 'side'], whenUnknown: 'refuses' } } as const
const escort = { escort: { escortGroupIds: ['staff', 'guards'], seconds: 30 } }
const two = { severalPeople: { groupIds: ['staff'], count: 2, seconds: 30 } }
const first = { firstPersonIn: { groupIds: ['guards'], timetableId: null } }
const firstByRange = { firstPersonIn: { groupIds: ['guards'], timetableId: 'morning and evening' } }
const free = (timetableId: string, afterFirstPerson = false) => ({ freeHours: { timetableId, afterFirstPerson } })

interface Case {
  who?: DoorQuestion['subject']
  /** local time in Shanghai; default Monday noon; null: a clock that was never set */
  at?: string | null
  rules?: Partial<DoorRules>
  state?: Partial<DoorState>
  device?: Partial<DoorQuestion['device']>
  /** `group > timetable` */
  by?: string
  isUnderDuress?: boolean
}

function questionOf({ who = ann, at = '2026-06-01T12:00', rules, state, device, by, isUnderDuress }: Case) {
  const [groupId = '', timetableId = ''] = by?.split(' > ') ?? []
  return {
    atMs: at === null ? null : ms(at),
    timeZone: 'Asia/Shanghai',
    subject: who,
    device: {
      isRunning: true,
      opensForBlacklisted: false,
      boundGroupIds: ['staff', 'guards', 'guests', 'banned'],
      ...device,
    },
    policies: by ? [{ id: 'p1', groupId, timetableId }] : [],
    timetables,
    rules: { ...noRules, ...rules },
    state: { ...quiet, ...state },
    isUnderDuress,
  } satisfies DoorQuestion
}

const ask = (asked: Case) => decideAtDoor(questionOf(asked))

/** The chain of a person who may pass at a door without rules. */
const plain = 'group-bound period-holds group-without-policy'

/** `opens staff | lockdown-exempts … | alarm … | assumed …`, or what was abnormal in place of `opens`; `…` for `plain` */
function inWords({ opens, recordedAs, abnormal, reasons, alarms, assumed }: DoorVerdict): string {
  const chain = reasons
    .map(({ code }) => code)
    .join(' ')
    .replace(plain, '…')
  const more = [alarms.length > 0 && `alarm ${alarms.join(' ')}`, assumed.length > 0 && `assumed ${assumed.join(' ')}`]
  return [`${opens ? 'opens' : abnormal} ${recordedAs}`, chain, ...more.filter(Boolean)].join(' | ')
}

// One case, one line.
// oxfmt-ignore
const cases: [title: string, question: Case, verdict: string][] = [
  ['a door without rules opens as a device does', {}, 'opens staff | …'],
  ['a door without rules keeps to the policies', { by: 'staff > never' }, 'outside-passage-time staff | group-bound period-holds outside-ranges'],
  ['a door without rules asks nobody of areas', { state: silent }, 'opens staff | …'],

  // 1. Fire and emergency open
  ['a fire opens for staff', { state: emergency('fire') }, 'opens staff | fire-opens'],
  ['an emergency open opens for staff', { state: emergency('emergency-open') }, 'opens staff | emergency-opens'],
  ['a fire opens for a stranger', { who: stranger, state: emergency('fire') }, 'opens stranger | fire-opens'],
  ['a fire opens for a face that is not live', { who: photograph, state: emergency('fire') }, 'opens spoof | fire-opens'],
  ['a fire opens for a blacklisted person', { who: banned, state: emergency('fire') }, 'opens blacklisted | fire-opens'],
  ['a fire opens for a suspended person', { who: suspended, state: emergency('fire') }, 'opens staff | fire-opens'],
  ['a fire records a person whom no group binds as a stranger', { who: outsider, state: emergency('fire') }, 'opens stranger | fire-opens'],
  ['a fire opens in a lockdown', { state: { ...emergency('fire'), ...lockedDown } }, 'opens staff | fire-opens'],
  ['a fire opens a door that is held closed', { state: { ...emergency('fire'), mode: 'held-closed' } }, 'opens staff | fire-opens'],
  ['a fire opens at a device out of service', { state: emergency('fire'), device: { isRunning: false } }, 'opens staff | fire-opens'],
  ['a fire opens a door whose clock was never set', { at: null, state: emergency('fire') }, 'opens staff | fire-opens'],

  // 2. Lockdown
  ['a lockdown closes for staff', { state: lockedDown }, 'lockdown staff | lockdown-refuses'],
  ['a lockdown lets staff go out', { rules: out, state: lockedDown }, 'opens staff | lockdown-may-leave …'],
  ['a lockdown closes a reader whose direction is not known', { rules: wayOfBoth, state: lockedDown }, 'lockdown staff | lockdown-refuses'],
  ['a lockdown does not let a stranger out', { who: stranger, rules: out, state: lockedDown }, 'stranger stranger | lockdown-may-leave face-not-known'],
  ['a lockdown leaves the way out to the policies', { rules: out, state: lockedDown, by: 'staff > never' }, 'outside-passage-time staff | lockdown-may-leave group-bound period-holds outside-ranges'],
  ['a lockdown keeps a reader that leads out held open', { rules: out, state: { ...lockedDown, mode: 'held-open' } }, 'opens staff | lockdown-may-leave door-held-open'],
  ['a lockdown keeps a reader that leads out held closed', { rules: out, state: { ...lockedDown, mode: 'held-closed' } }, 'door-held-closed staff | lockdown-may-leave door-held-closed'],
  ['a person goes out of two lockdowns, and is exempt from one', { who: bob, rules: out, state: { lockdowns: [lockdown('area'), lockdown('site', 'guards')] } }, 'opens staff | lockdown-may-leave lockdown-exempts …'],
  ['a lockdown closes for a stranger, and says so', { who: stranger, state: lockedDown }, 'lockdown stranger | lockdown-refuses'],
  ['a lockdown closes for a face that is not live, and says so', { who: photograph, state: lockedDown }, 'lockdown spoof | lockdown-refuses'],
  ['a lockdown closes a door that is held open', { state: { ...lockedDown, mode: 'held-open' } }, 'lockdown staff | lockdown-refuses'],
  ['a lockdown closes a door in its free hours', { rules: free('day'), state: lockedDown }, 'lockdown staff | lockdown-refuses'],
  ['a lockdown lets its exempt group pass', { who: bob, state: guardsPass }, 'opens staff | lockdown-exempts …'],
  ['a lockdown does not free its exempt group from the policies', { who: { ...bob, groupIds: ['guards'] }, state: guardsPass, by: 'guards > never' }, 'outside-passage-time staff | lockdown-exempts group-bound period-holds outside-ranges'],
  ['an exempt person whom no group binds is a stranger, for whom a lockdown closes', { who: bob, state: guardsPass, device: { boundGroupIds: [] } }, 'lockdown stranger | lockdown-refuses'],
  ['a lockdown closes a door that is held open for an exempt person whom no group binds', { who: bob, state: { ...guardsPass, mode: 'held-open' }, device: { boundGroupIds: [] } }, 'lockdown stranger | lockdown-refuses'],
  ['an exempt person is refused at a door that is held closed', { who: bob, state: { ...guardsPass, mode: 'held-closed' } }, 'door-held-closed staff | lockdown-exempts door-held-closed'],
  ['of two lockdowns the one that does not exempt refuses', { who: bob, state: { lockdowns: [lockdown('site', 'guards'), lockdown('area')] } }, 'lockdown staff | lockdown-refuses'],
  ['a person who is exempt from two lockdowns passes', { who: bob, state: { lockdowns: [lockdown('site', 'guards'), lockdown('area', 'staff')] } }, 'opens staff | lockdown-exempts lockdown-exempts …'],

  // 3. Out of service, held open, held closed
  ['a device out of service refuses as ever', { device: { isRunning: false } }, 'device-out-of-service staff | group-bound device-out-of-service'],
  ['a device out of service stays closed though a command holds the door open', { state: { mode: 'held-open' }, device: { isRunning: false } }, 'device-out-of-service staff | group-bound device-out-of-service'],
  ['a device out of service stays closed in the free hours', { who: stranger, rules: free('day'), device: { isRunning: false } }, 'device-out-of-service stranger | device-out-of-service'],
  ['a device out of service refuses a face that is not live, and says so', { who: photograph, device: { isRunning: false } }, 'device-out-of-service spoof | device-out-of-service'],
  ['a device out of service refuses a person whom no group binds, and says so', { who: outsider, device: { isRunning: false } }, 'device-out-of-service stranger | device-out-of-service'],
  ['a door that is held open opens for staff and records them', { state: { mode: 'held-open' } }, 'opens staff | door-held-open'],
  ['a door that is held open opens for a stranger', { who: stranger, state: { mode: 'held-open' } }, 'opens stranger | door-held-open'],
  ['a door that is held open opens for a blacklisted person and records them', { who: banned, state: { mode: 'held-open' } }, 'opens blacklisted | door-held-open'],
  ['a door that is held open asks no rule of areas', { rules: hard, state: { mode: 'held-open', ...inLab } }, 'opens staff | door-held-open'],
  ['a door that is held closed refuses staff', { state: { mode: 'held-closed' } }, 'door-held-closed staff | door-held-closed'],
  ['a door that is held closed refuses a stranger, and says so', { who: stranger, state: { mode: 'held-closed' } }, 'door-held-closed stranger | door-held-closed'],
  ['a door that is held closed refuses in the free hours', { rules: free('day'), state: { mode: 'held-closed' } }, 'door-held-closed staff | door-held-closed'],

  // 4. and 5. The person
  ['a blacklisted person is refused', { who: banned }, 'blacklisted blacklisted | group-bound blacklist-refuses'],
  ['a suspended person does not come in', { who: suspended }, 'suspended staff | group-bound suspended'],
  ['a suspended person goes out', { who: suspended, rules: out }, 'opens staff | group-bound suspended-may-leave period-holds group-without-policy'],
  ['a person who has left does not come in', { who: leaver }, 'left staff | group-bound left'],
  ['a person who has left goes out', { who: leaver, rules: out }, 'opens staff | group-bound left-may-leave period-holds group-without-policy'],
  ['a stranger is refused', { who: stranger }, 'stranger stranger | face-not-known'],

  // Free hours
  ['an unlocked door opens whatever the policies say', { rules: free('day'), by: 'staff > never' }, 'opens staff | group-bound period-holds door-unlocked'],
  ['an unlocked door opens for a stranger', { who: stranger, rules: free('day') }, 'opens stranger | door-unlocked'],
  ['an unlocked door opens for a face that is not live', { who: photograph, rules: free('day') }, 'opens spoof | door-unlocked'],
  ['an unlocked door opens for a person whom no group binds', { who: outsider, rules: free('day') }, 'opens stranger | door-unlocked'],
  ['an unlocked door refuses a blacklisted person', { who: banned, rules: free('day') }, 'blacklisted blacklisted | group-bound blacklist-refuses'],
  ['an unlocked door refuses a suspended person', { who: suspended, rules: free('day') }, 'suspended staff | group-bound suspended'],
  ['an unlocked door lets a suspended person out', { who: suspended, rules: { ...out, ...free('day') } }, 'opens staff | group-bound suspended-may-leave period-holds door-unlocked'],
  ['an unlocked door refuses a person who has left', { who: leaver, rules: free('day') }, 'left staff | group-bound left'],
  ['an unlocked door lets a person out who has left', { who: leaver, rules: { ...out, ...free('day') } }, 'opens staff | group-bound left-may-leave period-holds door-unlocked'],
  ['an unlocked door refuses a visitor whose visit is over', { who: { ...visitor, validToMs: 0 }, rules: free('day') }, 'visitor-outside-validity visitor | group-bound period-over'],
  ['an unlocked door asks no rule of areas', { rules: { ...free('day'), ...hard, ...interlock }, state: inLab }, 'opens staff | group-bound period-holds door-unlocked'],
  ['outside its free hours the door is locked', { rules: free('night'), by: 'staff > never' }, 'outside-passage-time staff | group-bound period-holds outside-ranges'],
  ['a timetable that is not there yet unlocks nothing', { who: stranger, rules: free('lost') }, 'stranger stranger | face-not-known'],
  ['a clock that was never set unlocks nothing', { who: stranger, at: null, rules: free('day') }, 'stranger stranger | face-not-known'],
  ['a door that waits for the first person is locked before', { who: stranger, rules: free('day', true) }, 'stranger stranger | face-not-known'],
  ['a door that waits for the first person is unlocked after', { who: stranger, rules: free('day', true), state: { firstPersonAtMs: ms('2026-06-01T08:00') } }, 'opens stranger | door-unlocked'],
  ['the first person of yesterday unlocks nothing today', { who: stranger, rules: free('day', true), state: { firstPersonAtMs: ms('2026-05-31T09:00') } }, 'stranger stranger | face-not-known'],
  ['a person who came before the free hours does not unlock them', { who: stranger, rules: free('day', true), state: { firstPersonAtMs: ms('2026-06-01T07:59') } }, 'stranger stranger | face-not-known'],

  // 7. Anti-passback
  ['a person who is not inside comes in', { rules: hard, state: inBuilding }, 'opens staff | … anti-passback-holds'],
  ['a person whom nobody has seen yet comes in', { rules: hard, state: outside }, 'opens staff | … anti-passback-holds'],
  ['a card that is passed back is refused', { rules: hard, state: inLab }, 'anti-passback staff | … already-inside'],
  ['a card that is passed back raises an alarm where it is soft', { rules: soft, state: inLab }, 'opens staff | … already-inside | alarm anti-passback'],
  ['a person in an area inside the one entered is inside it', { rules: hard, state: around(['freezer', 'lab', 'building']) }, 'anti-passback staff | … already-inside'],
  ['an exempt group comes in again', { who: bob, rules: hard, state: inLab }, 'opens staff | … anti-passback-exempts'],
  ['an exempt group raises no alarm', { who: bob, rules: soft, state: inLab }, 'opens staff | … anti-passback-exempts'],
  ['a person goes out from where they are without being asked', { rules: { ...out, ...hard }, state: inLab }, 'opens staff | …'],
  ['a person whose way in was not seen gets out, with an alarm', { rules: { ...out, ...hard }, state: inBuilding }, 'opens staff | … already-inside | alarm anti-passback'],
  ['a person whose way in was not seen gets out where it is soft too', { rules: { ...out, ...soft }, state: inBuilding }, 'opens staff | … already-inside | alarm anti-passback'],
  ['a way out never asks what is not known', { rules: { ...out, ...hard }, state: silent }, 'opens staff | …'],
  ['a reader of both directions takes who is inside as going out', { rules: { ...wayOfBoth, ...hard }, state: inLab }, 'opens staff | …'],
  ['a reader of both directions asks who comes in', { rules: { ...wayOfBoth, ...hard }, state: inBuilding }, 'opens staff | … anti-passback-holds'],
  ['where nobody answers the door stays closed as it is set', { rules: hard, state: silent }, 'state-unknown staff | … anti-passback-unknown | assumed anti-passback'],
  ['where nobody answers the door opens as it is set', { rules: { antiPassback: { ...hard.antiPassback, whenUnknown: 'opens' } }, state: silent }, 'opens staff | … anti-passback-unknown | assumed anti-passback'],
  ['where nothing is known of the person it falls to the side that is set', { rules: hard }, 'state-unknown staff | … anti-passback-unknown | assumed anti-passback'],
  ['an exempt group passes where nobody answers', { who: bob, rules: hard, state: silent }, 'opens staff | … anti-passback-exempts'],
  ['the outside knows no passing back', { rules: { ...hard, leavesAreaId: 'building', entersAreaId: null }, state: outside }, 'opens staff | …'],
  ['a person who came in minutes ago does not come in again', { rules: timed, state: around([], noon - 10 * minute + 1) }, 'anti-passback staff | … came-in-lately'],
  ['a person who came in long enough ago comes in again', { rules: timed, state: around(['lab', 'building'], noon - 10 * minute) }, 'opens staff | … anti-passback-holds'],
  ['a person who never came in comes in where it is timed', { rules: timed, state: inBuilding }, 'opens staff | … anti-passback-holds'],
  ['a person goes out minutes after they came in', { rules: { ...out, ...timed }, state: around(['lab', 'building'], noon - minute) }, 'opens staff | …'],
  ['a time of coming in that is no number refuses', { rules: timed, state: around([], Number.NaN) }, 'anti-passback staff | … came-in-lately'],
  ['without a clock nobody knows how long ago they came in', { at: null, rules: timed, state: around([], noon) }, 'state-unknown staff | … anti-passback-unknown | assumed anti-passback'],

  // Occupancy
  ['a person comes into an area that is not full', { rules: fullRefuses, state: people(4) }, 'opens staff | … occupancy-below-limit'],
  ['a full area refuses', { rules: fullRefuses, state: people(5) }, 'occupancy-limit staff | … occupancy-reached'],
  ['a full area raises an alarm where it is set so', { rules: fullAlarms, state: people(5) }, 'opens staff | … occupancy-reached | alarm occupancy-limit'],
  ['a limit of none lets nobody in', { rules: { occupancyLimit: { ...fullRefuses.occupancyLimit, max: 0 } }, state: people(0) }, 'occupancy-limit staff | … occupancy-reached'],
  ['a person who is inside is not counted twice', { rules: fullRefuses, state: people(5, ['lab', 'building']) }, 'opens staff | … occupancy-below-limit'],
  ['an exempt group comes into a full area', { who: bob, rules: fullRefuses, state: people(5) }, 'opens staff | … occupancy-exempts'],
  ['a person goes out of a full area into a full one', { rules: { ...out, ...fullRefuses }, state: people(5, ['lab', 'building']) }, 'opens staff | …'],
  ['a reader of both directions lets a person out of a full area', { rules: { ...wayOfBoth, ...fullRefuses }, state: people(5, ['lab', 'building']) }, 'opens staff | …'],
  ['a reader of both directions lets nobody into a full area', { rules: { ...wayOfBoth, ...fullRefuses }, state: people(5) }, 'occupancy-limit staff | … occupancy-reached'],
  ['a number that nobody knows falls to the side that is set', { rules: fullRefuses, state: inBuilding }, 'state-unknown staff | … occupancy-unknown | assumed occupancy-limit'],
  ['a number that nobody knows opens where it is set so', { rules: { occupancyLimit: { ...fullRefuses.occupancyLimit, whenUnknown: 'opens' } }, state: silent }, 'opens staff | … occupancy-unknown | assumed occupancy-limit'],

  // Interlock
  ['a door opens while all others of its group are closed', { rules: interlock, state: openDoors('elsewhere') }, 'opens staff | … interlock-holds'],
  ['a door is refused while another of its group is open', { rules: interlock, state: openDoors('inner') }, 'interlock staff | … interlock-door-open'],
  ['an interlock holds on the way out too', { rules: { ...out, ...interlock }, state: openDoors('inner') }, 'interlock staff | … interlock-door-open'],
  ['an interlock knows no exempt groups', { who: bob, rules: interlock, state: openDoors('inner') }, 'interlock staff | … interlock-door-open'],
  ['doors that nobody knows fall to the side that is set', { rules: interlock, state: silent }, 'state-unknown staff | … interlock-unknown | assumed interlock'],
  ['a door of the group whose state is not known falls to the side that is set', { rules: interlock, state: { around: { person: null, occupancy: null, openDoorIds: null } } }, 'state-unknown staff | … interlock-unknown | assumed interlock'],
  ['doors that nobody knows open where it is set so', { rules: { interlock: { ...interlock.interlock, whenUnknown: 'opens' } }, state: silent }, 'opens staff | … interlock-unknown | assumed interlock'],

  // Escort
  ['a visitor does not pass alone', { who: visitor, rules: escort }, 'escort-missing visitor | … escort-missing'],
  ['a visitor passes after an escort', { who: visitor, rules: escort, state: shown([ann, 30]) }, 'opens visitor | … escort-present'],
  ['a visitor passes at the instant of an escort', { who: visitor, rules: escort, state: shown([ann, 0]) }, 'opens visitor | … escort-present'],
  ['a visitor does not pass long after an escort', { who: visitor, rules: escort, state: shown([ann, 30.001]) }, 'escort-missing visitor | … escort-missing'],
  ['a visitor escorts no visitor', { who: visitor, rules: escort, state: shown([{ ...visitor, id: 'eve' }, 1]) }, 'escort-missing visitor | … escort-missing'],
  ['a visitor does not escort themself', { who: { ...visitor, groupIds: ['guests', 'staff'] }, rules: escort, state: shown([{ ...ann, id: 'vic' }, 1]) }, 'escort-missing visitor | … escort-missing'],
  ['a visitor does not go out alone', { who: visitor, rules: { ...out, ...escort } }, 'escort-missing visitor | … escort-missing'],
  ['an escort of the time to come counts for nothing', { who: visitor, rules: escort, state: shown([ann, -1]) }, 'escort-missing visitor | … escort-missing'],
  ['staff need no escort', { rules: escort }, 'opens staff | …'],
  ['without a clock nobody knows how long ago the escort came', { who: visitor, at: null, rules: escort, state: shown([ann, 1]) }, 'clock-unset visitor | … clock-unset'],

  // Several people
  ['one person alone is too few', { rules: two }, 'too-few-people staff | … several-people-missing'],
  ['the second person opens', { rules: two, state: shown([bob, 30]) }, 'opens staff | … several-people-present'],
  ['the second person is too late', { rules: two, state: shown([bob, 30.001]) }, 'too-few-people staff | … several-people-missing'],
  ['the same person twice counts once', { rules: two, state: shown([ann, 5], [ann, 2]) }, 'too-few-people staff | … several-people-missing'],
  ['another person twice counts once', { who: visitor, rules: two, state: shown([ann, 5], [ann, 2]) }, 'too-few-people visitor | … several-people-missing'],
  ['a person of another group does not count', { rules: two, state: shown([visitor, 5]) }, 'too-few-people staff | … several-people-missing'],
  ['a person of another group passes with enough of them', { who: visitor, rules: two, state: shown([ann, 5], [bob, 2]) }, 'opens visitor | … several-people-present'],
  ['several people are needed on the way out too', { rules: { ...out, ...two } }, 'too-few-people staff | … several-people-missing'],
  ['without a clock nobody knows how long ago the others came', { at: null, rules: two, state: shown([bob, 5]) }, 'clock-unset staff | … clock-unset'],

  // First person in
  ['nobody comes in before the first person', { rules: first }, 'first-person-missing staff | … first-person-missing'],
  ['the first person comes in', { who: bob, rules: first }, 'opens staff | … first-person-exempts'],
  ['others come in after the first person', { rules: first, state: { firstPersonAtMs: noon } }, 'opens staff | … first-person-present'],
  ['the first person of yesterday is not that of today', { rules: first, state: { firstPersonAtMs: ms('2026-05-31T23:59') } }, 'first-person-missing staff | … first-person-missing'],
  ['a first person of the time to come counts for nothing', { rules: first, state: { firstPersonAtMs: noon + 1 } }, 'first-person-missing staff | … first-person-missing'],
  ['each range has its own first person', { at: '2026-06-01T18:00', rules: firstByRange, state: { firstPersonAtMs: ms('2026-06-01T08:00') } }, 'first-person-missing staff | … first-person-missing'],
  ['the first person of this range counts', { at: '2026-06-01T18:30', rules: firstByRange, state: { firstPersonAtMs: ms('2026-06-01T18:00') } }, 'opens staff | … first-person-present'],
  ['outside the ranges nobody waits for the first person', { rules: firstByRange }, 'opens staff | …'],
  ['a timetable that is not there yet holds the whole day', { rules: { firstPersonIn: { groupIds: ['guards'], timetableId: 'lost' } } }, 'first-person-missing staff | … first-person-missing'],
  ['nobody waits for the first person to go out', { rules: { ...out, ...first } }, 'opens staff | …'],
  ['a reader of both directions lets out before the first person has come', { rules: { ...wayOfBoth, ...first }, state: inLab }, 'opens staff | …'],
  ['without a clock nobody knows whether the first person came today', { at: null, rules: first, state: { firstPersonAtMs: noon } }, 'clock-unset staff | … clock-unset'],

  // The floors of an elevator
  ['an elevator releases the floors of a person', { rules: { floors: [{ areaId: 'attic', output: 1, groupIds: ['staff'], timetableId: 'day' }] } }, 'opens staff | … floors-released'],
  ['an elevator refuses a person whom none of its floors is for', { rules: { floors: [{ areaId: 'attic', output: 1, groupIds: ['guards'], timetableId: null }] } }, 'outside-passage-time staff | … no-floor'],

  // Several rules
  ['the first rule that refuses ends it', { rules: { ...hard, ...fullRefuses, ...interlock }, state: people(5, ['lab', 'building']) }, 'anti-passback staff | … already-inside'],
  ['every rule that was kept is named', { rules: { ...hard, ...fullRefuses, ...interlock, ...escort, ...two, ...first }, state: { ...people(4), ...shown([bob, 1]), firstPersonAtMs: noon } }, 'opens staff | … anti-passback-holds occupancy-below-limit interlock-holds several-people-present first-person-present'],
  ['an alarm is not raised where a later rule refuses', { rules: { ...soft, ...two }, state: inLab }, 'too-few-people staff | … already-inside several-people-missing'],
  ['a card that is passed back does not count as one person more', { rules: { ...soft, ...fullAlarms }, state: people(5, ['lab', 'building']) }, 'opens staff | … already-inside occupancy-below-limit | alarm anti-passback'],
  ['what was assumed before a refusal is named', { rules: { antiPassback: { ...hard.antiPassback, whenUnknown: 'opens' }, ...interlock }, state: silent }, 'state-unknown staff | … anti-passback-unknown interlock-unknown | assumed anti-passback interlock'],
  ['a rule of the door says nothing where the policies refuse', { rules: hard, state: inLab, by: 'staff > never' }, 'outside-passage-time staff | group-bound period-holds outside-ranges'],

  // Duress
  ['duress opens like its plain outcome and raises its alarm', { isUnderDuress: true }, 'opens staff | … | alarm duress'],
  ['duress is refused like its plain outcome and raises its alarm', { isUnderDuress: true, state: lockedDown }, 'lockdown staff | lockdown-refuses | alarm duress'],
  ['duress stands beside the other alarms', { isUnderDuress: true, rules: soft, state: inLab }, 'opens staff | … already-inside | alarm anti-passback duress'],
]

describe('a decision at a door', () => {
  it.each(cases)('%s', (_title, question, verdict) => {
    expect(inWords(ask(question))).toBe(verdict)
  })

  it('Every reason of a door appears in the table', () => {
    const given = new Set(cases.flatMap(([, question]) => ask(question).reasons.map(({ code }) => code)))
    expect(doorReasonCodes.filter((code) => !given.has(code))).toEqual([])
  })

  it('A zone that does not exist throws, rather than open', () => {
    expect(() => decideAtDoor({ ...questionOf({ rules: first }), timeZone: 'Mars/Olympus' })).toThrow(RangeError)
  })

  it.each<[string, Case, object]>([
    ['a lockdown', { state: lockedDown }, { lockdownId: 'site', sinceMs: noon - minute }],
    [
      'the older of two lockdowns',
      { state: { lockdowns: [lockdown('a'), { ...lockdown('b'), sinceMs: 1 }] } },
      { lockdownId: 'b', sinceMs: 1 },
    ],
    [
      'the area and the moment of coming in',
      { rules: hard, state: around(['lab'], 7) },
      { areaId: 'lab', enteredAtMs: 7 },
    ],
    ['the number and the limit', { rules: fullRefuses, state: people(6) }, { areaId: 'lab', occupancy: 6, max: 5 }],
    [
      'the area around whose limit it is',
      { rules: { occupancyLimit: { ...fullRefuses.occupancyLimit, areaId: 'wing' } }, state: people(6) },
      { areaId: 'wing', occupancy: 6, max: 5 },
    ],
    ['the open doors', { rules: interlock, state: openDoors('side', 'x', 'inner') }, { doorIds: ['inner', 'side'] }],
    [
      'the latest escort',
      { who: visitor, rules: escort, state: shown([ann, 5], [bob, 2], [ann, 9]) },
      { escortId: 'bob', shownAtMs: noon - 2 * second },
    ],
    ['the people who were counted', { rules: two, state: shown([bob, 5]) }, { personIds: ['ann', 'bob'], count: 2 }],
    ['how many were missing', { rules: two }, { presentCount: 1, count: 2, groupIds: ['staff'], seconds: 30 }],
    ['the unlocked range', { who: stranger, rules: free('day') }, { timetableId: 'day', row: 1, range: hours(8, 20) }],
  ])('The last reason names %s', (_title, question, facts) => {
    expect(ask(question).reasons.at(-1)).toMatchObject(facts)
  })
})

describe('a decision at a door about several entries of one face', () => {
  const together = (entries: FaceEntry[], asked: Case = {}) => decideAtDoorTogether(questionOf(asked), entries)
  const annAsVisitor: FaceEntry = { ...visitor, id: 'ann as visitor' }

  it('The record is of the main entry and names the others', () => {
    const { main, others, verdict } = together([annAsVisitor, ann], { rules: hard, state: inBuilding })
    expect([main?.id, others.map(({ id }) => id)]).toEqual(['ann', ['ann as visitor']])
    expect(inWords(verdict)).toBe('opens staff | entries-of-one-face … anti-passback-holds')
  })

  it('The door stays closed when a rule refuses one of the entries', () => {
    expect(inWords(together([ann, annAsVisitor], { rules: escort }).verdict)).toBe(
      'escort-missing staff | entries-of-one-face … escort-missing',
    )
  })

  it('A person with two entries is not two people, and does not escort themself', () => {
    const state = shown([ann, 2], [annAsVisitor, 1])
    expect(together([ann, annAsVisitor], { rules: two, state }).verdict.abnormal).toBe('too-few-people')
    expect(together([ann, annAsVisitor], { rules: escort, state }).verdict.abnormal).toBe('escort-missing')
    expect(together([ann, annAsVisitor], { rules: escort, state: shown([bob, 1]) }).verdict.opens).toBe(true)
  })

  it('An alarm of any entry is raised, though the main one is exempt', () => {
    const { verdict } = together([bob, annAsVisitor], { rules: soft, state: inLab })
    expect([verdict.opens, verdict.alarms]).toEqual([true, ['anti-passback']])
  })

  it('A refused face raises no alarm of an entry that would have passed', () => {
    const { verdict } = together([ann, annAsVisitor], {
      rules: { ...soft, ...escort },
      state: inLab,
      isUnderDuress: true,
    })
    expect([verdict.abnormal, verdict.alarms]).toEqual(['escort-missing', ['duress']])
  })

  it('No entry at all is a stranger', () => {
    const { verdict, main } = together([])
    expect([inWords(verdict), main]).toEqual(['stranger stranger | face-not-known', null])
  })

  it('A fire opens for a face whose entries no group binds, as for a stranger', () => {
    const { verdict, main } = together([outsider], { state: emergency('fire') })
    expect([inWords(verdict), main]).toEqual(['opens stranger | fire-opens', null])
  })
})
