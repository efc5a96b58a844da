import { unknownSides } from '@gatehouse/engine/door/vocabulary.ts'
import { z } from 'zod'
import { id, requiredLine } from '../../fields.ts'
import { route } from '../../route.ts'

const nameRef = z.object({ id, name: z.string() })
/** The side that the rule takes if the state of another door is not known. */
const whenUnknown = z.enum(unknownSides)

/** Doors of which at most one is open at a time. */
export const interlock = z.object({
  id,
  name: z.string(),
  whenUnknown,
  doors: z.array(nameRef),
  /** Doors of it that have lost their contact since: the rule does not learn whether they are open. */
  doorsWithoutContact: z.array(nameRef),
  /** Devices at its doors whose program does not know this rule. */
  unableDevices: z.array(nameRef),
})
export type Interlock = z.output<typeof interlock>

export const interlockInput = z.object({
  name: requiredLine(60),
  whenUnknown,
  doorIds: z
    .array(id)
    .min(2)
    .max(20)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'door-twice' }),
})
export type InterlockInput = z.output<typeof interlockInput>

const params = z.object({ id })
const inputErrors = ['door.not-found', 'interlock.name-taken', 'interlock.door-without-contact'] as const

export const listInterlocks = route({
  method: 'GET',
  path: '/v2/interlocks',
  summary: 'Groups of doors of which at most one is open at a time; the first 500, by name',
  permission: 'site.read',
  shows: 'sites',
  query: z.object({
    /** Those with a door of this site. */
    siteId: id.optional(),
    /** Those with this door. */
    doorId: id.optional(),
  }),
  response: z.array(interlock),
})

export const createInterlock = route({
  method: 'POST',
  path: '/v2/interlocks',
  summary: 'Create a group of doors of which at most one is open at a time; each needs a contact',
  permission: 'site.write',
  body: interlockInput,
  response: interlock,
  errors: inputErrors,
  audit: { module: 'site', event: 'create-interlock' },
  changes: ['sites'],
})

export const updateInterlock = route({
  method: 'PUT',
  path: '/v2/interlocks/:id',
  summary: 'Change a group of doors of which at most one is open at a time',
  permission: 'site.write',
  params,
  body: interlockInput,
  response: interlock,
  errors: ['interlock.not-found', ...inputErrors],
  audit: { module: 'site', event: 'update-interlock' },
  changes: ['sites'],
})

export const deleteInterlock = route({
  method: 'DELETE',
  path: '/v2/interlocks/:id',
  summary: 'Delete a group of doors of which at most one is open; the doors stay',
  permission: 'site.write',
  params,
  errors: ['interlock.not-found'],
  audit: { module: 'site', event: 'delete-interlock' },
  changes: ['sites'],
})
