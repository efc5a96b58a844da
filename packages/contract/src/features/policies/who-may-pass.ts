import { z } from 'zod'
import { id } from '../../fields.ts'
import { route } from '../../route.ts'
import { groupRef } from '../person-groups.ts'
import { passageAnswer } from '../policies.ts'
import { matrixTimetable } from './matrix.ts'

/** The people whose faces one answer shows. */
export const maxFacesShown = 8

export const whoMayPass = z.object({
  /** The number of staff and visitors whom the rules let pass here at this moment. */
  count: z.int(),
  /** The first of them, those with a portrait before others. */
  people: z.array(passageAnswer.shape.person).max(maxFacesShown),
  /** The groups bound here, with their hours; without timetables they pass at any time. */
  groups: z.array(groupRef.extend({ people: z.int(), isOpenNow: z.boolean(), timetableIds: z.array(id) })),
  timetables: z.array(matrixTimetable),
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
