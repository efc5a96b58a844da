import { z } from 'zod'
import { id, instant, lines, requiredLine } from '../fields.ts'
import { keyPageOf, keyPageQuery, keyword } from '../paging.ts'
import { route } from '../route.ts'
import { personOnDevice, phoneLine } from './staff.ts'
import { forceFace } from './portraits.ts'
import { furtherPortraitIds, hasMainPortrait, noMainPortrait } from './portraits/sent-portraits.ts'

/** The kind that a person was before; null for a person who was added to the list directly. */
export const originalKinds = ['staff', 'visitor'] as const
export type OriginalKind = (typeof originalKinds)[number]

const named = z.object({ id, name: z.string() })

export const blacklistEntry = z.object({
  id,
  name: z.string(),
  portraitId: id.nullable(),
  /** Masked for roles that cannot write the blacklist. */
  phone: z.string().nullable(),
  groups: z.array(named),
  /** Null: added to the list directly. */
  originalKind: z.enum(originalKinds).nullable(),
  reason: z.string().nullable(),
  addedBy: z.string(),
  addedAt: instant,
})
export type BlacklistEntry = z.output<typeof blacklistEntry>

/** Things that the move took away and moving out gives back; `isThere` is false if one was deleted meanwhile. */
const kept = named.extend({ isThere: z.boolean() })

export const blacklisted = blacklistEntry.extend({
  remark: z.string().nullable(),
  jobId: z.string().nullable(),
  /** The former identity of this person, as moving out would restore it. */
  before: z.object({
    department: kept.nullable(),
    /** Departments that this person was the manager of. */
    manages: z.array(kept),
    groups: z.array(kept),
  }),
  version: z.int(),
  updatedAt: instant,
  devices: z.array(personOnDevice),
})
export type Blacklisted = z.output<typeof blacklisted>

export const blacklistInput = z.object({
  name: requiredLine(128),
  phone: phoneLine,
  reason: lines(255)
    .transform((text) => text || null)
    .nullable(),
  remark: lines(255)
    .transform((text) => text || null)
    .nullable(),
  /** Absent on creation: the default blacklist group. */
  groupIds: z.array(id).min(1).max(64),
  /** From `uploadPortrait`. */
  portraitId: id.nullable(),
})

const savingErrors = [
  'group.not-found',
  'portrait.not-found',
  'portrait.duplicate-face',
  'portrait.other-person',
] as const

export const listBlacklist = route({
  method: 'GET',
  path: '/v2/blacklist',
  summary: 'Blacklisted people, newest first; keyword over name, phone and reason',
  permission: 'blacklist.read',
  shows: 'blacklist',
  query: keyPageQuery.extend({
    keyword,
    groupId: id.optional(),
    original: z.enum([...originalKinds, 'none']).optional(),
  }),
  response: keyPageOf(blacklistEntry),
})

export const getBlacklisted = route({
  method: 'GET',
  path: '/v2/blacklist/:id',
  summary: 'One blacklisted person, their original identity, and the devices that have them',
  permission: 'blacklist.read',
  shows: 'blacklist',
  params: z.object({ id }),
  response: blacklisted,
  errors: ['blacklist.not-found'],
})

export const findBlacklistCandidates = route({
  method: 'GET',
  path: '/v2/blacklist/candidates',
  summary: 'People who can be blacklisted by the caller; at most twenty',
  permission: 'blacklist.write',
  shows: 'blacklist',
  query: z.object({ keyword, id: id.optional() }),
  response: z.array(
    named.extend({
      kind: z.enum(originalKinds),
      portraitId: id.nullable(),
      jobId: z.string().nullable(),
      department: z.string().nullable(),
    }),
  ),
})
export type BlacklistCandidate = z.output<typeof findBlacklistCandidates.response>[number]

export const moveToBlacklist = route({
  method: 'POST',
  path: '/v2/blacklist/move-in',
  summary:
    'Move staff or visitors to the blacklist: groups, department and rights at devices end at once and are remembered',
  permission: 'blacklist.write',
  body: z.object({
    personIds: z.array(id).min(1).max(100),
    reason: blacklistInput.shape.reason,
    groupIds: blacklistInput.shape.groupIds.optional(),
  }),
  response: z.object({ moved: z.int() }),
  errors: ['person.not-found', 'group.not-found', 'auth.permission-denied'],
  audit: { module: 'blacklist', event: 'move-in' },
  changes: ['blacklist', 'staff', 'visitors', 'departments', 'groups'],
})

/** Things that could not be given back, with the names they had. */
const missing = z.object({
  what: z.enum(['group', 'department', 'managed-department', 'phone', 'job-id', 'ic-card', 'id-number']),
  name: z.string(),
})
export type NotRestored = z.output<typeof missing>

export const moveOutOfBlacklist = route({
  method: 'POST',
  path: '/v2/blacklist/move-out',
  summary: "Restore people's original identity as far as possible; the answer names what could not be restored",
  permission: 'blacklist.write',
  body: z.object({ ids: z.array(id).min(1).max(100) }),
  response: z.object({
    restored: z.array(named.extend({ kind: z.enum(originalKinds), missing: z.array(missing) })),
    /** Added to the list directly: there is nothing they could become. They stay. */
    withoutOriginal: z.array(named),
  }),
  errors: [
    ...(['blacklist.not-found', 'auth.permission-denied', 'staff.job-id-taken', 'staff.phone-taken'] as const),
    ...(['staff.ic-card-taken', 'staff.id-number-taken'] as const),
  ],
  audit: { module: 'blacklist', event: 'move-out' },
  changes: ['blacklist', 'staff', 'visitors', 'departments', 'groups'],
})
export type MoveOutResult = z.output<typeof moveOutOfBlacklist.response>

export const createBlacklisted = route({
  method: 'POST',
  path: '/v2/blacklist',
  summary: 'Blacklist a person who is not registered',
  permission: 'blacklist.write',
  body: blacklistInput
    .partial()
    .required({ name: true })
    .extend({ furtherPortraitIds, force: forceFace })
    .refine(hasMainPortrait, noMainPortrait),
  response: blacklisted,
  errors: [...savingErrors, 'licence.person-limit'],
  audit: { module: 'blacklist', event: 'create' },
  changes: ['blacklist', 'staff', 'visitors', 'departments', 'groups'],
})

export const updateBlacklisted = route({
  method: 'PATCH',
  path: '/v2/blacklist/:id',
  summary: 'Change a blacklisted person: absent fields stay, null clears',
  permission: 'blacklist.write',
  params: z.object({ id }),
  body: blacklistInput
    .partial()
    .extend({ furtherPortraitIds, force: forceFace, version: z.int().optional() })
    .refine(hasMainPortrait, noMainPortrait),
  response: blacklisted,
  errors: [
    'blacklist.not-found',
    'staff.changed-meanwhile',
    'auth.permission-denied',
    ...savingErrors,
    'portrait.limit-reached',
  ],
  audit: { module: 'blacklist', event: 'update' },
  changes: ['blacklist', 'staff', 'visitors', 'departments', 'groups'],
})

export const deleteBlacklisted = route({
  method: 'POST',
  path: '/v2/blacklist/delete',
  summary: 'Delete blacklisted people for good, with their portraits and embeddings',
  permission: 'blacklist.write',
  body: z.object({ ids: z.array(id).min(1).max(100) }),
  response: z.object({ deleted: z.int() }),
  errors: ['blacklist.not-found', 'auth.permission-denied'],
  audit: { module: 'blacklist', event: 'delete' },
  changes: ['blacklist', 'staff', 'visitors', 'departments', 'groups'],
})
