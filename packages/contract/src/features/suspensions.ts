import { z } from 'zod'
import { id, instant, namedInstant, optionalLine } from '../fields.ts'
import { route } from '../route.ts'

/** A time in which doors do not let a person in. They may leave. */
export const suspension = z.object({
  id,
  fromAt: instant,
  /** Null: until somebody ends it. */
  toAt: instant.nullable(),
  reason: z.string().nullable(),
  createdBy: z.string(),
  createdAt: instant,
  /** The person who ended it early; null: nobody has. */
  endedBy: z.string().nullable(),
})
export type Suspension = z.output<typeof suspension>

/** The suspension of a person that lasts, or the next one, as lists and pages show it. */
export const presentSuspension = suspension
  .pick({ fromAt: true, toAt: true, reason: true, createdBy: true })
  .extend({ hasBegun: z.boolean() })
export type PresentSuspension = z.output<typeof presentSuspension>

/** The suspensions that lasted or were to come before a call: with them it can be undone. */
const suspensionsBefore = z.array(
  z.object({ personIds: z.array(id), fromAt: instant, toAt: instant.nullable(), reason: z.string().nullable() }),
)

/** The maximum for one call; more need several calls. */
const personIds = z.array(id).min(1).max(500)

export const listSuspensions = route({
  method: 'GET',
  path: '/v2/people/:id/suspensions',
  summary: 'Suspensions of one person, the latest first, at most 100; visitors only, for those who see no staff',
  permission: 'person.suspensions',
  params: z.object({ id }),
  response: z.array(suspension),
  errors: ['person.not-found'],
})

export const suspendPeople = route({
  method: 'POST',
  path: '/v2/people/suspend',
  summary: 'Let doors refuse people at once or from a moment on; who is suspended already gets this period instead',
  permission: 'person.suspend',
  body: z.object({
    personIds,
    /** Absent: at once. */
    fromAt: namedInstant.optional(),
    /** Null: until somebody ends it. */
    toAt: namedInstant.nullable(),
    reason: optionalLine(255).default(null),
  }),
  response: z.object({ people: z.int(), before: suspensionsBefore }),
  errors: ['person.not-found', 'suspension.ends-too-early'],
  audit: { module: 'person', event: 'suspend' },
  changes: ['staff', 'visitors', 'blacklist'],
  worksOnFullDisk: true,
})

export const resumePeople = route({
  method: 'POST',
  path: '/v2/people/resume',
  summary: 'End the suspension of people at once, and drop those that have not begun',
  permission: 'person.suspend',
  body: z.object({ personIds }),
  response: z.object({ people: z.int(), before: suspensionsBefore }),
  errors: ['person.not-found'],
  audit: { module: 'person', event: 'resume' },
  changes: ['staff', 'visitors', 'blacklist'],
  worksOnFullDisk: true,
})
