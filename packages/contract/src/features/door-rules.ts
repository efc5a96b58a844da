import { z } from 'zod'
import { id } from '../fields.ts'
import { route } from '../route.ts'
import { areaRules } from './door-rules/area-rules.ts'
import { interlock } from './door-rules/interlocks.ts'

const groupIds = z
  .array(id)
  .max(100)
  .refine((ids) => new Set(ids).size === ids.length, { error: 'group-twice' })
const seconds = z.int().min(1).max(3600)

/** Rules of one door. Null: not set. */
export const doorRules = z.object({
  /** The door is unlocked in the ranges of a timetable. */
  freeHours: z.object({ timetableId: id, afterFirstPerson: z.boolean() }).nullable(),
  /** Visitors pass only within some seconds of a person of these groups. */
  escort: z.object({ escortGroupIds: groupIds.min(1), seconds }).nullable(),
  /** Only several people of these groups together pass, within some seconds. */
  severalPeople: z.object({ groupIds: groupIds.min(1), count: z.int().min(2).max(20), seconds }).nullable(),
  /** Nobody else comes in until a person of these groups has; in the ranges of a timetable, or the whole day. */
  firstPersonIn: z.object({ groupIds: groupIds.min(1), timetableId: id.nullable() }).nullable(),
})
export type DoorRules = z.output<typeof doorRules>

/** Their names, in the order in which they are shown. */
export const ownRuleNames = doorRules.keyof().options

const params = z.object({ id })

export const getDoorRules = route({
  method: 'GET',
  path: '/v2/doors/:id/rules',
  summary: 'Unlocked hours, escort, several people and first person in of a door',
  permission: 'site.read',
  shows: 'sites',
  params,
  response: doorRules,
  errors: ['door.not-found'],
})

export const setDoorRules = route({
  method: 'PUT',
  path: '/v2/doors/:id/rules',
  summary: 'Set unlocked hours, escort, several people and first person in of a door; its terminals are told at once',
  permission: 'site.write',
  params,
  body: doorRules,
  response: doorRules,
  errors: ['door.not-found', 'group.not-found', 'timetable.not-found', 'door-rule.first-person-circle'],
  audit: { module: 'site', event: 'set-door-rules' },
  changes: ['sites'],
})

const nameRef = z.object({ id, name: z.string() })
const ofArea = {
  area: nameRef,
  antiPassback: areaRules.shape.antiPassback,
  occupancyLimit: areaRules.shape.occupancyLimit,
}

export const rulesAround = z.object({
  /** The rules of areas that hold for people who come in through this door, and for those who go out; the innermost rule of each kind. */
  entry: z.array(z.object(ofArea)),
  exit: z.array(z.object(ofArea)),
  interlocks: z.array(interlock),
  /** Rules of the door itself that devices of it do not hold, whether they are set or not. */
  unheldRules: z.array(z.object({ rule: z.enum(ownRuleNames), devices: z.array(nameRef).min(1) })),
  /** Devices of this door whose program follows none of these rules. */
  unableDevices: z.array(nameRef),
})
export type RulesAround = z.output<typeof rulesAround>

export const getRulesAround = route({
  method: 'GET',
  path: '/v2/doors/:id/rules-around',
  summary: 'Rules of areas and interlocks that hold at a door, and the devices of it that cannot follow them',
  permission: 'site.read',
  shows: 'sites',
  params,
  response: rulesAround,
  errors: ['door.not-found'],
})
