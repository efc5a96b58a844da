import { z } from 'zod'
import { recogniserRefusals } from '../../device/recogniser.ts'
import { id, instant } from '../../fields.ts'
import { route } from '../../route.ts'

/** A recogniser by its id; a name of null is the built-in one. */
const recogniserName = z.object({ modelId: z.string(), name: z.string().nullable() })

/** Somebody of whose portrait no template could be made. */
const failedPerson = z.object({
  id,
  name: z.string(),
  /** With the recogniser that lacks the template nobody finds them on the blacklist by this portrait. */
  isBlacklisted: z.boolean(),
})

/** How a terminal compares, beside the recogniser in use. */
export const terminalFollowings = ['follows', 'waits', 'following', 'refused', 'no-change', 'own'] as const

export const recogniserStatus = z.object({
  /** The id of the built-in one. */
  builtIn: z.string(),
  inUse: recogniserName.extend({ since: instant.nullable() }),
  /** Those that the operator has put in. */
  putIn: z.array(recogniserName.extend({ byteSize: z.int(), dimension: z.int(), addedAt: instant })),
  /** The recogniser that templates are being made for; null: nothing changes. */
  change: recogniserName
    .extend({
      begunAt: instant,
      /** People with a portrait, those who have a template already, and those of whose portrait none could be made. */
      people: z.int(),
      done: z.int(),
      failed: z.int(),
      /** Some of the latter. */
      failedPeople: z.array(failedPerson),
      problem: z.enum(['file-missing', 'engine-failed']).nullable(),
    })
    .nullable(),
  /** People with a portrait who have no template of the recogniser in use: terminals make one of their own. */
  lacking: z.int(),
  /** Some of these, whose portraits gave none; they are tried again every few hours. */
  lackingPeople: z.array(failedPerson),
  terminals: z.object({
    follow: z.int(),
    /** The others, at most 100. */
    others: z.array(
      z.object({
        id,
        name: z.string(),
        recogniser: recogniserName,
        state: z.enum(terminalFollowings),
        reason: z.enum(recogniserRefusals).nullable(),
      }),
    ),
  }),
})
export type RecogniserStatus = z.output<typeof recogniserStatus>

export const getRecogniserStatus = route({
  method: 'GET',
  path: '/v2/service-config/recogniser',
  summary: 'Which face recogniser is in use, how a change goes on, and which terminals follow',
  permission: 'service-config.manage',
  shows: 'service-config',
  response: recogniserStatus,
})
