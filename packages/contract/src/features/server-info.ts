import { z } from 'zod'
import { id } from '../fields.ts'
import { route } from '../route.ts'

export const getServerVersion = route({
  method: 'GET',
  path: '/v2/server/version',
  summary: 'Edition, release date and version',
  permission: 'public',
  response: z.object({ edition: z.string(), date: z.iso.date(), version: z.string() }),
})

export const getUserType = route({
  method: 'GET',
  path: '/v2/user/type',
  summary: 'The edition of the enterprise: 2 = enterprise, 1 = cloud',
  permission: 'session',
  query: z.object({ id: id.optional() }),
  response: z.object({ type: z.union([z.literal(1), z.literal(2)]) }),
})
