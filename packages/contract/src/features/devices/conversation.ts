import { z } from 'zod'
import { conversationContent, lineMeanings } from '../../device/conversation.ts'
import { id, instant } from '../../fields.ts'
import { route } from '../../route.ts'

/** Exchanges that are kept of a device, and the lines of it that were not understood. */
export const maxExchanges = 100
export const maxKeptLines = 200
export const keptDays = 7

export const exchange = conversationContent.extend({
  id,
  beganAt: instant,
  /** The time that the server took for its answer. */
  tookMs: z.int(),
})
export type Exchange = z.output<typeof exchange>

export const getConversation = route({
  method: 'GET',
  path: '/v2/devices/:id/conversation',
  summary:
    'What a device and the server said to each other last, newest first, without anything of people but their numbers',
  permission: 'device.read',
  params: z.object({ id }),
  response: z.object({
    exchanges: z.array(exchange),
    /** The people of the numbers, for those who may read people. */
    people: z.array(z.object({ number: z.int(), name: z.string() })),
    /** The lines that were not understood; they are read apart. */
    keptLines: z.int(),
  }),
  errors: ['device.not-found'],
})

export const listKeptLines = route({
  method: 'GET',
  path: '/v2/devices/:id/lines',
  summary: 'The lines of a device that were not understood or not used, as they came: they may name people',
  permission: 'device.write',
  params: z.object({ id }),
  response: z.array(
    z.object({
      id,
      receivedAt: instant,
      place: z.string(),
      text: z.string(),
      /** Known where only the product has no use for the line. */
      meaning: z.enum(lineMeanings).nullable(),
    }),
  ),
  errors: ['device.not-found'],
})

export const discardKeptLines = route({
  method: 'DELETE',
  path: '/v2/devices/:id/lines',
  summary: 'Discard the lines of a device that were not understood',
  permission: 'device.write',
  params: z.object({ id }),
  response: z.object({ count: z.int() }),
  errors: ['device.not-found'],
  audit: { module: 'device', event: 'discard-lines' },
  changes: ['devices'],
})
