import { z } from 'zod'
import { id, instant } from '../../fields.ts'
import { route } from '../../route.ts'

export const listLeftPeople = route({
  method: 'GET',
  path: '/v2/devices/:id/left-people',
  summary:
    'People whom a device has not removed, or from whom it has not taken what they should have lost, by their number there',
  permission: 'device.read',
  shows: 'devices',
  params: z.object({ id }),
  response: z.array(
    z.object({
      number: z.int(),
      since: instant,
      /** Null: they were deleted, or the caller may not read people of their kind. */
      name: z.string().nullable(),
    }),
  ),
  errors: ['device.not-found'],
})
