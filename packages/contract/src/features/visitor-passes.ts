import { z } from 'zod'
import { id, instant, namedInstant } from '../fields.ts'
import { route } from '../route.ts'

/** The beginning of the QR code of a pass: terminals ignore every other code. */
export const passPrefix = 'GHP1.'
export const passCode = z.string().regex(/^GHP1\.[\w-]{22}$/, { error: 'pass-code' })

export const passStates = ['not-yet', 'usable', 'used-up', 'over', 'revoked'] as const

export const visitorPass = z.object({
  id,
  /** The text of the QR code; null for roles that cannot write visitors. */
  code: z.string().nullable(),
  state: z.enum(passStates),
  validFromAt: instant,
  validToAt: instant,
  /** Null: there is no limit. */
  maxUses: z.int().nullable(),
  usedCount: z.int(),
  revokedAt: instant.nullable(),
  createdBy: z.string(),
  createdAt: instant,
})
export type VisitorPass = z.output<typeof visitorPass>

const params = z.object({ id })
const passParams = z.object({ id, passId: id })

export const listPasses = route({
  method: 'GET',
  path: '/v2/visitors/:id/passes',
  summary: 'The passes of a visitor, newest first',
  permission: 'visitor.read',
  shows: 'visitors',
  params,
  response: z.array(visitorPass),
  errors: ['visitor.not-found'],
})

export const createPass = route({
  method: 'POST',
  path: '/v2/visitors/:id/passes',
  summary: 'Create a pass: a random code with its own period and number of uses',
  permission: 'visitor.write',
  params,
  body: z.object({
    /** Absent: the visitor's own period. */
    validFromAt: namedInstant.optional(),
    validToAt: namedInstant.optional(),
    maxUses: z.int().min(1).max(10_000).nullable().default(null),
  }),
  response: visitorPass,
  errors: ['visitor.not-found', 'visitor.period-wrong'],
  audit: { module: 'visitor', event: 'create-pass' },
  changes: ['visitors'],
})

export const revokePass = route({
  method: 'POST',
  path: '/v2/visitors/:id/passes/:passId/revoke',
  summary: 'Revoke a pass',
  permission: 'visitor.write',
  params: passParams,
  response: visitorPass,
  errors: ['pass.not-found'],
  audit: { module: 'visitor', event: 'revoke-pass' },
  changes: ['visitors'],
})

export const mailPass = route({
  method: 'POST',
  path: '/v2/visitors/:id/passes/:passId/mail',
  summary: 'Send a pass to the e-mail address of its visitor',
  permission: 'visitor.write',
  params: passParams,
  body: z.object({ language: z.enum(['zh', 'zh-tw', 'en']) }),
  errors: ['pass.not-found', 'pass.no-email', 'mail.not-set'],
  audit: { module: 'visitor', event: 'mail-pass' },
  changes: ['visitors'],
})
