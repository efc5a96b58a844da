import { z } from 'zod'
import { id } from '../fields.ts'
import { route } from '../route.ts'
import { recognitionRecord } from './records.ts'

/** The number of doors that can be watched at once, and of passages that are kept in view. */
export const maxWatchedDoors = 50
export const maxPassages = 50

export const listPassages = route({
  method: 'GET',
  path: '/v2/live-view/passages',
  summary: 'The latest passages at these doors, newest first',
  permission: 'record.read',
  shows: 'records',
  query: z.object({
    /** Ids of devices, separated by commas. */
    deviceIds: z
      .string()
      .max(37 * maxWatchedDoors)
      .transform((text) => text.split(','))
      .pipe(z.array(id).min(1).max(maxWatchedDoors))
      .optional(),
    /** The door, with all of its readers; of a device with several doors only what happened at this one. */
    doorId: id.optional(),
    size: z.coerce.number().int().min(1).max(maxPassages).default(maxPassages),
  }),
  response: z.array(recognitionRecord),
})
