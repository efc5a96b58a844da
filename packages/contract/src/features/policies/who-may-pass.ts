import { z } from 'zod'
import { id, instant } from '../../fields.ts'
import { route } from '../../route.ts'
import { groupRef } from '../person-groups.ts'
import { passageAnswer } from '../policies.ts'
import { minuteRange } from '../timetables.ts'
import { matrixTimetable } from './matrix.ts'

/** The people whose faces one answer shows. */
export const maxFacesShown = 8

/** The days of which the coming hours are told, today at the door included. */
export const comingDays = 7

/** The changes that are named: of what is left of today, and of the days after it. Those of today leave room for the others. */
export const maxChangesToday = 50
export const maxComingChanges = 6

const comingHours = z.object({
  /** The clock at the door. */
  timeZone: z.string(),
  /** The groups that may pass at any minute of these days. */
  alwaysGroupIds: z.array(id),
  days: z.array(
    z.object({
      on: z.string(),
      /** In the minutes of that day: when one of the other groups may pass, and when the door is unlocked for everybody. */
      open: z.array(minuteRange),
      free: z.array(minuteRange),
    }),
  ),
  /** The next moments at which a group may pass or may no longer, or the door is unlocked or locked again; `groupId` null: everybody. */
  changes: z
    .array(z.object({ at: instant, groupId: id.nullable(), begins: z.boolean() }))
    .max(maxChangesToday + maxComingChanges),
})
export type ComingHours = z.output<typeof comingHours>

export const whoMayPass = z.object({
  /** The number of staff and visitors whom the rules let pass here at this moment. */
  count: z.int(),
  /** The first of them, those with a portrait before others. */
  people: z.array(passageAnswer.shape.person).max(maxFacesShown),
  /** The groups bound here, with their hours; without timetables they pass at any time. */
  groups: z.array(groupRef.extend({ people: z.int(), isOpenNow: z.boolean(), timetableIds: z.array(id) })),
  timetables: z.array(matrixTimetable),
  hours: comingHours,
})
export type WhoMayPass = z.output<typeof whoMayPass>

export const getWhoMayPass = route({
  method: 'GET',
  path: '/v2/passage/who',
  summary:
    'The people whom groups, timetables, periods and suspensions let pass at a device now; not who is kept back by the state of its door',
  permission: 'policy.read',
  shows: 'policies',
  query: z.object({
    deviceId: id,
    /** Of a controller: which of its doors. */
    port: z.coerce.number().int().min(1).max(64).optional(),
  }),
  response: whoMayPass,
  errors: ['device.not-found'],
})
