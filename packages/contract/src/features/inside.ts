import { presenceDoubts } from '@gatehouse/engine/door/vocabulary.ts'
import { z } from 'zod'
import { id, instant, requiredLine } from '../fields.ts'
import { keyPageOf, keyPageQuery, keyword } from '../paging.ts'
import { route } from '../route.ts'
import { idList } from './devices.ts'
import { groupKinds } from './person-groups.ts'

const nameRef = z.object({ id, name: z.string() })

export const locationSources = ['passage', 'correction', 'day-end', 'visit-end'] as const
export type LocationSource = (typeof locationSources)[number]

/** The part of a location that passages and corrections tell. */
const locationFacts = z.object({
  /** In this area, or outside. */
  since: instant,
  /** Since they came in from outside; null outside, and where no passage told. */
  insideSince: instant.nullable(),
  /** The source of the location: a passage, a correction by hand, or the end of the day or of a visit. */
  source: z.enum(locationSources),
  /** The door by which they came; null without a passage. */
  door: nameRef.nullable(),
  /** The record of the passage; null without one. */
  recordId: id.nullable(),
  /** The reasons to doubt it; empty: it is as sure as a passage can be. */
  doubts: z.array(z.enum(presenceDoubts)),
})

/** A person who is inside, as far as passages tell. */
export const personInside = locationFacts.extend({
  person: z.object({
    id,
    name: z.string(),
    kind: z.enum(groupKinds),
    portraitId: id.nullable(),
    /** They may leave, and may not come in again. */
    isSuspended: z.boolean(),
  }),
  area: nameRef,
  site: nameRef,
  /** The end of a visitor's visit; null for others. */
  visitEndsAt: instant.nullable(),
})
export type PersonInside = z.output<typeof personInside>

/** People to look at: those about whom it is less sure, those who are suspended, and visitors whose visit is over. */
export const insideConcerns = ['unsure', 'suspended', 'overdue'] as const

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
    concern: z.enum(insideConcerns).optional(),
  }),
  response: keyPageOf(personInside).extend({ total: z.int().min(0) }),
})

/** The last location of a person, inside (with its area and site) or outside (without). */
export const personLocation = locationFacts.extend({ area: nameRef.nullable(), site: nameRef.nullable() })
export type PersonLocation = z.output<typeof personLocation>

export const getPersonLocation = route({
  method: 'GET',
  path: '/v2/inside/people/:id',
  summary: 'Where a person is now; null as long as no passage and nobody has told',
  permission: 'inside.read',
  shows: 'inside',
  params: z.object({ id }),
  response: personLocation.nullable(),
  errors: ['inside.person-not-found'],
})

/** The place of one of several people. */
export const personPlace = z.object({
  personId: id,
  /** Null: outside. */
  area: nameRef.nullable(),
  /** The door by which they came; null without a passage. */
  door: nameRef.nullable(),
  since: instant,
})
export type PersonPlace = z.output<typeof personPlace>

export const listPersonPlaces = route({
  method: 'GET',
  path: '/v2/inside/people',
  summary: 'Where these people are now, and by which door they came; those of whom nothing has told are left out',
  permission: 'inside.read',
  shows: 'inside',
  query: z.object({ ids: z.string().regex(idList) }),
  response: z.array(personPlace),
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

/** Webhooks send this of a person who came into an area or left one. */
export const movement = z.object({
  id,
  at: instant,
  person: z.object({ id, name: z.string(), kind: z.enum(groupKinds) }),
  /** Null: outside. */
  from: z.object({ area: nameRef, site: nameRef }).nullable(),
  to: z.object({ area: nameRef, site: nameRef }).nullable(),
  source: z.enum(locationSources),
  door: nameRef.nullable(),
  recordId: id.nullable(),
  doubts: z.array(z.enum(presenceDoubts)),
})
export type Movement = z.output<typeof movement>

const insideFigures = z.object({
  people: z.int(),
  visitors: z.int(),
  /** Of the people, those about whom it is less sure. */
  unsure: z.int(),
})
export type InsideFigures = z.output<typeof insideFigures>

/** The sites that one answer names. */
export const maxSitesInside = 1_000

export const placesInside = z.object({
  /** By name, also those where nobody is. */
  sites: z.array(insideFigures.extend({ id, name: z.string() })),
  /** Of the site that was asked for, or of the only one: parents before children, each with the people in the area itself. */
  areas: z.array(insideFigures.extend({ id, parentAreaId: id.nullable(), name: z.string() })),
  siteId: id.nullable(),
})
export type PlacesInside = z.output<typeof placesInside>

export const listPlacesInside = route({
  method: 'GET',
  path: '/v2/inside/places',
  summary: 'Sites with how many people are inside, and the areas of one of them; visitors only, for visitor admins',
  permission: 'inside.count',
  shows: 'inside',
  query: z.object({ siteId: id.optional() }),
  response: placesInside,
})

/** Null: outside. */
const correctedAreaId = id.nullable()
const correctionReason = requiredLine(255)

export const correctLocation = route({
  method: 'POST',
  path: '/v2/inside/correct',
  summary: 'Say where a person is, with a reason; the next passage counts again',
  permission: 'inside.write',
  body: z.object({
    personId: id,
    areaId: correctedAreaId,
    reason: correctionReason,
  }),
  errors: ['inside.person-not-found', 'area.not-found'],
  audit: { module: 'inside', event: 'correct-location' },
  changes: ['inside'],
})

/** The number of people that one correction moves. */
export const maxCorrected = 500

export const correctLocations = route({
  method: 'POST',
  path: '/v2/inside/correct-many',
  summary: 'Say where several people are, with a reason; those who do not exist any more are left out',
  permission: 'inside.write',
  body: z.object({
    personIds: z.array(id).min(1).max(maxCorrected),
    areaId: correctedAreaId,
    reason: correctionReason,
  }),
  response: z.object({ count: z.int() }),
  errors: ['inside.person-not-found', 'area.not-found'],
  audit: { module: 'inside', event: 'correct-locations' },
  changes: ['inside'],
})
