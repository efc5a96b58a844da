import { z } from 'zod'
import { lackReasons } from '../device/capabilities.ts'
import { id, instant, optionalLine, requiredLine } from '../fields.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { route } from '../route.ts'

/** A lockdown closes doors but for its exempt groups; an emergency open opens them for everybody. */
export const lockdownKinds = ['lockdown', 'emergency-open'] as const
export type LockdownKind = (typeof lockdownKinds)[number]

/** The number of groups that one lockdown may exempt. */
export const maxExemptGroups = 50
/** The minutes after which a super admin may release alone what two people have to release. */
export const minutesUntilAlone = 10

/** With the areas inside an area, and all doors that lead into one of them or out of it. */
export const lockdownScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('everything') }),
  z.object({ kind: z.literal('site'), id }),
  z.object({ kind: z.literal('area'), id }),
])
export type LockdownScope = z.output<typeof lockdownScope>

/** A lockdown or an emergency open that holds, for the notice on every page. */
export const activeLockdown = z.object({
  id,
  kind: z.enum(lockdownKinds),
  /** The enterprise's own word for it; null: none. */
  level: z.string().nullable(),
  scope: z.object({
    kind: z.enum(['everything', 'site', 'area']),
    id: id.nullable(),
    /** As the place was called then; null: everything. */
    name: z.string().nullable(),
  }),
  begunAt: instant,
  /** Null: nobody has asked for its release. */
  releaseAskedAt: instant.nullable(),
  /** A door is confirmed when each of its readers has said that it follows. */
  doors: z.object({
    total: z.int(),
    confirmed: z.int(),
    /** Doors that an emergency open leaves as they are, as none of their readers can be held open; they are not in `total`. */
    leftShut: z.int(),
  }),
})
export type ActiveLockdown = z.output<typeof activeLockdown>

export const lockdown = activeLockdown.omit({ doors: true }).extend({
  /** Groups that were deleted since are left out. */
  exemptGroups: z.array(z.object({ id, name: z.string() })),
  reason: z.string().nullable(),
  /** Whether two people release it: as the rule was when it began, or is now if it is stricter. */
  needsTwoPeople: z.boolean(),
  begunBy: z.string(),
  releaseAskedBy: z.string().nullable(),
  /** The account that asked; another one has to release where two people are needed. Null: none has, or it was no account. */
  releaseAskedById: id.nullable(),
  releasedBy: z.string().nullable(),
  /** Null: it holds. */
  releasedAt: instant.nullable(),
  releaseReason: z.string().nullable(),
})
export type Lockdown = z.output<typeof lockdown>

export const lockdownState = lockdown.extend({
  doors: activeLockdown.shape.doors,
  /** The readers that have not said that they follow, by the names of their doors; the first 1,000. */
  unconfirmed: z.array(
    z.object({
      /** Null: its device is at no door, and everywhere is there, too. */
      door: z.object({ id, name: z.string() }).nullable(),
      device: z.object({ id, name: z.string() }),
      isOnline: z.boolean(),
    }),
  ),
  /** The readers of doors that somebody has to open there, by the names of the doors; the first 1,000. */
  leftShut: z.array(z.object({ door: z.object({ id, name: z.string() }), device: z.object({ id, name: z.string() }) })),
})
export type LockdownState = z.output<typeof lockdownState>

export const listActiveLockdowns = route({
  method: 'GET',
  path: '/v2/active-lockdowns',
  summary: 'Lockdowns and emergency opens that hold, the oldest first, with how many doors follow them',
  permission: 'lockdown.read',
  shows: 'lockdowns',
  response: z.array(activeLockdown),
})

export const listLockdowns = route({
  method: 'GET',
  path: '/v2/lockdowns',
  summary: 'Lockdowns and emergency opens, those of the past too, the latest first',
  permission: 'lockdown.details',
  shows: 'lockdowns',
  query: pageQuery,
  response: pageOf(lockdown),
})

export const getLockdownState = route({
  method: 'GET',
  path: '/v2/lockdowns/:id',
  summary: 'One lockdown or emergency open, and the readers that do not follow it yet',
  permission: 'lockdown.details',
  shows: 'lockdowns',
  params: z.object({ id }),
  response: lockdownState,
  errors: ['lockdown.not-found'],
})

/** The doors named of an exempt group that cannot pass everywhere. */
export const maxDoorsWithoutGroup = 20

export const lockdownPreview = z.object({
  /** Doors of the place that it would hold; everywhere a device at no door stands for one. */
  doors: z.int(),
  /** Those of them whose readers are all online: only they follow at once. */
  reachable: z.int(),
  /** Doors of the place that an emergency open leaves as they are, as none of their readers can be held open. */
  leftShut: z.int(),
  /** Doors of the place that a lockdown does not close, as one of their terminals keeps to no hours. */
  leftOpen: z.int(),
  exemptGroups: z.array(
    z.object({
      id,
      name: z.string(),
      /** Doors at which the group stays out, as a way in is not bound to it. */
      closedDoors: z.int(),
      /** Their names; the first 20. */
      closedDoorNames: z.array(z.string()),
    }),
  ),
  /** Devices that know no lockdowns, of makes that decide alone. */
  alone: z.array(
    z.object({
      id,
      name: z.string(),
      /** Why it does not hold its doors open; null: it does. */
      noOpening: z.enum(lackReasons).nullable(),
      /** A lockdown may not close it: its hours are all that closes it (`capabilities`). */
      mayIgnoreHours: z.boolean(),
      /** A lockdown does not close it. */
      ignoresHours: z.boolean(),
      /** A lockdown closes all of its doors, also those that are elsewhere. */
      doorCount: z.int(),
    }),
  ),
})
export type LockdownPreview = z.output<typeof lockdownPreview>

export const previewLockdown = route({
  method: 'GET',
  path: '/v2/lockdown-preview',
  summary:
    'Doors that a lockdown or an emergency open of a place would hold, and those of them where exempt groups could not pass',
  permission: 'lockdown.write',
  shows: 'lockdowns',
  query: z.object({
    kind: z.enum(lockdownKinds).default('lockdown'),
    scope: z.enum(['everything', 'site', 'area']),
    scopeId: id.optional(),
    /** Ids between commas. */
    groupIds: z
      .string()
      .max(37 * maxExemptGroups)
      .transform((text) => text.split(','))
      .pipe(z.array(id))
      .optional(),
  }),
  response: lockdownPreview,
})

export const beginLockdown = route({
  method: 'POST',
  path: '/v2/lockdowns',
  summary: 'Close the doors of a place but for some groups, or open them for everybody, until it is released',
  permission: 'lockdown.write',
  body: z
    .object({
      kind: z.enum(lockdownKinds),
      level: optionalLine(40),
      scope: lockdownScope,
      reason: optionalLine(255),
      /** They pass as they may without a lockdown: only at devices to which the group is bound (see `previewLockdown`). */
      exemptGroupIds: z.array(id).max(maxExemptGroups).default([]),
    })
    .refine(({ kind, exemptGroupIds }) => kind === 'lockdown' || exemptGroupIds.length === 0, {
      error: 'emergency-exempts',
      path: ['exemptGroupIds'],
    }),
  response: lockdown,
  errors: ['site.not-found', 'area.not-found', 'group.not-found'],
  audit: { module: 'lockdown', event: 'begin-lockdown' },
  changes: ['lockdowns'],
  worksOnFullDisk: true,
})

export const askLockdownRelease = route({
  method: 'POST',
  path: '/v2/lockdowns/:id/ask-release',
  summary: 'Ask another person to release it, where two are needed',
  permission: 'lockdown.write',
  params: z.object({ id }),
  body: z.object({ reason: requiredLine(255) }),
  response: lockdown,
  errors: ['lockdown.not-found', 'lockdown.released', 'lockdown.release-asked'],
  audit: { module: 'lockdown', event: 'ask-release' },
  changes: ['lockdowns'],
  worksOnFullDisk: true,
})

export const releaseLockdown = route({
  method: 'POST',
  path: '/v2/lockdowns/:id/release',
  summary: 'End it; doors that another one holds stay as they are',
  permission: 'lockdown.write',
  params: z.object({ id }),
  body: z.object({ reason: requiredLine(255) }),
  response: lockdown,
  errors: ['lockdown.not-found', 'lockdown.released', 'lockdown.second-person-needed'],
  audit: { module: 'lockdown', event: 'release-lockdown' },
  changes: ['lockdowns'],
  worksOnFullDisk: true,
})

/** The lockdown that the input of a device begins. Off until somebody switches it on. */
export const lockdownInput = z.object({
  isOn: z.boolean(),
  level: optionalLine(40),
  /** Null: the sites of its doors; so it is too when the place is deleted. */
  scope: lockdownScope.nullable(),
  exemptGroupIds: z.array(id).max(maxExemptGroups).default([]),
})
export type LockdownInput = z.output<typeof lockdownInput>

export const getLockdownInput = route({
  method: 'GET',
  path: '/v2/devices/:id/lockdown-input',
  summary: 'The lockdown that the input of a device begins',
  permission: 'lockdown.details',
  shows: 'lockdowns',
  params: z.object({ id }),
  response: lockdownInput,
  errors: ['device.not-found'],
})

export const updateLockdownInput = route({
  method: 'PUT',
  path: '/v2/devices/:id/lockdown-input',
  summary: 'Set which lockdown the input of a device begins; only people release it',
  permission: 'lockdown.write',
  params: z.object({ id }),
  body: lockdownInput,
  response: lockdownInput,
  errors: ['device.not-found', 'device.cannot', 'site.not-found', 'area.not-found', 'group.not-found'],
  audit: { module: 'lockdown', event: 'update-lockdown-input' },
  changes: ['lockdowns'],
})

export const lockdownRules = z.object({
  /** One asks for a release, and another one releases. */
  needsTwoPeople: z.boolean(),
})
export type LockdownRules = z.output<typeof lockdownRules>

export const getLockdownRules = route({
  method: 'GET',
  path: '/v2/lockdown-rules',
  summary: 'Whether two people release a lockdown',
  permission: 'lockdown.details',
  shows: 'lockdowns',
  response: lockdownRules,
})

export const updateLockdownRules = route({
  method: 'PUT',
  path: '/v2/lockdown-rules',
  summary: 'Set whether two people release a lockdown; one that holds keeps the stricter rule',
  permission: 'lockdown.rules',
  body: lockdownRules,
  response: lockdownRules,
  audit: { module: 'lockdown', event: 'update-lockdown-rules' },
  changes: ['lockdowns'],
})
