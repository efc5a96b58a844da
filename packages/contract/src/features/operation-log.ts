import { z } from 'zod'
import { id, instant, namedInstant } from '../fields.ts'
import { keyPageOf, keyPageQuery, keyword } from '../paging.ts'
import { roles } from '../permissions.ts'
import { route } from '../route.ts'

export const operationSides = ['console', 'phone', 'open-api', 'device', 'system'] as const
export const operatorKinds = ['account', 'device', 'application', 'system', 'nobody'] as const

/** Any JSON value. One schema, so that the API document has one name for it. */
export const jsonValue = z.json()

/**
 * Further facts of an entry beside its item, as names and values: the console has the texts, in its language. A remark is text
 * that a person typed.
 */
export const operationFacts = z
  .object({
    decision: z.enum(['approved', 'refused']),
    host: z.string(),
    state: z.enum(['locked', 'opened']),
    version: z.int(),
    effectiveOn: z.string(),
    deed: z.enum(['pause', 'resume', 'continue', 'cancel']),
    failed: z.int(),
    done: z.int(),
    asked: z.int(),
    days: z.int(),
    found: z.int(),
    compared: z.int(),
    misrecognition: z.string(),
    person: z.string(),
    handler: z.string(),
    device: z.string(),
    people: z.int(),
    devices: z.int(),
    pictures: z.int(),
    furtherPortraits: z.int(),
    records: z.int(),
    policies: z.int(),
    alarms: z.int(),
    overwritten: z.int(),
    untilAt: instant,
    settings: z.array(z.string()),
    command: z.string(),
    validToAt: instant,
    serialNumber: z.string(),
    filter: z.record(z.string(), jsonValue.optional()),
    sessions: z.int(),
    domain: z.array(z.string()),
    scopes: z.array(z.string()),
    overlapHours: z.int(),
    deliveries: z.int(),
    role: z.enum(roles),
    account: z.string(),
    turnedAwayUntilAt: instant,
    way: z.enum(['mail', 'screen', 'password', 'second-factor', 'recovery-code', 'openid']),
  })
  .partial()
export type OperationFacts = z.output<typeof operationFacts>

/** BU-03: one action, done or refused, through any entry point. */
export const operation = z.object({
  id,
  /** Its number in the chain; null in the moment before its own commit is seen. */
  number: z.int().nullable(),
  at: instant,
  operator: z.object({ kind: z.enum(operatorKinds), id: id.nullable(), name: z.string().nullable() }),
  /** As the routes of this contract name them (`audit`). */
  module: z.string(),
  event: z.string(),
  /**
   * Of a line that names people, or may, only who did which action when is there for those who may not read these people: no item, no
   * remark, no name among the facts, no changes and no hash, from which they could be guessed. `changes`: addresses changed that the
   * reader may not see.
   */
  hides: z.enum(['people', 'changes']).nullable(),
  /** The item of the action, by its name at that time. */
  item: z.string().nullable(),
  side: z.enum(operationSides),
  result: z.enum(['success', 'failure']),
  errorCode: z.string().nullable(),
  /** The reason why it was refused, in the caller’s language; numbers that the refusal named are not kept. */
  reason: z.string().nullable(),
  /** In the words of the person who did it. */
  remark: z.string().nullable(),
  /** As `operationFacts`; a line of another release may know other names. */
  facts: z.record(z.string(), jsonValue).nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
})
export type Operation = z.output<typeof operation>

export const operationDetail = operation.extend({
  /** Each field that changed; secrets and faces are never among the values. */
  changes: z.record(z.string(), z.object({ from: jsonValue, to: jsonValue })).nullable(),
  /** Hash of the line and of all lines before it, hexadecimal. */
  hash: z.string().nullable(),
})
export type OperationDetail = z.output<typeof operationDetail>

export const listOperations = route({
  method: 'GET',
  path: '/v2/operation-log',
  summary: 'The operation log, newest first',
  permission: 'operation-log.read',
  query: keyPageQuery.extend({
    /** In the operator’s name, the item or the remark, as far as the reader sees them. */
    keyword,
    operatorId: id.optional(),
    module: z
      .string()
      .regex(/^[a-z-]{1,64}$/)
      .optional(),
    event: z
      .string()
      .regex(/^[a-z-]{1,64}$/)
      .optional(),
    side: z.enum(operationSides).optional(),
    result: z.enum(['success', 'failure']).optional(),
    from: namedInstant.optional(),
    to: namedInstant.optional(),
  }),
  response: keyPageOf(operation),
})

export const listOperators = route({
  method: 'GET',
  path: '/v2/operation-log/operators',
  summary: 'Operators to filter the operation log by: accounts, including deleted ones',
  permission: 'operation-log.read',
  response: z.array(z.object({ id, name: z.string() })),
})

export const getOperation = route({
  method: 'GET',
  path: '/v2/operation-log/:id',
  summary: 'One entry of the operation log with its changes',
  permission: 'operation-log.read',
  params: z.object({ id }),
  response: operationDetail,
  errors: ['operation.not-found'],
})
