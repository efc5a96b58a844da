import { z } from 'zod'
import { doorContacts, doorEventKinds, doorInputs } from '../device/door-events.ts'
import { id, instant } from '../fields.ts'
import { keyPageOf, keyPageQuery } from '../paging.ts'
import { route } from '../route.ts'

/** `unknown`: no terminal has told a contact of it, its wire is lost, or its terminal is offline. */
export const doorStates = ['open', 'closed', 'held-open', 'unknown'] as const

/** The state of a door, as its terminals told it last. */
export const doorState = z.object({
  doorId: id,
  state: z.enum(doorStates),
  /** Since when it has been open, closed or held open; null: not known. */
  since: instant.nullable(),
  /** Since when a fire input at it is on, also while its terminal is offline; null: it is off. */
  fireSince: instant.nullable(),
  /** The inputs whose wires are lost. */
  lostInputs: z.array(z.enum(doorInputs).or(z.string())),
  /** When one of its terminals told an event last; null: never. */
  reportedAt: instant.nullable(),
})
export type DoorStateOfDoor = z.output<typeof doorState>

/** The number of doors whose states one call gives. */
export const maxDoorStates = 5000

export const listDoorStates = route({
  method: 'GET',
  path: '/v2/door-states',
  summary: 'The states of the doors that have terminals, of one site or of all',
  permission: 'site.read',
  shows: 'doors',
  query: z.object({ siteId: id.optional(), doorId: id.optional() }),
  response: z.array(doorState),
})

/** An event at a door. Kinds and inputs of newer terminals are words of theirs. */
export const doorEvent = z.object({
  id,
  at: instant,
  /** The time that the device told, where it was more than a day ahead; then `at` is the time of arrival. */
  claimedAt: instant.nullable(),
  receivedAt: instant,
  kind: z.enum(doorEventKinds).or(z.string()),
  input: z.enum(doorInputs).or(z.string()).nullable(),
  contact: z.enum(doorContacts).nullable(),
  /** The record whose passage it confirms or denies. */
  recordId: id.nullable(),
  /** Null: the device is no longer here. */
  device: z.object({ id, name: z.string() }).nullable(),
})
export type DoorEvent = z.output<typeof doorEvent>

export const listDoorEvents = route({
  method: 'GET',
  path: '/v2/doors/:id/events',
  summary: 'Events at one door, the latest first',
  permission: 'site.read',
  shows: 'doors',
  params: z.object({ id }),
  query: keyPageQuery,
  response: keyPageOf(doorEvent),
  errors: ['door.not-found'],
})
