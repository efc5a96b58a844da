import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { licenceFileMaxBytes } from '../licence-bounds.ts'
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
  /** The end of all licences: later than `valid_to` where a renewal that was loaded ahead follows without a gap. */
  covered_to: instant,
  limits: z.object({ devices: z.int().nullable(), people: z.int().nullable() }),
  /** The used part of the limits. */
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
  /** The installation may be reached from the internet; older licence files do not have this field. */
  allowsInternet: z.boolean().optional(),
  /** SHA-256 (hex) of the activation code that goes with this file. */
  activationCodeHash: z.string().regex(/^[0-9a-f]{64}$/),
  signature: z.string().max(200),
})
export type LicenceFile = z.output<typeof licenceFile>

/**
 * The terms that get worse when another licence replaces one. `from` and `to` are instants of an end, numbers of a
 * limit (null: no limit) or of used places (null where the caller has no session), names of an edition.
 */
export const licenceLoss = z.object({
  what: z.enum(['trial', 'edition', 'end', 'devices', 'people', 'devices-taken', 'people-taken', 'internet']),
  from: z.union([z.string(), z.int(), z.null()]),
  to: z.union([z.string(), z.int(), z.null()]),
})
export type LicenceLoss = z.output<typeof licenceLoss>

/** The details of `licence.worse`. */
export const licenceLosses = z.object({ worse: z.array(licenceLoss) })

/** One line of the history: a loaded licence, and its outcome. */
export const loadedLicence = licenceInfo
  .pick({ kind: true, serial_number: true, edition: true, valid_from: true, valid_to: true, limits: true })
  .extend({
    id,
    loaded_at: instant,
    /** `waiting`: it counts from `valid_from` on; `withdrawn`: it waited, and was withdrawn before its day. */
    state: z.enum(['in-force', 'waiting', 'replaced', 'over', 'withdrawn']),
  })
export type LoadedLicence = z.output<typeof loadedLicence>

export const getAuthorizeStatus = route({
  method: 'GET',
  path: '/v2/authorize/status',
  summary: 'Whether this installation is activated, and its UDID',
  permission: 'public',
  response: z.object({
    authorize_status: z.union([z.literal(0), z.literal(1)]),
    udid: z.string(),
    /** Nobody has signed in yet: the page says where the one-time password of the first start is. */
    nobody_signed_in: z.boolean(),
    /** Whether "Start 30-day trial" can still be offered. */
    trial_available: z.boolean(),
    reason: z.enum(['none', 'expired', 'not-yet-valid']).nullable(),
    /** The platform's time while nothing is in force: a wrong clock is the first thing to look for then. */
    platform_at: instant.nullable(),
    /** The period of a licence that does not count now. */
    valid: z.object({ from: instant, to: instant }).nullable(),
    /** One can sign in at an OpenID provider, too: the text of its button, empty for the console’s own words. */
    openid: z.string().optional(),
  }),
})

export const getLicence = route({
  method: 'GET',
  path: '/v2/authorize/license',
  summary: 'The licence in force',
  permission: 'licence.manage',
  shows: 'licence',
  response: licenceInfo.nullable(),
})

export const listLicences = route({
  method: 'GET',
  path: '/v2/authorize/licenses',
  summary: 'The licences that were loaded on this installation, newest first',
  permission: 'licence.manage',
  shows: 'licence',
  response: z.array(loadedLicence),
})

/** Accepts a licence that is worse than the one in force: without it such a licence is refused with `licence.worse`. */
const accept_worse = z.boolean().default(false)

const activated = z.object({
  authorize_status: z.literal(1),
  /** A licence loaded ahead of time: it comes into force at this time. */
  begins_at: instant.nullable(),
})

export const activate = route({
  method: 'POST',
  path: '/v2/authorize/active',
  summary:
    'Activate with an activation code and the bytes of its licence file; one that begins later waits for its day',
  permission: 'licence.manage',
  openWhile: 'not-activated',
  body: z.object({
    active_code: line(500).refine((text) => text.length > 0, { error: 'required' }),
    license_file: z.array(z.int().min(0).max(255)).max(licenceFileMaxBytes),
    accept_worse,
  }),
  response: activated,
  errors: [
    'licence.file-invalid',
    'licence.signature-wrong',
    'licence.other-udid',
    'licence.expired',
    'licence.not-yet-valid',
    'licence.code-mismatch',
    'licence.worse',
  ],
  audit: { module: 'licence', event: 'activate' },
  changes: ['licence'],
})

export const startTrial = route({
  method: 'POST',
  path: '/v2/authorize/trial',
  summary: 'Start the 30-day trial (5 devices); once per installation',
  permission: 'licence.manage',
  openWhile: 'not-activated',
  body: z.object({ accept_worse }),
  response: activated,
  errors: ['licence.trial-used', 'licence.worse'],
  audit: { module: 'licence', event: 'start-trial' },
  changes: ['licence'],
})

export const withdrawLicence = route({
  method: 'DELETE',
  path: '/v2/authorize/licenses/:id',
  summary: 'Withdraw a loaded licence before its start date',
  permission: 'licence.manage',
  params: z.object({ id }),
  errors: ['licence.not-waiting'],
  audit: { module: 'licence', event: 'withdraw' },
  changes: ['licence'],
})
