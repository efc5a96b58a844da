import { z } from 'zod'
import { languages } from '../envelope.ts'
import { id, instant, namedInstant, optionalLine, requiredLine } from '../fields.ts'
import { keyPageOf, keyPageQuery } from '../paging.ts'
import { route } from '../route.ts'
import { givenConsent } from './people/notice.ts'
import { blacklistedPhone, forceFace, portraitVerdict } from './portraits.ts'
import {
  alikeToSent,
  furtherPortraitIds,
  leftOutPortraits,
  ownerOfPhone,
  sentPortraitIds,
} from './portraits/sent-portraits.ts'
import { besideQuery, maxPortraits } from './people/several-portraits.ts'
import { phoneLine } from './staff.ts'
import { visitorEmail } from './visitors.ts'

/*
 * Visits that belong to no visitor yet: an invitation that waits for the visitor, a walk-in that waits for the host. An
 * approved visit makes a visitor (or renews the one with that phone number).
 */

export const visitKinds = ['invitation', 'walk-in'] as const
export const visitStates = ['invited', 'pending', 'approved', 'refused', 'withdrawn'] as const

export const visit = z.object({
  id,
  kind: z.enum(visitKinds),
  state: z.enum(visitStates),
  name: z.string(),
  company: z.string().nullable(),
  purpose: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  host: z.object({ id, name: z.string() }).nullable(),
  portraitId: id.nullable(),
  validFromAt: instant,
  validToAt: instant,
  /** The time until which the visitor's link can be used; it follows the visit when that is extended. */
  linkEndsAt: instant,
  personId: id.nullable(),
  reason: z.string().nullable(),
  createdBy: z.string(),
  createdAt: instant,
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
})
export type Visit = z.output<typeof visit>

/**
 * A visit with the visitor who has this phone number and whom approval renews, and with everybody else whose face is
 * alike, the blacklisted included, so that the person who approves sees them first.
 */
export const visitDetail = visit.extend({
  /** All photographs that the visitor sent, while somebody has to decide. */
  portraitIds: sentPortraitIds,
  samePhone: ownerOfPhone.nullable(),
  /** The other visit under this phone number, which approval of this one ends: a visitor has one period. */
  endsVisit: z.object({ validFromAt: instant, validToAt: instant }).nullable(),
  /** The blacklisted person with this phone number, whatever the face. */
  blacklistedPhones: z.array(blacklistedPhone),
  alike: z.array(alikeToSent),
})

export const listVisits = route({
  method: 'GET',
  path: '/v2/visits',
  summary: 'Invitations and walk-ins, newest first',
  permission: 'visitor.read',
  shows: 'visitors',
  query: keyPageQuery.extend({ state: z.enum(visitStates).optional() }),
  response: keyPageOf(visit),
})

export const getVisit = route({
  method: 'GET',
  path: '/v2/visits/:id',
  summary: 'One visit, with people (also blacklisted) who have the same phone number or a similar face',
  permission: 'visitor.read',
  shows: 'visitors',
  params: z.object({ id }),
  response: visitDetail,
  errors: ['visit.not-found'],
})

/** The link is returned only this once: the server keeps only its hash. */
const madeLink = z.object({ visit, url: z.string(), isMailed: z.boolean() })

export const inviteVisitor = route({
  method: 'POST',
  path: '/v2/visits',
  summary: 'Invite somebody: by e-mail if there is an address and a mail server, otherwise by the link in the answer',
  permission: 'visitor.write',
  body: z.object({
    name: requiredLine(128),
    email: visitorEmail.default(null),
    company: optionalLine(128).default(null),
    purpose: optionalLine(255).default(null),
    hostId: id.nullable().default(null),
    groupId: id.nullable().default(null),
    validFromAt: namedInstant,
    validToAt: namedInstant,
    language: z.enum(languages),
  }),
  response: madeLink,
  errors: ['visitor.period-wrong', 'visitor.host-unknown', 'group.not-found'],
  audit: { module: 'visitor', event: 'invite' },
  changes: ['visitors'],
})

export const renewVisitLink = route({
  method: 'POST',
  path: '/v2/visits/:id/link',
  summary: 'Create a new link for the visitor and send it; the old one ends',
  permission: 'visitor.write',
  params: z.object({ id }),
  response: madeLink,
  errors: ['visit.not-found', 'visit.decided'],
  audit: { module: 'visitor', event: 'renew-link' },
  changes: ['visitors'],
})

export const withdrawVisit = route({
  method: 'POST',
  path: '/v2/visits/:id/withdraw',
  summary: 'Withdraw an invitation: its link ends',
  permission: 'visitor.write',
  params: z.object({ id }),
  response: visit,
  errors: ['visit.not-found', 'visit.decided'],
  audit: { module: 'visitor', event: 'withdraw' },
  changes: ['visitors'],
})

export const decideVisit = route({
  method: 'POST',
  path: '/v2/visits/:id/decide',
  summary:
    'Approve a visit or refuse it. `force` approves although the face is known already, or not that of who has this phone number, or the number is that of somebody on the blacklist, or another visit ends by it',
  permission: 'visitor.write',
  params: z.object({ id }),
  body: z.object({
    isApproved: z.boolean(),
    reason: optionalLine(255).default(null),
    force: forceFace,
    leaveOut: leftOutPortraits,
  }),
  response: visit,
  errors: [
    'visit.not-found',
    'visit.decided',
    'visit.incomplete',
    'visit.ends-another',
    'portrait.duplicate-face',
    'portrait.other-face',
    'portrait.unproven',
    'blacklist.same-phone',
    'portrait.not-found',
    'licence.person-limit',
  ],
  audit: { module: 'visitor', event: 'decide' },
  changes: ['visitors', 'groups'],
})

/** The code at the reception, for people who come without an invitation. */
const walkInLink = z.object({ url: z.string(), createdBy: z.string(), createdAt: instant })

export const getWalkInLink = route({
  method: 'GET',
  path: '/v2/visits/walk-in-link',
  summary: 'The link of the code at the reception; null before one is created',
  permission: 'visitor.write',
  shows: 'visitors',
  response: walkInLink.nullable(),
})

export const renewWalkInLink = route({
  method: 'POST',
  path: '/v2/visits/walk-in-link',
  summary: 'Renew the code of the reception; codes printed before stop working',
  permission: 'visitor.write',
  response: walkInLink,
  audit: { module: 'visitor', event: 'renew-walk-in-link' },
  changes: ['visitors'],
})

// The calls of phones. The token grants the whole right.

const token = z.string().regex(/^[\w-]{43}$/, { error: 'token' })
const params = z.object({ token })

/** The state that a link shows: `ended` after the visit, whatever its outcome. */
export const linkedVisitStates = [...visitStates, 'ended'] as const

/** The part of their visit that the visitor sees. */
export const ownVisit = z.object({
  state: z.enum(linkedVisitStates),
  enterprise: z.string(),
  timeZone: z.string(),
  name: z.string(),
  company: z.string().nullable(),
  purpose: z.string().nullable(),
  hostName: z.string().nullable(),
  /** Whether the host was asked by e-mail; otherwise only the reception knows of the visit. */
  isHostAsked: z.boolean(),
  validFromAt: instant,
  validToAt: instant,
  reason: z.string().nullable(),
  /** The text of their QR code once the visit is approved and while it lasts. */
  passCode: z.string().nullable(),
})
export type VisitForGuest = z.output<typeof ownVisit>

export const readOwnVisit = route({
  method: 'GET',
  prefix: '/public',
  path: '/v1/visits/:token',
  summary: 'A visit, for the holder of its link',
  permission: 'public',
  params,
  response: ownVisit,
  errors: ['visit.link-over'],
})

const ownData = z.object({
  name: requiredLine(128),
  company: optionalLine(128),
  phone: phoneLine,
  portraitId: id,
  furtherPortraitIds,
  consent: givenConsent.optional(),
})

export const completeVisit = route({
  method: 'POST',
  prefix: '/public',
  path: '/v1/visits/:token',
  summary: 'The invited visitor fills in the form; then the visit is approved or refused',
  permission: 'public',
  params,
  body: ownData,
  response: ownVisit,
  errors: [
    'visit.link-over',
    'visit.decided',
    'portrait.not-found',
    'portrait.other-person',
    'consent.missing',
    'consent.other-text',
  ],
  audit: { module: 'visitor', event: 'complete-visit' },
  changes: ['visitors'],
})

export const uploadVisitPortrait = route({
  method: 'POST',
  prefix: '/public',
  path: '/v1/visits/:token/portrait',
  summary: "The visitor's photograph, checked at once",
  permission: 'public',
  params,
  query: besideQuery,
  bodyKind: 'image',
  response: portraitVerdict,
  errors: [
    'visit.link-over',
    'portrait.unreadable',
    'portrait.too-large',
    'portrait.check-failed',
    'portrait.not-found',
    'portrait.other-person',
    'portrait.too-many-sent',
  ],
  audit: { module: 'visitor', event: 'upload-portrait' },
  changes: [],
})

export const readWalkIn = route({
  method: 'GET',
  prefix: '/public',
  path: '/v1/walk-ins/:token',
  summary: 'The enterprise that the code at the reception belongs to',
  permission: 'public',
  params,
  response: z.object({ enterprise: z.string() }),
  errors: ['visit.link-over'],
})

export const askForVisit = route({
  method: 'POST',
  prefix: '/public',
  path: '/v1/walk-ins/:token',
  summary:
    'Ask to be let in: the host is asked by e-mail, and the reception sees it. Answers with the token of the visit',
  permission: 'public',
  params,
  body: ownData.extend({
    hostName: requiredLine(128),
    hostDetail: optionalLine(128)
      .default(null)
      .describe('Department or job number of the host; asked only where several employees have the name'),
    purpose: optionalLine(255),
    language: z.enum(languages),
  }),
  response: z.object({ token }),
  errors: [
    'visit.link-over',
    'visitor.host-unknown',
    'portrait.not-found',
    'portrait.other-person',
    'consent.missing',
    'consent.other-text',
  ],
  audit: { module: 'visitor', event: 'walk-in' },
  changes: ['visitors'],
})

export const uploadWalkInPortrait = route({
  method: 'POST',
  prefix: '/public',
  path: '/v1/walk-ins/:token/portrait',
  summary: 'The photograph of a visitor without an invitation, checked at once',
  permission: 'public',
  params,
  query: besideQuery,
  bodyKind: 'image',
  response: portraitVerdict,
  errors: [
    'visit.link-over',
    'portrait.unreadable',
    'portrait.too-large',
    'portrait.check-failed',
    'portrait.not-found',
    'portrait.other-person',
  ],
  audit: { module: 'visitor', event: 'upload-portrait' },
  changes: [],
})

/** The data that the host sees of a person who wants to visit them. */
export const hostedVisit = ownVisit.omit({ passCode: true, enterprise: true }).extend({
  /** How many photographs the visitor sent; the host sees each of them. */
  portraits: z.int(),
})
export type HostedVisit = z.output<typeof hostedVisit>

export const readHostedVisit = route({
  method: 'GET',
  prefix: '/public',
  path: '/v1/hosts/:token',
  summary: 'A visit, for the host who has to answer it. Changes nothing: mail programs open links automatically',
  permission: 'public',
  params,
  response: hostedVisit,
  errors: ['visit.link-over'],
})

/** The picture of one of the photographs, counted from 0. */
export const hostedPortraitPath = (token: string, place: number) =>
  `/public/v1/hosts/${encodeURIComponent(token)}/portrait?place=${place}`

export const getHostedPortrait = route({
  method: 'GET',
  prefix: '/public',
  path: '/v1/hosts/:token/portrait',
  summary: 'A photograph of the visitor, while the visit waits for the host',
  permission: 'public',
  params,
  query: z.object({
    place: z.coerce
      .number()
      .int()
      .min(0)
      .max(maxPortraits - 1)
      .default(0)
      .describe('Which of the photographs, counted from 0 in the order in which they were sent'),
  }),
  replyKind: 'stream',
  errors: ['visit.link-over', 'image.not-found'],
})

export const answerVisit = route({
  method: 'POST',
  prefix: '/public',
  path: '/v1/hosts/:token',
  summary: 'The host approves or refuses the visit',
  permission: 'public',
  params,
  body: z.object({ isApproved: z.boolean(), reason: optionalLine(255).default(null) }),
  response: hostedVisit,
  errors: ['visit.link-over', 'visit.decided', 'visit.incomplete', 'visit.ask-reception', 'licence.person-limit'],
  audit: { module: 'visitor', event: 'answer' },
  changes: ['visitors', 'groups'],
})
