import { z } from 'zod'
import { id, instant, line, requiredLine } from '../fields.ts'
import { keyword, pageOf, pageQuery } from '../paging.ts'
import { maxTypedPhone, readPhone } from '../phone-number.ts'
import { type Reply, route } from '../route.ts'
import { givenConsent } from './people/notice.ts'
import {
  alikeToSent,
  furtherPortraitIds,
  leftOutPortraits,
  ownerOfPhone,
  sentPortraitIds,
} from './portraits/sent-portraits.ts'
import { besideQuery } from './people/several-portraits.ts'
import { blacklistedPhone, forceFace, portraitChecks, portraitVerdict } from './portraits.ts'

export const registrationStates = ['pending', 'approved', 'rejected'] as const
/** The checks that a photograph from a terminal did not pass, or why it could not be kept. */
export const enrolmentFaults = [...portraitChecks, 'unreadable', 'too-large', 'no-consent'] as const
export type EnrolmentFault = (typeof enrolmentFaults)[number]
/** A secret in an address: nobody guesses it. */
const secret = z.string().regex(/^[\w-]{32}$/)

export const registration = z.object({
  id,
  state: z.enum(registrationStates),
  name: z.string(),
  /** Masked for roles that cannot write people. */
  phone: z.string().nullable(),
  department: z.object({ id, name: z.string() }).nullable(),
  /** null: the picture is gone, a day after a rejection. */
  portraitId: id.nullable(),
  /** The reason of the rejection, as the applicant reads it. */
  reason: z.string().nullable(),
  /** Why somebody who was enrolled at a terminal was rejected at once: nobody has decided, and `decidedBy` is the terminal. */
  refusedFor: z.array(z.enum(enrolmentFaults)),
  /** For an approved one: a new person, or another portrait for a known person. */
  outcome: z.enum(['created', 'updated']).nullable(),
  person: z.object({ id, name: z.string(), kind: z.enum(['staff', 'visitor', 'blacklisted']) }).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  createdAt: instant,
})
export type Registration = z.output<typeof registration>

export const registrationDetail = registration.extend({
  /** All photographs that were sent while somebody has to decide, then the accepted main one. */
  portraitIds: sentPortraitIds,
  /** The member of staff who has this phone number, or who was asked: approval updates the portraits of that person. */
  samePhone: ownerOfPhone.extend({ kind: z.enum(['staff', 'visitor']) }).nullable(),
  /** A link asked the person in `samePhone` for this photograph; their phone number was not compared. */
  wasAsked: z.boolean(),
  /** The blacklisted person with this phone number, whatever the face. */
  blacklistedPhones: z.array(blacklistedPhone),
  /** Everybody registered whose face is like one of the photographs, but the one with the same phone number. */
  alike: z.array(alikeToSent),
})
export type RegistrationDetail = z.output<typeof registrationDetail>

export const listRegistrations = route({
  method: 'GET',
  path: '/v2/registrations',
  summary: 'People who registered themselves, newest first; keyword is a name or a whole phone number',
  permission: 'registration.read',
  shows: 'registrations',
  query: pageQuery.extend({ state: z.enum(registrationStates).optional(), keyword }),
  response: pageOf(registration),
})

export const getRegistration = route({
  method: 'GET',
  path: '/v2/registrations/:id',
  summary: 'One registration, with people (also blacklisted) who have the same phone number or a similar face',
  permission: 'registration.read',
  shows: 'registrations',
  params: z.object({ id }),
  response: registrationDetail,
  errors: ['registration.not-found'],
})

const decision = z.object({ ids: z.array(id).min(1).max(100) })
/** The outcome of each: `code` null is a success, else an error code of the contract. */
const decided = z.array(z.object({ id, code: z.string().nullable() }))

export const approveRegistrations = route({
  method: 'POST',
  path: '/v2/registrations/approve',
  summary:
    'Approve: creates a member of staff, or updates the portrait of the one with that phone number. Without `force`, what is in doubt is not done and answered with its code, as `blacklist.same-phone`',
  permission: 'registration.write',
  body: decision.extend({
    /**
     * Approves although the face is registered already, the portrait of the owner of this phone number shows another
     * face, or the number is on the blacklist.
     */
    force: forceFace,
    leaveOut: leftOutPortraits,
  }),
  response: decided,
  audit: { module: 'registration', event: 'approve' },
  changes: ['registrations', 'staff', 'visitors', 'departments'],
})

export const rejectRegistrations = route({
  method: 'POST',
  path: '/v2/registrations/reject',
  summary: 'Reject, with a reason shown to the applicant',
  permission: 'registration.write',
  body: decision.extend({ reason: requiredLine(255) }),
  response: decided,
  audit: { module: 'registration', event: 'reject' },
  changes: ['registrations', 'staff', 'departments'],
})

export const registrationCode = z.object({ address: z.string(), isEnabled: z.boolean(), renewedAt: instant })

export const getRegistrationCode = route({
  method: 'GET',
  path: '/v2/registration-code',
  summary: 'The address of the personnel-entry QR code; null before the first one is created',
  permission: 'registration.read',
  shows: 'registrations',
  response: registrationCode.nullable(),
})

export const renewRegistrationCode = route({
  method: 'POST',
  path: '/v2/registration-code/renew',
  summary: 'Create a new personnel-entry QR code; the old one stops working',
  permission: 'registration.write',
  response: registrationCode,
  audit: { module: 'registration', event: 'renew-code' },
  changes: ['registrations'],
})

export const switchRegistrationCode = route({
  method: 'PATCH',
  path: '/v2/registration-code',
  summary: 'Switch the personnel-entry QR code on or off',
  permission: 'registration.write',
  body: z.object({ isEnabled: z.boolean() }),
  response: registrationCode,
  errors: ['registration.no-code'],
  audit: { module: 'registration', event: 'switch-code' },
  changes: ['registrations'],
})

const byToken = z.object({ token: secret })

export const openRegistration = route({
  prefix: '/public',
  method: 'GET',
  path: '/registrations/:token',
  summary: 'Data of the page behind the personnel-entry QR code',
  permission: 'public',
  params: byToken,
  response: z.object({
    company: z.string(),
    /** Whether departments exist, which `findRegistrationDepartments` finds by the typed text. */
    hasDepartments: z.boolean(),
  }),
  errors: ['registration.link-unknown'],
})

/** Fewer letters find no department: a holder of the code must not read the whole organisation. */
export const minDepartmentLetters = 2
const departmentWord = line(64).refine((text) => [...text].length >= minDepartmentLetters, {
  error: 'too-short',
  params: { min: minDepartmentLetters },
})

export const findRegistrationDepartments = route({
  prefix: '/public',
  method: 'GET',
  path: '/registrations/:token/departments',
  summary: 'Departments whose name contains the keyword, with the whole path; at most eight',
  permission: 'public',
  params: byToken,
  query: z.object({ keyword: departmentWord }),
  response: z.object({ items: z.array(z.object({ id, path: z.string() })), hasMore: z.boolean() }),
  errors: ['registration.link-unknown'],
})
export type FoundDepartments = Reply<typeof findRegistrationDepartments>

export const uploadOwnPortrait = route({
  prefix: '/public',
  method: 'POST',
  path: '/registrations/:token/portraits',
  summary: "The applicant's photograph, checked at once",
  permission: 'public',
  params: byToken,
  query: besideQuery,
  bodyKind: 'image',
  response: portraitVerdict,
  errors: [
    'registration.link-unknown',
    'portrait.unreadable',
    'portrait.too-large',
    'portrait.check-failed',
    'portrait.not-found',
    'portrait.other-person',
  ],
  audit: 'self',
  changes: [],
})

export const ownRegistration = z.object({
  name: requiredLine(128),
  phone: requiredLine(maxTypedPhone)
    .refine((text) => readPhone(text) !== undefined, { error: 'phone-form' })
    .transform((text) => readPhone(text) ?? text),
  departmentId: id.nullable(),
  portraitId: id,
  furtherPortraitIds,
  consent: givenConsent.optional(),
})

export const register = route({
  prefix: '/public',
  method: 'POST',
  path: '/registrations/:token',
  summary: 'Register; the answer is the same whether or not the phone number is known',
  permission: 'public',
  params: byToken,
  body: ownRegistration,
  response: z.object({
    /** The token of the link by which the applicant looks up the outcome. */
    lookup: z.string(),
  }),
  errors: [
    'registration.link-unknown',
    'registration.too-many',
    'portrait.not-found',
    'portrait.other-person',
    'consent.missing',
    'consent.other-text',
  ],
  audit: { module: 'registration', event: 'register' },
  changes: ['registrations'],
})

export const lookUpRegistration = route({
  prefix: '/public',
  method: 'GET',
  path: '/registrations/outcome/:lookup',
  summary: 'The result of a registration',
  permission: 'public',
  params: z.object({ lookup: secret }),
  response: z.object({
    name: z.string(),
    state: z.enum(registrationStates),
    reason: z.string().nullable(),
    /** A link asked a person who is known for this photograph. */
    wasAsked: z.boolean(),
    createdAt: instant,
    decidedAt: instant.nullable(),
  }),
  errors: ['registration.link-unknown'],
})
