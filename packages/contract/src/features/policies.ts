import { abnormalTypes, personKinds } from '@gatehouse/engine/passage/vocabulary.ts'
import { z } from 'zod'
import { id, instant, namedInstant } from '../fields.ts'
import { keyword, pageOf, pageQuery } from '../paging.ts'
import { route } from '../route.ts'
import { groupRef } from './person-groups.ts'
import { reasonNames } from './records.ts'
import { passageReason } from '../device/passage-words.ts'

const deviceRef = z.object({ id, name: z.string(), location: z.string().nullable() })
const timetableRef = z.object({ id, name: z.string() })

/**
 * This group passes at this device by this timetable. Several policies of one device and group: the door opens when any
 * timetable is open.
 */
export const policy = z.object({
  id,
  device: deviceRef,
  group: groupRef,
  timetable: timetableRef,
  /** Whether the group is bound to the device; if not, its people are strangers there and the policy has no effect. */
  isBound: z.boolean(),
  /**
   * The number of policies that this device has for this group, this one included. Without the last one the door opens
   * for the group at any time.
   */
  pairCount: z.int(),
  createdAt: instant,
})
export type Policy = z.output<typeof policy>

export const listPolicies = route({
  method: 'GET',
  path: '/v2/policies',
  summary: 'Pass policies by device or by group; keyword over device, group and timetable',
  permission: 'policy.read',
  shows: 'policies',
  query: pageQuery.extend({
    keyword,
    deviceId: id.optional(),
    groupId: id.optional(),
    timetableId: id.optional(),
    by: z.enum(['device', 'group']).default('device'),
  }),
  response: pageOf(policy),
})

export const policyInput = z.object({
  deviceIds: z.array(id).min(1).max(500),
  groupIds: z.array(id).min(1).max(64),
  timetableId: id,
})

export const createPolicies = route({
  method: 'POST',
  path: '/v2/policies',
  summary: 'Let groups pass at devices by a timetable; existing policies stay',
  permission: 'policy.write',
  body: policyInput,
  response: z.object({ created: z.int(), existing: z.int() }),
  errors: ['device.not-found', 'group.not-found', 'policy.group-kind', 'timetable.not-found'],
  audit: { module: 'policy', event: 'create' },
  changes: ['policies', 'timetables'],
})

export const updatePolicy = route({
  method: 'PATCH',
  path: '/v2/policies/:id',
  summary: 'Change the timetable of a policy',
  permission: 'policy.write',
  params: z.object({ id }),
  body: z.object({ timetableId: id }),
  response: policy,
  errors: ['policy.not-found', 'timetable.not-found', 'policy.exists'],
  audit: { module: 'policy', event: 'update' },
  changes: ['policies', 'timetables'],
})

export const deletePolicies = route({
  method: 'POST',
  path: '/v2/policies/delete',
  summary: 'Delete one or more policies; the devices are notified at once',
  permission: 'policy.write',
  body: z.object({ ids: z.array(id).min(1).max(1000) }),
  response: z.object({ deleted: z.int() }),
  errors: ['policy.not-found'],
  audit: { module: 'policy', event: 'delete' },
  changes: ['policies', 'timetables'],
})

/** Problems that somebody should look at; each list holds the first 50. */
export const policyHints = z.object({
  /** The group is not bound to the device. */
  idle: z.array(policy.pick({ id: true, device: true, group: true, timetable: true })),
  /** The timetable has no hours at all, or its last day is over: the group never passes by it. */
  neverOpen: z.array(policy.pick({ id: true, device: true, group: true, timetable: true })),
  /** Several timetables hold for one group at one device: together they open whenever one of them does. */
  several: z.array(z.object({ device: deviceRef, group: groupRef, timetables: z.array(timetableRef) })),
  /** Bound, and without a policy: the group passes at any time. */
  always: z.array(z.object({ device: deviceRef, group: groupRef })),
  counts: z.object({ idle: z.int(), neverOpen: z.int(), several: z.int(), always: z.int() }),
})
export type PolicyHints = z.output<typeof policyHints>

export const getPolicyHints = route({
  method: 'GET',
  path: '/v2/policies/hints',
  summary: 'Conflicts and gaps: idle policies, doors that never open, several timetables, groups without a policy',
  permission: 'policy.read',
  shows: 'policies',
  response: policyHints,
})

/**
 * States that a decision depends on and nobody knows of another moment than this: those of the door (lockdown, emergency, command), the
 * people inside, other doors, and who else stands there.
 */
export const passageStates = [
  'door-state',
  'anti-passback',
  'occupancy-limit',
  'interlock',
  'escort',
  'several-people',
  'first-person',
] as const
export type PassageState = (typeof passageStates)[number]

const passagePerson = z.object({ id, name: z.string(), kind: z.enum(personKinds), portraitId: id.nullable() })

/** The decision of the passage engine about one person at one door at one moment, now or at any other time. */
export const passageAnswer = z.object({
  person: passagePerson,
  /** The entry that holds for the person at doors: somebody has said that both are one. Null: they hold themselves. */
  holder: passagePerson.nullable(),
  device: deviceRef,
  at: instant,
  /** The device's zone and its wall clock there. */
  timeZone: z.string(),
  local: z.object({ on: z.string(), weekday: z.int(), minuteOfDay: z.int() }),
  opens: z.boolean(),
  /** Each door of a device with several, by its number there. */
  doors: z.array(z.object({ port: z.int(), name: z.string(), opens: z.boolean() })),
  recordedAs: z.enum(personKinds),
  abnormal: z.enum(abnormalTypes),
  reasons: z.array(passageReason),
  names: reasonNames,
  /** The states that were not known and were taken as ordinary; none for this moment. */
  unknownStates: z.array(z.enum(passageStates)),
  /** Somebody else looks like the person: the face alone opens nothing, a card or a PIN is asked for. */
  hasTwin: z.boolean(),
})
export type PassageAnswer = z.output<typeof passageAnswer>

export const explainAccess = route({
  method: 'GET',
  path: '/v2/passage/why',
  summary: 'Whether a person would pass a door at a given time by the current rules, and why',
  permission: 'policy.read',
  shows: 'policies',
  query: z.object({ personId: id, deviceId: id, at: namedInstant.optional() }),
  response: passageAnswer,
  errors: ['person.not-found', 'device.not-found'],
})

/** The people whom a question may name: everybody whom a door may know. */
export const findPeople = route({
  method: 'GET',
  path: '/v2/passage/people',
  summary: 'People of any kind by name, the first 20',
  permission: 'policy.read',
  query: z.object({ keyword, id: id.optional() }),
  response: z.array(passageAnswer.shape.person),
})
