import { addressOf, requestOf } from '@gatehouse/contract/client.ts'
import { pushRecords } from '@gatehouse/contract/device/link.ts'
import { z } from 'zod'

/** The address to which terminals send their records. */
export const recordsPath = addressOf(requestOf(pushRecords, { body: { records: [] } }))

/** Messages to the load process, as JSON on its standard input. */
export const loadOrder = z.object({
  url: z.string(),
  path: z.string(),
  /** One connection each, with its own device: its `Authorization` and the first sequence number not used yet. */
  callers: z.array(z.object({ authorization: z.string(), nextSequence: z.int() })),
  personIds: z.array(z.string()),
  recordsPerRequest: z.int(),
  /** Size of the picture in each record; 0 for none. */
  captureBytes: z.int(),
  /** All callers together send no more than this; without it, as fast as answers come. */
  maxPerSecond: z.number().optional(),
  warmUpSeconds: z.number(),
  seconds: z.number(),
})
export type LoadOrder = z.output<typeof loadOrder>

/** Its answers, as JSON on its standard output. */
export const loadResult = z.object({
  /** Records that the server said it had stored, from the first to the last request. */
  acknowledged: z.int(),
  /** Requests that were answered otherwise than with 200, or not at all. */
  failed: z.int(),
  firstFailure: z.string().nullable(),
  /** Within the measured seconds: records and time of the answers. */
  recordsPerSecond: z.number(),
  p50Ms: z.number(),
  p95Ms: z.number(),
  /** Share of one core that the load itself took. */
  ownShare: z.number(),
  nextSequences: z.array(z.int()),
})
export type LoadResult = z.output<typeof loadResult>
