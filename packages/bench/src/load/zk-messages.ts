import { z } from 'zod'

/** Orders to the process of the simulated terminals of ZKTeco. */
export const zkOrder = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    url: z.string(),
    serialNumbers: z.array(z.string()),
    pollMs: z.int(),
    /** Every so many polls somebody passes; 0: nobody does. */
    passEvery: z.int(),
  }),
  /** Forgets what was measured until now. */
  z.object({ kind: z.literal('measure') }),
  /** Answers once so many terminals have a person of this name. */
  z.object({ kind: z.literal('watch'), name: z.string(), count: z.int() }),
  /** Answers with the polls until now, and forgets them. */
  z.object({ kind: z.literal('polls') }),
  /** The last passages are delivered, and the figures are told. */
  z.object({ kind: z.literal('finish') }),
])
export type ZkOrder = z.output<typeof zkOrder>

export const zkReport = z.discriminatedUnion('kind', [
  /** Every terminal was taken by the server. */
  z.object({ kind: z.literal('started') }),
  /** When each terminal had the person, in milliseconds since 1970. */
  z.object({ kind: z.literal('reached'), at: z.array(z.number()) }),
  z.object({ kind: z.literal('polls'), pollMs: z.array(z.number()) }),
  z.object({
    kind: z.literal('finished'),
    /** Of each poll without a command: from its being sent to its answer, in milliseconds. */
    pollMs: z.array(z.number()),
    failedPolls: z.int(),
    passed: z.int(),
    waiting: z.int(),
    /** Share of one core of this process. */
    ownShare: z.number(),
  }),
])
export type ZkReport = z.output<typeof zkReport>
