import { z } from 'zod'
import { id, instant } from '../../fields.ts'
import { route } from '../../route.ts'
import { forceFace, portraitCheck, portraitSources } from '../portraits.ts'
import { maxPortraits } from './several-portraits.ts'
import { givenConsent } from './notice.ts'

/** Of the portraits of one person, those that were learned from passages. */
export const maxLearnedPortraits = 3

export const personPortrait = z.object({
  id,
  /** The one that lists and terminals show. */
  isMain: z.boolean(),
  /** How it came; null: before this was noted. */
  source: z.enum(portraitSources).nullable(),
  checks: z.array(portraitCheck),
  /** Similarity to the others of the person, 0 to 1; null for the only one. A low one may be somebody else's. */
  score: z.number().nullable(),
  /** The passage from which it was learned; the record may be gone by now. */
  recordId: id.nullable(),
  /** Null for a main portrait. */
  addedBy: z.string().nullable(),
  addedAt: instant,
})
export type PersonPortrait = z.output<typeof personPortrait>

const ofPerson = { params: z.object({ id }), response: z.array(personPortrait) } as const
/** The topics of every kind of people. */
const changes = ['staff', 'visitors', 'blacklist'] as const

export const listPersonPortraits = route({
  method: 'GET',
  path: '/v2/people/:id/portraits',
  summary: 'The portraits by which a person is recognised, the main one first',
  permission: 'person.read',
  ...ofPerson,
  errors: ['person.not-found'],
})

export const addPersonPortrait = route({
  method: 'POST',
  path: '/v2/people/:id/portraits',
  summary: 'Give a person one more portrait, from `uploadPortrait`; the first becomes the main one',
  // The widest of the permissions to write people; the call asks for that of the person's kind as well.
  permission: 'visitor.write',
  ...ofPerson,
  body: z.object({
    portraitId: id,
    force: forceFace,
    /** Add the portrait although it is unlike the person's others. Of each doubt somebody decides by itself. */
    forceUnlike: z.boolean().default(false),
    consent: givenConsent.optional(),
  }),
  errors: [
    'person.not-found',
    'portrait.not-found',
    'portrait.duplicate-face',
    'portrait.limit-reached',
    'portrait.not-alike',
    'consent.missing',
    'consent.other-text',
  ],
  audit: { module: 'person', event: 'add-portrait' },
  changes,
})

export const choosePersonPortrait = route({
  method: 'PUT',
  path: '/v2/people/:id/portraits/main',
  summary: 'Choose which of the portraits of a person is the main one, which lists and terminals show',
  permission: 'visitor.write',
  ...ofPerson,
  body: z.object({ portraitId: id }),
  errors: ['person.not-found', 'portrait.not-found'],
  audit: { module: 'person', event: 'choose-portrait' },
  changes,
})

export const removePersonPortraits = route({
  method: 'POST',
  path: '/v2/people/:id/portraits/remove',
  summary: 'Delete portraits of a person, but the main one; `learned`: all that were learned from passages',
  permission: 'visitor.write',
  ...ofPerson,
  body: z.object({ portraitIds: z.array(id).max(maxPortraits).default([]), learned: z.boolean().default(false) }),
  errors: ['person.not-found', 'portrait.not-found'],
  audit: { module: 'person', event: 'remove-portraits' },
  changes,
})

export const learnPersonPortrait = route({
  method: 'POST',
  path: '/v2/people/:id/portraits/learn',
  summary:
    'Learn the face of a passage: the caller confirms that it shows this person. It becomes a portrait if it passes the checks; the oldest learned one makes room',
  permission: 'visitor.write',
  ...ofPerson,
  body: z.object({ recordId: id }),
  errors: [
    'person.not-found',
    'record.not-found',
    'portrait.not-of-record',
    'portrait.unreadable',
    'portrait.too-large',
    'portrait.check-failed',
    'portrait.not-alike',
    'portrait.duplicate-face',
    'portrait.limit-reached',
    'consent.missing',
  ],
  audit: { module: 'person', event: 'learn-portrait' },
  changes,
})
