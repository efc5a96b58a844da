import { presenceDoubts } from '@gatehouse/engine/door/vocabulary.ts'
import { z } from 'zod'
import { id, instant, requiredLine } from '../fields.ts'
import { keyPageOf, keyPageQuery, keyword } from '../paging.ts'
import { route } from '../route.ts'
import { groupKinds } from './person-groups.ts'

const nameRef = z.object({ id, name: z.string() })

export const locationSources = ['passage', 'correction', 'day-end'] as const
export type LocationSource = (typeof locationSources)[number]

/** A person who is inside, as far as passages tell. */
export const personInside = z.object({
  person: z.object({ id, name: z.string(), kind: z.enum(groupKinds), portraitId: id.nullable() }),
  area: nameRef,
  site: nameRef,
  /** In this area. */
  since: instant,
  /** Since they came in from outside; null where no passage told. */
  insideSince: instant.nullable(),
  /** The source of the location: a passage, a correction by hand, or the end of the day. */
  source: z.enum(locationSources),
  /** The door by which they came into the area; null without a passage. */
  door: nameRef.nullable(),
  /** The record of the passage; null without one. */
  recordId: id.nullable(),
  /** The reasons to doubt it; empty: it is as sure as a passage can be. */
  doubts: z.array(z.enum(presenceDoubts)),
})
export type PersonInside = z.output<typeof personInside>

export const listInside = route({
  method: 'GET',
  path: '/v2/inside',
  summary: 'People who are inside now, the latest first; visitors only, for those who see no staff',
  permission: 'inside.read',
  shows: 'inside',
  query: keyPageQuery.extend({
    keyword,
    siteId: id.optional(),
    /** With the areas inside it. */
    areaId: id.optional(),
    kind: z.enum(groupKinds).optional(),
  }),
  response: keyPageOf(personInside).extend({ total: z.int().min(0) }),
})

export const insideCounts = z.object({
  /** People in the area itself, without those in areas inside it; areas where nobody is are left out. */
  areas: z.array(
    z.object({
      areaId: id,
      siteId: id,
      people: z.int(),
      visitors: z.int(),
      /** Of the people, those about whom it is less sure. */
      unsure: z.int(),
    }),
  ),
  people: z.int(),
  visitors: z.int(),
})
export type InsideCounts = z.output<typeof insideCounts>

export const countInside = route({
  method: 'GET',
  path: '/v2/inside/counts',
  summary: 'How many people are in each area now; visitors only, for those who see no staff and no devices',
  permission: 'inside.count',
  shows: 'inside',
  response: insideCounts,
})

export const correctLocation = route({
  method: 'POST',
  path: '/v2/inside/correct',
  summary: 'Say where a person is, with a reason; the next passage counts again',
  permission: 'inside.write',
  body: z.object({
    personId: id,
    /** Null: outside. */
    areaId: id.nullable(),
    reason: requiredLine(255),
  }),
  errors: ['inside.person-not-found', 'area.not-found'],
  audit: { module: 'inside', event: 'correct-location' },
  changes: ['inside'],
})
