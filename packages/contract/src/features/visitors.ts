import { z } from 'zod'
import { id, instant, lines, namedInstant, optionalLine, requiredLine } from '../fields.ts'
import { boundedTotal, keyPageOf, keyPageQuery, keyword } from '../paging.ts'
import { route } from '../route.ts'
import { givenConsent } from './people/notice.ts'
import { forceFace, portraitVerdict } from './portraits.ts'
import { furtherPortraitIds, hasMainPortrait, noMainPortrait } from './portraits/sent-portraits.ts'
import { besideQuery } from './people/several-portraits.ts'
import { idNumberPattern, personOnDevice, phoneLine } from './staff.ts'
import { presentSuspension } from './suspensions.ts'

/** Computed from the period and the clock, never stored. */
export const visitorStatuses = ['not-yet-effective', 'effective', 'expired'] as const
export type VisitorStatus = (typeof visitorStatuses)[number]

/** The visitors that are asked for most: those whose visit touches the enterprise's day, and those who are inside. */
export const visitorParts = ['today', 'here'] as const

/** 1 (ordinary) to 5 (most important). */
export const guestRatings = [1, 2, 3, 4, 5] as const

export const visitorEmail = optionalLine(45).refine((text) => text === null || z.email().safeParse(text).success, {
  error: 'email-form',
})

export const visitorInput = z.object({
  name: requiredLine(128),
  /** Absent on creation: the default visitor group. */
  groupIds: z.array(id).max(64),
  purpose: optionalLine(255),
  /** The employee who receives them. */
  hostId: id.nullable(),
  validFromAt: namedInstant,
  /** This instant is no longer valid. */
  validToAt: namedInstant,
  guestRating: z.int().min(1).max(5).nullable(),
  company: optionalLine(128),
  phone: phoneLine,
  email: visitorEmail,
  idNumber: optionalLine(30).refine((text) => text === null || idNumberPattern.test(text), { error: 'id-number-form' }),
  remark: lines(255)
    .transform((text) => text || null)
    .nullable(),
  /** From `uploadVisitorPortrait`. */
  portraitId: id.nullable(),
})

export const visitorSummary = z.object({
  id,
  name: z.string(),
  company: z.string().nullable(),
  purpose: z.string().nullable(),
  host: z.object({ id, name: z.string() }).nullable(),
  groups: z.array(z.object({ id, name: z.string() })),
  validFromAt: instant,
  validToAt: instant,
  status: z.enum(visitorStatuses),
  suspension: presentSuspension.nullable(),
  guestRating: z.int().nullable(),
  /** Masked (`138****0001`) for roles that cannot write visitors. */
  phone: z.string().nullable(),
  portraitId: id.nullable(),
  createdAt: instant,
})
export type VisitorSummary = z.output<typeof visitorSummary>

export const visitor = visitorSummary.extend({
  email: z.string().nullable(),
  idNumber: z.string().nullable(),
  remark: z.string().nullable(),
  /** Grows with every change; send it back as `version` to be told when somebody else changed the visitor meanwhile. */
  version: z.int(),
  updatedAt: instant,
  devices: z.array(personOnDevice),
})
export type Visitor = z.output<typeof visitor>

export const listVisitors = route({
  method: 'GET',
  path: '/v2/visitors',
  summary:
    'Visitors by keyword (name and its sound, company, phone), part (`here` asks for the right to read who is inside), status, group and host. Newest first; of today, those whose visit is not over first, by its end; with a status, by the end that is next',
  permission: 'visitor.read',
  shows: 'visitors',
  query: keyPageQuery.extend({
    keyword,
    shown: z.enum(visitorParts).optional(),
    status: z.enum(visitorStatuses).optional(),
    groupId: id.optional(),
    hostId: id.optional(),
  }),
  response: keyPageOf(visitorSummary),
})

export const visitorCounts = z.object({
  today: boundedTotal,
  all: boundedTotal,
  /** The visit that begins next; null: none is planned. */
  next: visitorSummary.pick({ id: true, name: true, host: true, validFromAt: true }).nullable(),
})
export type VisitorCounts = z.output<typeof visitorCounts>

export const countVisitors = route({
  method: 'GET',
  path: '/v2/visitors/counts',
  summary: 'How many visitors today has, how many there are, and who comes next',
  permission: 'visitor.read',
  shows: 'visitors',
  response: visitorCounts,
})

export const getVisitor = route({
  method: 'GET',
  path: '/v2/visitors/:id',
  summary: 'One visitor, with the devices that have them',
  permission: 'visitor.read',
  shows: 'visitors',
  params: z.object({ id }),
  response: visitor,
  errors: ['visitor.not-found'],
})

const savingErrors = [
  'group.not-found',
  'portrait.not-found',
  'portrait.duplicate-face',
  'visitor.phone-taken',
  'visitor.period-wrong',
  'visitor.host-unknown',
  'licence.person-limit',
  'consent.missing',
  'consent.other-text',
] as const

export const createVisitor = route({
  method: 'POST',
  path: '/v2/visitors',
  summary: 'Create a visitor',
  permission: 'visitor.write',
  body: visitorInput
    .partial()
    .required({ name: true, validFromAt: true, validToAt: true })
    .extend({ furtherPortraitIds, force: forceFace, consent: givenConsent.optional() })
    .refine(hasMainPortrait, noMainPortrait),
  response: visitor,
  errors: [...savingErrors, 'portrait.other-person'],
  audit: { module: 'visitor', event: 'create' },
  changes: ['visitors', 'groups'],
})

export const updateVisitor = route({
  method: 'PATCH',
  path: '/v2/visitors/:id',
  summary: 'Change a visitor: absent fields stay, null clears',
  permission: 'visitor.write',
  params: z.object({ id }),
  body: visitorInput
    .partial()
    .extend({ furtherPortraitIds, force: forceFace, version: z.int().optional(), consent: givenConsent.optional() })
    .refine(hasMainPortrait, noMainPortrait),
  response: visitor,
  errors: [
    'visitor.not-found',
    'visitor.changed-meanwhile',
    ...savingErrors,
    'portrait.other-person',
    'portrait.limit-reached',
  ],
  audit: { module: 'visitor', event: 'update' },
  changes: ['visitors', 'groups'],
})

export const undoVisitor = route({
  method: 'POST',
  path: '/v2/visitors/:id/undo',
  summary:
    'Take the latest change of a visitor back, within a week and while nothing else was changed; no picture comes back',
  permission: 'visitor.write',
  params: z.object({ id }),
  /** The version that the latest change made, as the caller knows it: a later change is not taken back in its place. */
  body: z.object({ version: z.int() }),
  response: visitor,
  errors: ['visitor.not-found', 'visitor.nothing-to-undo', 'person.former-values-refused', ...savingErrors],
  audit: { module: 'visitor', event: 'undo' },
  changes: ['visitors', 'groups'],
})

const ids = z.array(id).min(1).max(500)

export const deleteVisitors = route({
  method: 'POST',
  path: '/v2/visitors/delete',
  summary: 'Delete one or many visitors, with their portraits, embeddings and passes',
  permission: 'visitor.write',
  body: z.object({ ids }),
  response: z.object({ deleted: z.int() }),
  errors: ['visitor.not-found'],
  audit: { module: 'visitor', event: 'delete' },
  changes: ['visitors', 'groups'],
})

export const groupVisitors = route({
  method: 'POST',
  path: '/v2/visitors/group',
  summary: 'Add visitors to groups, or replace their groups',
  permission: 'visitor.write',
  body: z.object({ ids, groupIds: z.array(id).min(1).max(64), mode: z.enum(['add', 'replace']).default('add') }),
  response: z.object({ changed: z.int() }),
  errors: ['visitor.not-found', 'group.not-found'],
  audit: { module: 'visitor', event: 'group' },
  changes: ['visitors', 'groups'],
})

export const extendVisits = route({
  method: 'POST',
  path: '/v2/visitors/extend',
  summary: 'Extend visits until a time; expired ones become valid again, longer ones stay',
  permission: 'visitor.write',
  body: z.object({ ids, validToAt: namedInstant }),
  response: z.object({ changed: z.int() }),
  errors: ['visitor.not-found', 'visitor.period-wrong'],
  audit: { module: 'visitor', event: 'extend' },
  changes: ['visitors', 'groups'],
})

/** The data of an employee that is shown for the choice of a host, and nothing else about staff. */
export const host = z.object({ id, name: z.string(), department: z.string().nullable() })
export type Host = z.output<typeof host>

export const findHosts = route({
  method: 'GET',
  path: '/v2/visitors/hosts',
  summary: 'Employees by name, to receive a visitor: the first 20',
  permission: 'visitor.write',
  shows: 'visitors',
  query: z.object({ keyword }),
  response: z.array(host),
})

export const uploadVisitorPortrait = route({
  method: 'POST',
  path: '/v2/visitors/portraits',
  summary:
    "Upload a visitor's portrait (jpg, png, webp, avif or heic, at most 20 MB); the face engine checks it at once",
  permission: 'visitor.write',
  query: besideQuery,
  bodyKind: 'image',
  response: portraitVerdict,
  errors: [
    'portrait.unreadable',
    'portrait.too-large',
    'portrait.check-failed',
    'portrait.not-found',
    'portrait.other-person',
  ],
  audit: { module: 'visitor', event: 'upload-portrait' },
  changes: [],
})
