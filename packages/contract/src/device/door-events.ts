import { z } from 'zod'
import { id, instant, requiredLine } from '../fields.ts'
import { deviceRoute } from './device-route.ts'
import { refusal } from './refusal.ts'

/**
 * `passed` and `not-passed`: the contact of the door confirmed the passage of one record within the opening time, or did not.
 * `held-open`: open for longer than the setting. `lockdown-input`: an input that is wired to begin a lockdown. `state`: the
 * whole state, sent after every connect.
 */
export const doorEventKinds = [
  'contact-opened',
  'contact-closed',
  'held-open',
  'passed',
  'not-passed',
  'exit-button',
  'fire-on',
  'fire-off',
  'wire-lost',
  'wire-back',
  'lockdown-input',
  'state',
] as const
export type DoorEventKind = (typeof doorEventKinds)[number]

/** The contact of a door as its terminal sees it; `none`: no contact is wired. */
export const doorContacts = ['open', 'closed', 'none'] as const

/** The inputs of a terminal that this release knows. */
export const doorInputs = ['door-magnet', 'exit-button', 'fire-signal', 'lockdown'] as const

const otherWord = requiredLine(64)

/**
 * An event at the door of a terminal. `id` (UUIDv7) is the terminal's own and recognises it; `sequence` (1, 2, 3 …) orders
 * the events. Kinds and inputs that this release does not know are kept as they are.
 */
export const wireDoorEvent = z.object({
  id,
  sequence: z.int().min(1),
  at: instant,
  kind: z.enum(doorEventKinds).or(otherWord),
  /** The record of the passage, with `passed` and `not-passed`; it may arrive later than the event. */
  recordId: id.nullable().default(null),
  /** With `wire-lost`, `wire-back` and `lockdown-input`. */
  input: z.enum(doorInputs).or(otherWord).nullable().default(null),
  /** With `state`. */
  contact: z.enum(doorContacts).nullable().default(null),
  /** With `state`: whether the fire input is on. */
  isFire: z.boolean().nullable().default(null),
})
export type WireDoorEvent = z.output<typeof wireDoorEvent>

/** Of one request. */
export const maxDoorEvents = 200

export const pushDoorEvents = deviceRoute({
  method: 'POST',
  path: '/v1/door-events',
  summary: 'Report events at the door; the answer is sent after they are durable. Sending twice counts once',
  access: 'device',
  body: z.object({
    events: z.array(wireDoorEvent).min(1).max(maxDoorEvents),
    /** The same as with records. */
    refusesSingly: z.boolean().default(false),
  }),
  response: z.object({
    stored: z.int(),
    /** Known from an earlier sending. */
    known: z.int(),
    storedSequence: z.int(),
    refused: z.array(refusal).default([]),
  }),
  errors: ['request.too-many'],
})
