import { z } from 'zod'
import { languages } from '../../envelope.ts'
import { id, instant, lines, optionalLine } from '../../fields.ts'
import { route } from '../../route.ts'

export const noticeKinds = ['staff', 'visitor', 'blacklisted'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** The person, or who adds them, has read this text in this language and agrees. */
export const givenConsent = z.object({ textVersion: z.string().regex(/^[0-9a-f]{16}$/), language: z.enum(languages) })
export type ConsentInput = z.output<typeof givenConsent>

/** The notice that people read before their face is taken: what is kept of it, why, for how long and whom to ask. */
export const privacyNotice = z.object({
  textVersion: z.string(),
  /** One sentence, for the place beside the button. */
  short: z.string(),
  parts: z.array(z.object({ title: z.string(), text: z.string() })),
  /** The sentence of the consent; null: nobody is asked. */
  consent: z.string().nullable(),
})
export type PrivacyNotice = z.output<typeof privacyNotice>

export const readPrivacyNotice = route({
  prefix: '/public',
  method: 'GET',
  path: '/v1/privacy-notice',
  summary: 'What is kept of a face, why, for how long and whom to ask',
  permission: 'public',
  shows: 'company',
  query: z.object({ kind: z.enum(noticeKinds), language: z.enum(languages) }),
  response: privacyNotice,
})

const addition = lines(600)
  .transform((text) => text || null)
  .nullable()

export const privacySettings = z.object({
  /** Nobody's face is taken without a consent; people on the blacklist are not asked. */
  asksConsent: z.boolean(),
  /** The name or address that answers questions. */
  contact: optionalLine(200),
  /** Sentences of the enterprise, by language. */
  additionEn: addition,
  additionZh: addition,
  additionZhTw: addition,
})
export type PrivacySettings = z.output<typeof privacySettings>

export const getPrivacySettings = route({
  method: 'GET',
  path: '/v2/privacy-settings',
  summary: 'The part of the privacy notice that is the own one of the enterprise, and whether a consent is asked for',
  permission: 'company.read',
  shows: 'company',
  response: privacySettings,
})

export const updatePrivacySettings = route({
  method: 'PUT',
  path: '/v2/privacy-settings',
  summary: 'Set whom to ask about faces, own sentences of the notice, and whether a consent is asked for',
  permission: 'company.write',
  body: privacySettings,
  response: privacySettings,
  audit: { module: 'company', event: 'update-privacy' },
  changes: ['company'],
})

export const consent = z.object({
  givenAt: instant,
  textVersion: z.string(),
  language: z.enum(languages),
  /** The account that noted it; null: the person gave it themselves. */
  notedBy: z.string().nullable(),
  /** The text, word by word. */
  content: z.string(),
})
export type Consent = z.output<typeof consent>

export const listConsents = route({
  method: 'GET',
  path: '/v2/people/:id/consents',
  summary: 'Consents of one person, the latest first, at most 20, each with its text',
  permission: 'person.read',
  params: z.object({ id }),
  response: z.array(consent),
  errors: ['person.not-found'],
})
