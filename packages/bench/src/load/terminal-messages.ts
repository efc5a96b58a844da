import { z } from 'zod'

/** Messages to the process of the terminals. */
export const terminalOrder = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    /** The terminals are spoken of by this name later. */
    group: z.string(),
    serverUrl: z.string(),
    faceModelId: z.string(),
    devices: z.array(z.object({ ldid: z.string(), secret: z.string() })),
  }),
  z.object({
    kind: z.literal('watch'),
    group: z.string(),
    for: z.discriminatedUnion('what', [
      /** It listens, and nothing is left to be asked for. */
      z.object({ what: z.literal('connected') }),
      /** A timetable of this name is in force. */
      z.object({ what: z.literal('timetable'), name: z.string() }),
      /** This person has this name. */
      z.object({ what: z.literal('person'), id: z.string(), name: z.string() }),
      /** It knows so many people. */
      z.object({ what: z.literal('people'), count: z.int() }),
      /** So many lockdowns hold at its door: it decides by them. */
      z.object({ what: z.literal('lockdown'), count: z.int() }),
    ]),
  }),
])
export type TerminalOrder = z.output<typeof terminalOrder>
export type Watched = Extract<TerminalOrder, { kind: 'watch' }>['for']

/** The two answers to `watch`: at once that it watches, and again when the last of the group has got there. */
export const terminalReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('watching') }),
  z.object({
    kind: z.literal('reached'),
    group: z.string(),
    /** When each got there, in milliseconds since 1970, to fractions. */
    at: z.array(z.number()),
    /** Share of one core since the start of the observation. */
    cpuMs: z.number(),
  }),
])
export type TerminalReport = z.output<typeof terminalReport>
