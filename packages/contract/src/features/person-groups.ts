import { z } from 'zod'
import { id } from '../fields.ts'
import { route } from '../route.ts'

/** Group kinds follow person kinds; each has one default group that new devices are bound to (decisions "People"). */
export const groupKinds = ['staff', 'visitor', 'blacklisted'] as const
/** What the first migration names the default groups; a console shows these names in its own language. */
export const defaultGroupNames = {
  staff: 'Default staff group',
  visitor: 'Default visitor group',
  blacklisted: 'Default blacklist group',
} as const satisfies Record<(typeof groupKinds)[number], string>

export const groupRef = z.object({ id, name: z.string(), kind: z.enum(groupKinds), isDefault: z.boolean() })
export type GroupRef = z.output<typeof groupRef>

export const listGroups = route({
  method: 'GET',
  path: '/v2/groups',
  summary: 'Person groups, the default one first',
  permission: 'session',
  query: z.object({ kind: z.enum(groupKinds).optional() }),
  response: z.array(groupRef.extend({ memberCount: z.int(), deviceCount: z.int() })),
})
