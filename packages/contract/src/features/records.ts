import { abnormalTypes, entryModes, personKinds, reasonCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { keyPageOf, keyPageQuery, keyword } from '../paging.ts'
import { route } from '../route.ts'
import { directions } from './devices.ts'

/**
 * One link of the chain of reasons, as `engine/passage/may-pass.ts` gives it: the code says which rule spoke, the rest
 * which thing it spoke of.
 */
export const passageReason = z
  .looseObject({ code: z.enum(reasonCodes) })
  .refine((reason) => JSON.stringify(reason).length <= 2000, { error: 'too-long' })
export type PassageReason = z.output<typeof passageReason>

/** What the ids in a chain of reasons are called now: groups and timetables, by id. */
export const reasonNames = z.record(z.string(), z.string())

export const recognitionRecord = z.object({
  id,
  kind: z.enum(personKinds),
  person: z.object({ id: id.nullable(), name: z.string() }).nullable(),
  device: z.object({ id: id.nullable(), name: z.string(), location: z.string().nullable() }),
  direction: z.enum(directions),
  /** The device's time; `receivedAt` is the server's. */
  recognisedAt: instant,
  receivedAt: instant,
  entryMode: z.enum(entryModes),
  /** 0-100 as administrators read it; null for strangers. */
  score: z.number().nullable(),
  opened: z.boolean(),
  abnormal: z.enum(abnormalTypes),
  /** The device's clock was more than five minutes off, or the time lies in the future or before the pairing: kept, and marked. */
  hasDoubtfulTime: z.boolean(),
  hasCapture: z.boolean(),
})
export type RecognitionRecord = z.output<typeof recognitionRecord>

export const recordDetail = recognitionRecord.extend({
  portraitId: id.nullable(),
  /** The chain of reasons of the decision, in the words of the passage engine. */
  reasons: z.array(passageReason),
  names: reasonNames,
})

export type RecordDetail = z.output<typeof recordDetail>

export const listRecords = route({
  method: 'GET',
  path: '/v2/records',
  summary: 'Recognition records, newest first',
  permission: 'record.read',
  query: keyPageQuery.extend({
    keyword,
    kind: z.enum(personKinds).optional(),
    deviceId: id.optional(),
    opened: z.stringbool().optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  response: keyPageOf(recognitionRecord),
})

export const getRecord = route({
  method: 'GET',
  path: '/v2/records/:id',
  summary: 'One recognition record with the reasons of its decision',
  permission: 'record.read',
  params: z.object({ id }),
  response: recordDetail,
  errors: ['record.not-found'],
})
