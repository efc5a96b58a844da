import { z } from 'zod'
import { languages } from '../../envelope.ts'
import { id, instant } from '../../fields.ts'
import { keyPageOf, keyPageQuery } from '../../paging.ts'
import { route } from '../../route.ts'
import { givenConsent } from '../people/notice.ts'
import { portraitCheck, portraitChecks, portraitVerdict } from '../portraits.ts'
import { furtherPortraitIds } from './sent-portraits.ts'
import { besideQuery } from '../people/several-portraits.ts'

/** The reasons for which a portrait is listed: the checks that it does not pass today, or that its picture cannot be read. */
export const portraitFaults = [...portraitChecks, 'unreadable'] as const
export type PortraitFault = (typeof portraitFaults)[number]

export const poorPortrait = z.object({
  id,
  /** The one that lists and terminals show. */
  isMain: z.boolean(),
  person: z.object({ id, kind: z.enum(['staff', 'visitor', 'blacklisted']), name: z.string() }),
  faults: z.array(z.enum(portraitFaults)).min(1),
  /** The measurements of the faults. */
  checks: z.array(portraitCheck),
  /** Names the checks, their level and the recogniser. */
  judgedBy: z.string(),
  judgedAt: instant,
  uploadedAt: instant,
  /** The latest link that asks the person for another photograph; null: none, or it has ended unanswered. */
  asked: z.object({ by: z.string(), at: instant, answeredAt: instant.nullable() }).nullable(),
})
export type PoorPortrait = z.output<typeof poorPortrait>

export const listPoorPortraits = route({
  method: 'GET',
  path: '/v2/portraits/poor',
  summary:
    'Portraits that would not pass the checks of today, the newest first. All are judged in the background; none is thrown out',
  permission: 'person.read',
  shows: 'portraits',
  query: keyPageQuery.extend({ fault: z.enum(portraitFaults).optional(), groupId: id.optional() }),
  response: keyPageOf(poorPortrait).extend({
    /** The number of portraits that are still to be judged. */
    waiting: z.int(),
  }),
})

export const askForPortraits = route({
  method: 'POST',
  path: '/v2/portraits/requests',
  summary:
    'Ask the members of staff and the visitors of these portraits for new photographs: a link for each, by e-mail where there is an address and a mail server. An earlier link of the person ends',
  permission: 'person.ask',
  body: z.object({ portraitIds: z.array(id).min(1).max(200), language: z.enum(languages) }),
  response: z.object({
    links: z.array(z.object({ personId: id, name: z.string(), url: z.string(), isMailed: z.boolean() })),
    /** Of a visitor the link ends with the visit, if that is earlier. */
    expiresAt: instant,
    /** The number of people whom nobody asks: those on the blacklist, visitors whose visit is over, people whom the caller may not change, and who is no longer there. */
    left: z.int(),
  }),
  audit: { module: 'person', event: 'ask-for-portrait' },
  changes: ['portraits'],
})

export const endPortraitRequest = route({
  method: 'DELETE',
  path: '/v2/portraits/requests/:personId',
  summary: 'End the link that asks a person for a new photograph',
  permission: 'person.ask',
  params: z.object({ personId: id }),
  errors: ['person.not-found'],
  audit: { module: 'person', event: 'end-portrait-request' },
  changes: ['portraits'],
})

// The calls of the phone of the person. The token grants the whole right.

const params = z.object({ token: z.string().regex(/^[\w-]{43}$/, { error: 'token' }) })

export const openPortraitRequest = route({
  prefix: '/public',
  method: 'GET',
  path: '/portrait-requests/:token',
  summary: 'Data of the page behind a link that asks for a new photograph',
  permission: 'public',
  params,
  response: z.object({ company: z.string(), name: z.string(), kind: z.enum(['staff', 'visitor']) }),
  errors: ['portrait.link-over'],
})

export const uploadAskedPortrait = route({
  prefix: '/public',
  method: 'POST',
  path: '/portrait-requests/:token/portraits',
  summary: 'A new photograph, checked at once',
  permission: 'public',
  params,
  query: besideQuery,
  bodyKind: 'image',
  response: portraitVerdict,
  errors: [
    'portrait.link-over',
    'portrait.unreadable',
    'portrait.too-large',
    'portrait.check-failed',
    'portrait.not-found',
    'portrait.other-person',
    'portrait.too-many-sent',
  ],
  audit: 'self',
  changes: [],
})

export const sendAskedPortrait = route({
  prefix: '/public',
  method: 'POST',
  path: '/portrait-requests/:token',
  summary: 'Send the new photographs: they wait among the registrations until somebody approves them. The link ends',
  permission: 'public',
  params,
  body: z.object({ portraitId: id, furtherPortraitIds, consent: givenConsent.optional() }),
  response: z.object({
    /** The token of the link by which the person looks up the outcome. */
    lookup: z.string(),
  }),
  errors: [
    'portrait.link-over',
    'registration.too-many',
    'portrait.not-found',
    'portrait.other-person',
    'consent.missing',
    'consent.other-text',
  ],
  audit: { module: 'registration', event: 'register' },
  changes: ['registrations', 'portraits'],
})
