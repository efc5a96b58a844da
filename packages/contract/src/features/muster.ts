import { presenceDoubts } from '@gatehouse/engine/door/vocabulary.ts'
import { z } from 'zod'
import { languages } from '../envelope.ts'
import { id, instant, namedInstant, optionalLine, requiredLine } from '../fields.ts'
import { keyPageOf, keyPageQuery, keyword, pageOf, pageQuery, sortOrder } from '../paging.ts'
import { route } from '../route.ts'
import { groupKinds } from './person-groups.ts'

/** The number of muster points that one site may have. */
export const maxPointsPerSite = 50
/** The number of areas, and of devices, that one muster point may have. */
export const maxPerPoint = 100
/** The number of addresses that get the paper list of one site. */
export const maxPaperMails = 20
/** The number of steward links of one muster. */
export const maxStewardLinks = 100
/** The number of marks in one call. */
export const maxMarks = 500
/** The number of faces in one call of a steward's phone. */
export const maxFaces = 50

const nameRef = z.object({ id, name: z.string() })

// Points and settings of a site

/** A place where people gather. It takes the people of its areas and of the areas inside them; one without areas takes the rest of the site. */
export const musterPoint = z.object({
  id,
  siteId: id,
  name: z.string(),
  areas: z.array(nameRef),
  /** A person who is recognised at one of these is safe. */
  devices: z.array(nameRef),
})
export type MusterPoint = z.output<typeof musterPoint>

/** An area or a device that belongs to another point now comes to this one. */
export const musterPointInput = z.object({
  name: requiredLine(60),
  areaIds: z.array(id).max(maxPerPoint).default([]),
  deviceIds: z.array(id).max(maxPerPoint).default([]),
})
export type MusterPointInput = z.output<typeof musterPointInput>

export const listMusterPoints = route({
  method: 'GET',
  path: '/v2/muster-points',
  summary: 'Muster points of a site, by name',
  permission: 'site.read',
  shows: 'sites',
  query: z.object({ siteId: id }),
  response: z.array(musterPoint),
  errors: ['site.not-found'],
})

const pointErrors = ['area.not-found', 'device.not-found', 'muster-point.name-taken'] as const

export const createMusterPoint = route({
  method: 'POST',
  path: '/v2/muster-points',
  summary: 'Create a muster point',
  permission: 'site.write',
  body: musterPointInput.extend({ siteId: id }),
  response: musterPoint,
  errors: ['site.not-found', 'muster-point.too-many', ...pointErrors],
  audit: { module: 'muster', event: 'create-point' },
  changes: ['sites'],
})

export const updateMusterPoint = route({
  method: 'PUT',
  path: '/v2/muster-points/:id',
  summary: 'Change a muster point; a muster that is running keeps the points of its people',
  permission: 'site.write',
  params: z.object({ id }),
  body: musterPointInput,
  response: musterPoint,
  errors: ['muster-point.not-found', ...pointErrors],
  audit: { module: 'muster', event: 'update-point' },
  changes: ['sites'],
})

export const deleteMusterPoint = route({
  method: 'DELETE',
  path: '/v2/muster-points/:id',
  summary: 'Delete a muster point, but not while a muster of its site is running',
  permission: 'site.write',
  params: z.object({ id }),
  errors: ['muster-point.not-found', 'muster-point.in-use'],
  audit: { module: 'muster', event: 'delete-point' },
  changes: ['sites'],
})

export const musterSettings = z.object({
  /** Whether the fire input of a device at a door of this site starts a muster. */
  startsByFire: z.boolean(),
  /** Whether people who come in during a muster are added to it. */
  addsLatecomers: z.boolean(),
  /** The minutes between two paper lists; null: none is made. */
  paperMinutes: z.int().min(5).max(1440).nullable(),
  paperMails: z
    .array(z.email({ error: 'email-form' }).max(128))
    .max(maxPaperMails)
    .transform((addresses) => [...new Set(addresses)]),
  /** Of paper lists and their mails. */
  language: z.enum(languages),
})
export type MusterSettings = z.output<typeof musterSettings>

/** The addresses are null for those who may not change them. */
export const shownMusterSettings = musterSettings.extend({ paperMails: z.array(z.string()).nullable() })
export type ShownMusterSettings = z.output<typeof shownMusterSettings>

export const getMusterSettings = route({
  method: 'GET',
  path: '/v2/sites/:id/muster-settings',
  summary: 'The settings of musters of a site',
  permission: 'site.read',
  shows: 'sites',
  params: z.object({ id }),
  response: shownMusterSettings,
  errors: ['site.not-found'],
})

export const updateMusterSettings = route({
  method: 'PUT',
  path: '/v2/sites/:id/muster-settings',
  summary: 'Change the settings of musters of a site; without paper lists, the last one is deleted',
  permission: 'site.write',
  params: z.object({ id }),
  body: musterSettings,
  response: musterSettings,
  errors: ['site.not-found'],
  audit: { module: 'muster', event: 'update-settings' },
  changes: ['sites'],
})

// Musters

export const musterStarts = ['console', 'api', 'fire-input'] as const
export type MusterStart = (typeof musterStarts)[number]

/** `not-on-site`: they are known to be elsewhere, so nobody looks for them. */
export const musterStates = ['missing', 'safe', 'not-on-site'] as const
export type MusterState = (typeof musterStates)[number]

export const markSources = ['reader', 'steward', 'console', 'api', 'paper'] as const
export type MarkSource = (typeof markSources)[number]

const musterCounts = z.object({ people: z.int(), missing: z.int(), safe: z.int(), notOnSite: z.int() })
export type MusterCounts = z.output<typeof musterCounts>

/** Counts are of visitors only, for those who see no staff. */
export const musterSummary = z.object({
  id,
  site: z.object({
    /** Null: it was deleted since. */
    id: id.nullable(),
    name: z.string(),
    /** The clock of the site, an IANA zone: of every time that people read. */
    timeZone: z.string(),
  }),
  isDrill: z.boolean(),
  note: z.string().nullable(),
  startedAt: instant,
  startedBy: z.string(),
  startedHow: z.enum(musterStarts),
  /** Null: it is running. */
  endedAt: instant.nullable(),
  endedBy: z.string().nullable(),
  endNote: z.string().nullable(),
  /** Since when nobody is missing; null: somebody is, or was when it ended. */
  clearedAt: instant.nullable(),
  counts: musterCounts,
})
export type MusterSummary = z.output<typeof musterSummary>

export const muster = musterSummary.extend({
  /** By name, each with the people who should gather there, and how many were marked safe there. */
  points: z.array(
    z.object({
      id,
      name: z.string(),
      people: z.int(),
      missing: z.int(),
      markedHere: z.int(),
    }),
  ),
  /** People whose area has no point. */
  withoutPoint: z.object({ people: z.int(), missing: z.int() }),
  /** The seconds from start to clear of the last muster of this site that was cleared; null: there was none. */
  lastClearSeconds: z.int().nullable(),
})
export type Muster = z.output<typeof muster>

export const musterMark = z.object({
  /** By the clock of the person who marked, as far as it can be trusted: a phone may have been offline. */
  at: instant,
  how: z.enum(markSources),
  /** The account, the steward, or the device. */
  by: z.string(),
  /** The point where they were marked; null: not said. */
  point: nameRef.nullable(),
})

export const musterPerson = z.object({
  /** Of the person in this muster, for marks. */
  id,
  /** Null: deleted since. Somebody may still have to be looked for. */
  person: z
    .object({
      id,
      name: z.string(),
      kind: z.enum(groupKinds),
      portraitId: id.nullable(),
      department: z.string().nullable(),
      /** The host of a visitor. */
      host: nameRef.nullable(),
    })
    .nullable(),
  /** The area that they were in last, as far as passages tell; null: outside. */
  area: nameRef.nullable(),
  /** The last door that they passed; null: not known. */
  door: nameRef.nullable(),
  /** In this area. */
  since: instant,
  /** The reasons to doubt it; empty: it is as sure as a passage can be. */
  doubts: z.array(z.enum(presenceDoubts)),
  /** The point where they should gather; null: their area has none. */
  point: nameRef.nullable(),
  /** They came in during the muster. */
  isLatecomer: z.boolean(),
  state: z.enum(musterStates),
  /** Null: nobody has marked them. */
  mark: musterMark.nullable(),
})
export type MusterPerson = z.output<typeof musterPerson>

export const listMusters = route({
  method: 'GET',
  path: '/v2/musters',
  summary: 'Musters, those of the past too, the latest first',
  permission: 'muster.read',
  shows: 'musters',
  query: pageQuery.extend({ siteId: id.optional(), isRunning: z.stringbool().optional() }),
  response: pageOf(musterSummary),
})

export const getMuster = route({
  method: 'GET',
  path: '/v2/musters/:id',
  summary: 'One muster with its counts; of visitors only, for those who see no staff',
  permission: 'muster.read',
  shows: 'musters',
  params: z.object({ id }),
  response: muster,
  errors: ['muster.not-found'],
})

export const musterOrders = ['name', 'door', 'department', 'since'] as const

export const listMusterPeople = route({
  method: 'GET',
  path: '/v2/musters/:id/people',
  summary: 'The people of a muster; visitors only, for those who see no staff',
  permission: 'muster.read',
  shows: 'musters',
  params: z.object({ id }),
  query: pageQuery.extend({
    keyword,
    state: z.enum(musterStates).optional(),
    pointId: id.optional(),
    sort: z.enum(musterOrders).default('name'),
    order: sortOrder.default('asc'),
  }),
  response: pageOf(musterPerson),
  errors: ['muster.not-found'],
})

export const startMuster = route({
  method: 'POST',
  path: '/v2/musters',
  summary: 'Start a muster of a site: everybody who is inside is missing until somebody marks them',
  permission: 'muster.manage',
  body: z.object({ siteId: id, isDrill: z.boolean(), note: optionalLine(255).default(null) }),
  response: muster,
  errors: ['site.not-found', 'muster.running'],
  audit: { module: 'muster', event: 'start' },
  changes: ['musters'],
  worksOnFullDisk: true,
})

export const endMuster = route({
  method: 'POST',
  path: '/v2/musters/:id/end',
  summary: 'End a muster; its steward links end with it',
  permission: 'muster.manage',
  params: z.object({ id }),
  body: z.object({ note: optionalLine(255).default(null) }),
  response: muster,
  errors: ['muster.not-found', 'muster.ended'],
  audit: { module: 'muster', event: 'end' },
  changes: ['musters'],
  worksOnFullDisk: true,
})

export const markMusterPeople = route({
  method: 'POST',
  path: '/v2/musters/:id/marks',
  summary: 'Mark people safe or not on site, or missing again; visitors only, for those who see no staff',
  permission: 'muster.mark',
  params: z.object({ id }),
  body: z.object({
    /** `id` of `musterPerson`. */
    personIds: z.array(id).min(1).max(maxMarks),
    /** `missing` takes a mark back. */
    state: z.enum(musterStates),
    /** `true`: it was noted on paper before. */
    isFromPaper: z.boolean().default(false),
    /** Absent: now. */
    at: namedInstant.optional(),
    pointId: id.nullable().default(null),
  }),
  response: z.object({ counts: musterCounts }),
  errors: ['muster.not-found', 'muster.ended', 'muster.person-not-found', 'muster-point.not-found'],
  audit: { module: 'muster', event: 'mark' },
  changes: ['musters'],
  worksOnFullDisk: true,
})

export const musterEventKinds = [
  'started',
  'ended',
  'marked',
  'latecomer',
  'link-created',
  'link-revoked',
  'paper-made',
] as const

export const musterEvent = z.object({
  id,
  kind: z.enum(musterEventKinds),
  at: instant,
  by: z.string(),
  /** Of a mark. */
  how: z.enum(markSources).nullable(),
  state: z.enum(musterStates).nullable(),
  /** Null: of nobody, or deleted since. */
  person: nameRef.nullable(),
  /** The mark came after the end of the muster, or a later one was there already: it changed nothing. */
  isLate: z.boolean(),
})
export type MusterEvent = z.output<typeof musterEvent>

export const listMusterEvents = route({
  method: 'GET',
  path: '/v2/musters/:id/events',
  summary: 'The history of one muster, the latest first',
  permission: 'muster.manage',
  shows: 'musters',
  params: z.object({ id }),
  query: keyPageQuery,
  response: keyPageOf(musterEvent),
  errors: ['muster.not-found'],
})

export const exportMusterReport = route({
  method: 'GET',
  path: '/v2/musters/:id/report/export',
  summary: 'The report of a muster: who, when, how, and the time to clear; as PDF by muster point, or as a workbook',
  permission: 'muster.manage',
  params: z.object({ id }),
  query: z.object({ language: z.enum(languages).default('en'), format: z.enum(['pdf', 'xlsx']).default('pdf') }),
  replyKind: 'stream',
  acceptsCookie: true,
  errors: ['muster.not-found'],
  audit: { module: 'muster', event: 'export-report' },
})

// Links for stewards

/** `ended`: the muster is over. */
export const stewardLinkStates = ['usable', 'revoked', 'expired', 'ended'] as const

export const stewardLink = z.object({
  id,
  /** The holder, as the person who made it wrote. */
  steward: z.string(),
  /** Null: everybody. */
  point: nameRef.nullable(),
  state: z.enum(stewardLinkStates),
  createdBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
  /** Null: nobody has opened it. A phone that is connected asks every few seconds. */
  lastSeenAt: instant.nullable(),
  /** How many marks came by it. */
  marks: z.int(),
})
export type StewardLink = z.output<typeof stewardLink>

export const listStewardLinks = route({
  method: 'GET',
  path: '/v2/musters/:id/steward-links',
  summary: 'The links of a muster, the latest first; their tokens are never among them',
  permission: 'muster.manage',
  shows: 'musters',
  params: z.object({ id }),
  response: z.array(stewardLink),
  errors: ['muster.not-found'],
})

export const createStewardLink = route({
  method: 'POST',
  path: '/v2/musters/:id/steward-links',
  summary: 'Make a link for the phone of a steward; its address is only in this answer',
  permission: 'muster.manage',
  params: z.object({ id }),
  body: z.object({
    steward: requiredLine(60),
    /** Null: the list of everybody. */
    pointId: id.nullable().default(null),
    hours: z.int().min(1).max(72).default(12),
  }),
  /** The token stands behind `#`, which browsers send to no server. */
  response: z.object({ link: stewardLink, url: z.string() }),
  errors: ['muster.not-found', 'muster.ended', 'muster-point.not-found', 'muster.too-many-links'],
  audit: { module: 'muster', event: 'create-steward-link' },
  changes: ['musters'],
  worksOnFullDisk: true,
})

export const revokeStewardLink = route({
  method: 'POST',
  path: '/v2/musters/:id/steward-links/:linkId/revoke',
  summary: 'End a link at once',
  permission: 'muster.manage',
  params: z.object({ id, linkId: id }),
  response: stewardLink,
  errors: ['muster.not-found', 'muster.link-not-found'],
  audit: { module: 'muster', event: 'revoke-steward-link' },
  changes: ['musters'],
  worksOnFullDisk: true,
})

// The phone of a steward: no session, the token of the link in this header

/** The header with the token of the link. The page reads it from behind the `#` of its address. */
export const stewardHeader = 'steward-token'

const linkErrors = ['muster.link-unknown', 'muster.link-revoked', 'muster.link-expired', 'muster.link-ended'] as const

/** The facts that a steward needs to look for somebody, and no others. */
export const stewardPerson = z.object({
  id,
  name: z.string().nullable(),
  hasFace: z.boolean(),
  host: z.string().nullable(),
  area: z.string().nullable(),
  door: z.string().nullable(),
  since: instant,
  doubts: z.array(z.enum(presenceDoubts)),
  pointId: id.nullable(),
  isLatecomer: z.boolean(),
  state: z.enum(musterStates),
  markedAt: instant.nullable(),
})
export type StewardPerson = z.output<typeof stewardPerson>

export const openStewardList = route({
  prefix: '/public',
  method: 'GET',
  path: '/v1/steward/list',
  summary:
    'The list of a steward, token in the header `steward-token`; `after` asks only for what changed since that revision',
  permission: 'public',
  query: z.object({ after: z.coerce.number().int().min(0).max(2_000_000_000).optional() }),
  response: z.object({
    site: z.string(),
    timeZone: z.string(),
    isDrill: z.boolean(),
    startedAt: instant,
    steward: z.string(),
    /** The point of the link; null: everybody. */
    pointId: id.nullable(),
    points: z.array(nameRef),
    /** Of the list of this link. */
    counts: musterCounts,
    /** By name; people who have changed since `after`, or all. */
    people: z.array(stewardPerson),
    revision: z.int(),
    serverTime: instant,
  }),
  errors: linkErrors,
})

export const loadStewardFaces = route({
  prefix: '/public',
  method: 'GET',
  path: '/v1/steward/faces',
  summary: 'Small faces of people on the list of a steward, as JPEG in base64; people without one are left out',
  permission: 'public',
  query: z.object({
    /** Ids of people on the list, separated by commas. */
    ids: z
      .string()
      .max(37 * maxFaces)
      .transform((text) => text.split(','))
      .pipe(z.array(id).min(1).max(maxFaces)),
  }),
  response: z.array(z.object({ id, jpeg: z.string() })),
  errors: linkErrors,
})

/** `late`: after the end of the muster; it stands in the history. `older`: a later mark of the person was there already. */
export const markOutcomes = ['taken', 'older', 'late', 'unknown-person'] as const

export const markAsSteward = route({
  prefix: '/public',
  method: 'POST',
  path: '/v1/steward/marks',
  summary:
    'Marks of a steward, in any order and as often as the phone likes: each counts once. Marks that come within a day after the end are noted as late; the number of marks of one link is limited',
  permission: 'public',
  body: z.object({
    /** By the clock of the phone, with which the times of the marks are set right. */
    sentAt: namedInstant,
    marks: z
      .array(z.object({ id, personId: id, state: z.enum(musterStates), at: namedInstant }))
      .min(1)
      .max(maxMarks),
  }),
  response: z.object({ marks: z.array(z.object({ id, outcome: z.enum(markOutcomes) })) }),
  errors: [...linkErrors, 'muster.too-many-marks'],
  audit: { module: 'muster', event: 'mark' },
  changes: ['musters'],
  worksOnFullDisk: true,
})

// Paper

export const paperList = z.object({
  /** Null: none was made yet. */
  madeAt: instant.nullable(),
  people: z.int(),
  /** The number of addresses it was mailed to. */
  mailedTo: z.int(),
  /** Null: no more are made. */
  nextAt: instant.nullable(),
  /** Whether a mail server is set. */
  canMail: z.boolean(),
})
export type PaperList = z.output<typeof paperList>

export const getPaperList = route({
  method: 'GET',
  path: '/v2/sites/:id/paper-list',
  summary: 'The last paper list of a site: when it was made, and where it was mailed',
  permission: 'muster.manage',
  shows: 'musters',
  params: z.object({ id }),
  response: paperList,
  errors: ['site.not-found'],
})

export const makePaperList = route({
  method: 'POST',
  path: '/v2/sites/:id/paper-list',
  summary: 'Make the paper list of a site now, and mail it',
  permission: 'muster.manage',
  params: z.object({ id }),
  response: paperList,
  errors: ['site.not-found'],
  audit: { module: 'muster', event: 'make-paper-list' },
  changes: ['musters'],
})

export const exportPaperList = route({
  method: 'GET',
  path: '/v2/sites/:id/paper-list/export',
  summary: 'The last paper list of a site as PDF: people by muster point, with a box for each',
  permission: 'muster.manage',
  params: z.object({ id }),
  replyKind: 'stream',
  acceptsCookie: true,
  errors: ['site.not-found', 'muster.no-paper-list'],
  audit: { module: 'muster', event: 'export-paper-list' },
})
