import { z } from 'zod'
import { instant, line } from '../fields.ts'
import { route } from '../route.ts'

export const licenceInfo = z.object({
  kind: z.enum(['trial', 'file']),
  serial_number: z.string(),
  signature: z.string(),
  udid: z.string(),
  /** Masked but for its last four characters. */
  activation_code: z.string(),
  edition: z.enum(['enterprise', 'cloud']),
  valid_from: instant,
  valid_to: instant,
  limits: z.object({ devices: z.int().nullable(), people: z.int().nullable() }),
  /** How much of the limits is taken now. */
  used: z.object({ devices: z.int(), people: z.int() }),
})
export type LicenceInfo = z.output<typeof licenceInfo>

/** The `.lic` file: JSON, signed with Ed25519 over the canonical JSON of everything but `signature`. */
export const licenceFile = z.object({
  serialNumber: z.string().min(1).max(64),
  udid: z.string().min(8).max(128),
  edition: z.enum(['enterprise', 'cloud']),
  validFrom: instant,
  validTo: instant,
  limits: z.object({ devices: z.int().min(1).nullable(), people: z.int().min(1).nullable() }),
  /** It may be reached from the internet; files from before there was a choice do not say. */
  allowsInternet: z.boolean().optional(),
  /** SHA-256 (hex) of the activation code that goes with this file. */
  activationCodeHash: z.string().regex(/^[0-9a-f]{64}$/),
  signature: z.string().max(200),
})
export type LicenceFile = z.output<typeof licenceFile>

export const getAuthorizeStatus = route({
  method: 'GET',
  path: '/v2/authorize/status',
  summary: 'Whether this installation is activated, and its UDID',
  permission: 'public',
  response: z.object({
    authorize_status: z.union([z.literal(0), z.literal(1)]),
    udid: z.string(),
    /** Whether "Start 30-day trial" can still be offered. */
    trial_available: z.boolean(),
    reason: z.enum(['none', 'expired', 'not-yet-valid']).nullable(),
  }),
})

export const getLicence = route({
  method: 'GET',
  path: '/v2/authorize/license',
  summary: 'The licence in force',
  permission: 'licence.manage',
  response: licenceInfo.nullable(),
})

export const activate = route({
  method: 'POST',
  path: '/v2/authorize/active',
  summary: 'Activate with an activation code and the bytes of its licence file',
  permission: 'public',
  body: z.object({
    active_code: line(500).refine((text) => text.length > 0, { error: 'required' }),
    license_file: z.array(z.int().min(0).max(255)).min(1).max(65_536),
  }),
  response: z.object({ authorize_status: z.literal(1) }),
  errors: [
    'licence.file-invalid',
    'licence.signature-wrong',
    'licence.other-udid',
    'licence.expired',
    'licence.not-yet-valid',
    'licence.code-mismatch',
    'auth.throttled',
  ],
  audit: 'self',
})

export const startTrial = route({
  method: 'POST',
  path: '/v2/authorize/trial',
  summary: 'Start the 30-day trial (5 devices); once per installation',
  permission: 'public',
  response: z.object({ authorize_status: z.literal(1) }),
  errors: ['licence.trial-used'],
  audit: 'self',
})
