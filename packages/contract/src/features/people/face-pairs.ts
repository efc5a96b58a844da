import { z } from 'zod'
import { id, instant } from '../../fields.ts'
import { keyPageOf, keyPageQuery } from '../../paging.ts'
import { route } from '../../route.ts'

/** The words for two people who look alike: `one`, the same person; `two`, they are others. */
export const pairVerdicts = ['one', 'two'] as const
export type PairVerdict = (typeof pairVerdicts)[number]

const entry = z.object({
  id,
  kind: z.enum(['staff', 'visitor', 'blacklisted']),
  name: z.string(),
  portraitId: id.nullable(),
})

export const facePair = z.object({
  first: entry,
  second: entry,
  /** The cosine, 0 to 1. */
  score: z.number(),
  /** Alike enough that doors decide about both together until somebody has said what they are. */
  isOneFace: z.boolean(),
  verdict: z.enum(pairVerdicts).nullable(),
  /** Of one person: the entry whose groups, period and cards hold. */
  mainId: id.nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
})
export type FacePair = z.output<typeof facePair>

export const pairStates = ['open', 'decided'] as const

export const listFacePairs = route({
  method: 'GET',
  path: '/v2/face-pairs',
  summary:
    'Pairs of people whose faces are alike: `open`, the most alike first, those with a blacklisted person before the others; `decided`, the latest first',
  permission: 'person.read',
  shows: 'face-pairs',
  query: keyPageQuery.extend({ state: z.enum(pairStates).default('open') }),
  response: keyPageOf(facePair).extend({
    /** The number of people whose faces are still to be compared. */
    waiting: z.int(),
  }),
})

const pairOf = z.object({ firstId: id, secondId: id })

const entryRights = entry.extend({
  groups: z.array(z.object({ id, name: z.string() })),
  hasCard: z.boolean(),
  hasPin: z.boolean(),
  portraits: z.int(),
  validFromAt: instant.nullable(),
  validToAt: instant.nullable(),
})
export type EntryRights = z.output<typeof entryRights>

export const previewFacePair = route({
  method: 'GET',
  path: '/v2/face-pairs/preview',
  summary: 'What each of two entries has at doors: joined, one of them holds and the other ends there',
  permission: 'person.read',
  query: pairOf,
  response: z.object({
    first: entryRights,
    second: entryRights,
    /** The entry that must hold, because it is blacklisted; null: either. */
    mustHoldId: id.nullable(),
  }),
  errors: ['face-pair.not-found'],
})

export const decideFacePair = route({
  method: 'PUT',
  path: '/v2/face-pairs/verdict',
  summary:
    'Say that two people who look alike are one, with the entry that holds for both, or that they are two; `null` takes it back',
  // The widest of the permissions to write people; the call asks for that of both kinds as well.
  permission: 'visitor.write',
  body: pairOf.extend({ verdict: z.enum(pairVerdicts).nullable(), mainId: id.nullable().default(null) }),
  response: facePair,
  errors: ['face-pair.not-found', 'face-pair.main-missing', 'face-pair.joined-already'],
  audit: { module: 'person', event: 'decide-face-pair' },
  changes: ['face-pairs', 'staff', 'visitors', 'blacklist'],
})
