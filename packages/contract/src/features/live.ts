import { z } from 'zod'
import { liveTopics } from '../live-topics.ts'
import { route } from '../route.ts'

export const liveHint = z.object({ topic: z.enum(liveTopics), id: z.string().optional() })
export type LiveHint = z.output<typeof liveHint>

/** The longest time for which past hints are sent again. */
export const maxAgeMs = 60_000

/** `ageMs`: how long the page has been connecting. Changes of that time are sent first. */
export const live = route({
  method: 'GET',
  path: '/v2/live',
  summary: 'Server-sent events: hints (event `hint`, data `{ topic, id? }`) that something changed',
  permission: 'session',
  query: z.object({ ageMs: z.coerce.number().int().min(0).max(maxAgeMs).default(0) }),
  replyKind: 'stream',
  acceptsCookie: true,
})
