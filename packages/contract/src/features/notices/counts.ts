import { z } from 'zod'
import type { LiveTopic } from '../../live-topics.ts'
import { route } from '../../route.ts'

/** Waiting things are counted up to this number: the menu has room for no larger one. */
export const maxWaiting = 99

/** The topics after which the counts may be others. */
export const waitingTopics = ['alarms', 'visitors', 'devices'] as const satisfies readonly LiveTopic[]

const waiting = z.object({
  count: z.int().min(0).max(maxWaiting),
  /** There are more than `count`. */
  isMore: z.boolean(),
})

/** The things that wait for somebody, as the menu shows it beside its words; a count that a role may not see is absent. */
export const waitingCounts = z.object({
  /** Open alarms that nobody has acknowledged. */
  alarms: waiting.optional(),
  /** Visits that wait for an answer. */
  visits: waiting.optional(),
  /** Terminals that wait to be accepted. */
  devices: waiting.optional(),
  /** Devices whose face threshold was set by hand, lower than their number of people needs. */
  laxDoors: waiting.optional(),
})
export type WaitingCounts = z.output<typeof waitingCounts>

export const getWaitingCounts = route({
  method: 'GET',
  path: '/v2/notices/counts',
  summary: 'Alarms, visits and terminals that wait for somebody, and lax thresholds, as far as the role sees them',
  permission: 'session',
  response: waitingCounts,
})
