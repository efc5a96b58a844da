import { z } from 'zod'
import { countryCodes } from '../country-codes.ts'
import { languages } from '../envelope.ts'
import { cardPattern, cardSpelling } from '../card-number.ts'
import { id, instant, line, lines, optionalLine, plainSpelling, requiredLine } from '../fields.ts'
import { keyword, pageOf, pageQuery, sortOrder } from '../paging.ts'
import { maxTypedPhone, readPhone } from '../phone-number.ts'
import { route } from '../route.ts'
import { givenConsent } from './people/notice.ts'
import { forceFace } from './portraits.ts'
import { furtherPortraitIds, hasMainPortrait, noMainPortrait } from './portraits/sent-portraits.ts'
import { presentSuspension } from './suspensions.ts'

const phoneOf = (keepsOwnCode: boolean) =>
  optionalLine(maxTypedPhone)
    .refine((text) => text === null || readPhone(text) !== undefined, { error: 'phone-form' })
    .transform((text) => (text === null ? null : (readPhone(text, { keepsOwnCode }) ?? null)))

/** MAN-09: a phone number as people write it, in the one form in which it is stored; `null` clears it. */
export const phoneLine = phoneOf(false)

/** Of a document of any country: 6 to 30 letters, digits and separators. */
export const idNumberPattern = /^[0-9A-Za-z()（）/-]{6,30}$/

/** A line that must match a pattern: `problem` names a mismatch. */
const lineOfForm = (max: number, pattern: RegExp, problem: string) =>
  optionalLine(max).refine((text) => text === null || pattern.test(text), { error: problem })

/** The number of a card in its one spelling; it may be typed with separators between its bytes. */
export const cardNumber = line(64)
  .transform((text) => cardSpelling(text) || null)
  .refine((text) => text === null || cardPattern.test(text), { error: 'card-form' })

const maxJobId = 45
/** In one spelling; no two people have the same, in either case. */
export const jobIdLine = line(maxJobId)
  .transform((text) => plainSpelling(text) || null)
  .refine((text) => text === null || [...text].length <= maxJobId, {
    error: 'too-long',
    params: { max: maxJobId },
  })

const day = z.iso
  .date({ error: 'date-form' })
  .refine((on) => on >= '1900-01-01' && on < '2200-01-01', { error: 'date-form' })
  .nullable()

export const staffTypes = ['employee', 'intern'] as const
export type StaffType = (typeof staffTypes)[number]

export const staffInput = z.object({
  name: requiredLine(128),
  departmentId: id.nullable(),
  /** Absent on creation: the default staff group. */
  groupIds: z.array(id).max(64),
  jobId: jobIdLine.nullable(),
  /** A phone number that bears an area code decides what `areaCode` is; digits with a foreign `areaCode` become `+10-123456`. */
  phone: phoneOf(true),
  areaCode: lineOfForm(5, /^\+\d{1,4}$/, 'area-code-form'),
  extension: lineOfForm(20, /^[\d+*#() -]+$/, 'extension-form'),
  email: optionalLine(45).refine((text) => text === null || z.email().safeParse(text).success, { error: 'email-form' }),
  icCard: cardNumber.nullable(),
  /** Typed at terminals that ask for one. It cannot be shown again. */
  pin: lineOfForm(8, /^\d{6,8}$/, 'pin-form'),
  idNumber: lineOfForm(30, idNumberPattern, 'id-number-form'),
  position: optionalLine(45),
  workingPlace: optionalLine(45),
  birthdayOn: day,
  entryOn: day,
  /** The last day on which doors let the person in; after it they have left, may still go out, and stay in lists and records. */
  leavingOn: day,
  staffType: z.enum(staffTypes).nullable(),
  /** MAN-09: ISO 3166-1 alpha-3. */
  countryCode: optionalLine(3)
    .transform((text) => text?.toUpperCase() ?? null)
    .refine((text) => text === null || countryCodes.has(text), { error: 'country-form' }),
  /** MAN-09: of a place, e.g. 440300. */
  regionCode: lineOfForm(6, /^\d{6}$/, 'region-form'),
  /** The person's own greeting on terminals, in the place of the device's. */
  prompt: optionalLine(100),
  remark: lines(255)
    .transform((text) => text || null)
    .nullable(),
  /** From `uploadPortrait`. */
  portraitId: id.nullable(),
  /**
   * From `uploadDisplayPortrait`: the picture that terminals and lists show; without one they show the recognition
   * portrait.
   */
  displayPortraitId: id.nullable(),
})

export const staffSummary = z.object({
  id,
  name: z.string(),
  jobId: z.string().nullable(),
  /** Masked (`138****0001`) for roles that cannot write people. */
  phone: z.string().nullable(),
  extension: z.string().nullable(),
  /** Masked as the phone. */
  email: z.string().nullable(),
  position: z.string().nullable(),
  workingPlace: z.string().nullable(),
  icCard: z.string().nullable(),
  staffType: z.enum(staffTypes).nullable(),
  entryOn: z.string().nullable(),
  leavingOn: z.string().nullable(),
  /** The last day is over, by the clock of the enterprise. */
  hasLeft: z.boolean(),
  suspension: presentSuspension.nullable(),
  /** `path`: with the departments above it, `Company/Sales/North`, as an import reads it. */
  department: z.object({ id, number: z.int(), name: z.string(), path: z.string() }).nullable(),
  groups: z.array(z.object({ id, name: z.string() })),
  portraitId: id.nullable(),
  displayPortraitId: id.nullable(),
  createdAt: instant,
})
export type StaffSummary = z.output<typeof staffSummary>

/** Whether a device that should know a person does: `waiting`, `done`, `no-portrait`, `kept-off` with the reason, or `failed` with the one that it gave. */
export const personOnDevice = z.object({
  deviceId: id,
  deviceName: z.string(),
  state: z.enum(['waiting', 'done', 'no-portrait', 'kept-off', 'failed']),
  reason: z.string().nullable(),
})

export const staff = staffSummary.extend({
  areaCode: z.string().nullable(),
  hasPin: z.boolean(),
  /**
   * The PIN is from the time when four digits were enough: it still works beside a face or a card, and should be
   * changed.
   */
  isPinShort: z.boolean(),
  /** Somebody else whose card is the same in its one spelling: it opens nothing until one of the two has another. */
  cardSharedWith: z.object({ id, name: z.string() }).nullable(),
  /** Masked as the phone. */
  idNumber: z.string().nullable(),
  birthdayOn: z.string().nullable(),
  countryCode: z.string().nullable(),
  regionCode: z.string().nullable(),
  prompt: z.string().nullable(),
  remark: z.string().nullable(),
  /** Grows with every change; send it back as `version` to be told when somebody else changed the person meanwhile. */
  version: z.int(),
  updatedAt: instant,
  devices: z.array(personOnDevice),
})
export type Staff = z.output<typeof staff>

export const employments = ['current', 'left', 'all'] as const

export const staffCredentials = ['shared-card', 'short-pin'] as const

const staffFilter = z.object({
  keyword,
  departmentId: id.optional(),
  /** `branch`: with the departments below it. */
  reach: z.enum(['department', 'branch']).default('department'),
  groupId: id.optional(),
  /** People who can be recognised: those with a recognition portrait. */
  portrait: z.enum(['with', 'without']).optional(),
  staffType: z.enum(staffTypes).optional(),
  /** People whose card or PIN needs attention. */
  credential: z.enum(staffCredentials).optional(),
  /** `left`: people whose last day is over. */
  employment: z.enum(employments).default('all'),
  /** Whether doors refuse them now because they are suspended. */
  suspended: z.stringbool().optional(),
  sort: z.enum(['name', 'jobId', 'createdAt']).default('createdAt'),
  order: sortOrder.default('desc'),
})

export const listStaff = route({
  method: 'GET',
  path: '/v2/staff',
  summary: 'Staff by department, group, type and keyword (name, its pinyin or initials, job id, phone, card)',
  permission: 'staff.read',
  shows: 'staff',
  query: pageQuery.extend(staffFilter.shape),
  response: pageOf(staffSummary).extend({
    /** False: there are more than `total`; nobody counts half a million people for a keyword. */
    isTotalExact: z.boolean(),
  }),
})

export const staffExportFormats = ['csv', 'xlsx'] as const

export const exportStaff = route({
  method: 'GET',
  path: '/v2/staff/export',
  summary:
    'Everybody who is filtered, or those of `ids` among them, as a file that an import takes back; texts that begin like formulas are made harmless',
  permission: 'staff.read',
  query: staffFilter.extend({
    format: z.enum(staffExportFormats),
    language: z.enum(languages).default('en'),
    /** Ids between commas. */
    ids: z
      .string()
      .max(37 * 200)
      .transform((text) => text.split(','))
      .pipe(z.array(id))
      .optional(),
  }),
  replyKind: 'stream',
  acceptsCookie: true,
  audit: { module: 'staff', event: 'export' },
})

export const getStaff = route({
  method: 'GET',
  path: '/v2/staff/:id',
  summary: 'One member of staff, with the devices that have them',
  permission: 'staff.read',
  shows: 'staff',
  params: z.object({ id }),
  response: staff,
  errors: ['staff.not-found'],
})

/** A group, the devices it is bound to, and when they open for it; no timetable: at any time. */
const staffAccess = z.array(
  z.object({
    id,
    name: z.string(),
    devices: z.array(
      z.object({
        id,
        name: z.string(),
        location: z.string().nullable(),
        timetables: z.array(z.object({ id, name: z.string() })),
      }),
    ),
  }),
)
export type StaffAccess = z.output<typeof staffAccess>

export const getStaffAccess = route({
  method: 'GET',
  path: '/v2/staff/:id/access',
  summary: 'The groups of a member of staff and what they open',
  permission: 'staff.read',
  shows: 'staff',
  params: z.object({ id }),
  response: staffAccess,
})

const savingErrors = [
  'department.not-found',
  'group.not-found',
  'portrait.not-found',
  'portrait.duplicate-face',
  'staff.job-id-taken',
  'staff.phone-taken',
  'staff.ic-card-taken',
  'staff.id-number-taken',
  'licence.person-limit',
  'consent.missing',
  'consent.other-text',
] as const

export const createStaff = route({
  method: 'POST',
  path: '/v2/staff',
  summary: 'Create a member of staff',
  permission: 'staff.write',
  body: staffInput
    .partial()
    .required({ name: true })
    .extend({ furtherPortraitIds, force: forceFace, consent: givenConsent.optional() })
    .refine(hasMainPortrait, noMainPortrait),
  response: staff,
  errors: [...savingErrors, 'portrait.other-person'],
  audit: { module: 'staff', event: 'create' },
  changes: ['staff', 'departments', 'groups'],
})

export const updateStaff = route({
  method: 'PATCH',
  path: '/v2/staff/:id',
  summary: 'Change a member of staff: absent fields stay, null clears',
  permission: 'staff.write',
  params: z.object({ id }),
  body: staffInput
    .partial()
    .extend({ furtherPortraitIds, force: forceFace, version: z.int().optional(), consent: givenConsent.optional() })
    .refine(hasMainPortrait, noMainPortrait),
  response: staff,
  errors: [
    'staff.not-found',
    'staff.changed-meanwhile',
    ...savingErrors,
    'portrait.other-person',
    'portrait.limit-reached',
  ],
  audit: { module: 'staff', event: 'update' },
  changes: ['staff', 'departments', 'groups'],
})

export const undoStaff = route({
  method: 'POST',
  path: '/v2/staff/:id/undo',
  summary:
    'Take the latest change of a member of staff back, within a week and while nothing else was changed; no picture comes back',
  permission: 'staff.write',
  params: z.object({ id }),
  /** The version that the latest change made, as the caller knows it: a later change is not taken back in its place. */
  body: z.object({ version: z.int() }),
  response: staff,
  errors: ['staff.not-found', 'staff.nothing-to-undo', 'person.former-values-refused', ...savingErrors],
  audit: { module: 'staff', event: 'undo' },
  changes: ['staff', 'departments', 'groups'],
})

const someStaff = z.array(id).min(1).max(500)

export const moveStaff = route({
  method: 'POST',
  path: '/v2/staff/department',
  summary: 'Move people into a department or out of all; returns where they were',
  permission: 'staff.write',
  body: z.object({ ids: someStaff, departmentId: id.nullable() }),
  response: z.object({
    changed: z.int(),
    before: z.array(z.object({ departmentId: id.nullable(), ids: z.array(id) })),
  }),
  errors: ['staff.not-found', 'department.not-found'],
  audit: { module: 'staff', event: 'move' },
  changes: ['staff', 'departments', 'groups'],
})

export const assignStaffGroups = route({
  method: 'POST',
  path: '/v2/staff/groups',
  summary: 'Add people to groups and remove them from groups; other memberships stay',
  permission: 'staff.write',
  body: z.object({ ids: someStaff, add: z.array(id).max(64).default([]), remove: z.array(id).max(64).default([]) }),
  response: z.object({ changed: z.int() }),
  errors: ['staff.not-found', 'group.not-found'],
  audit: { module: 'staff', event: 'assign-groups' },
  changes: ['staff', 'departments', 'groups'],
})

export const deleteStaff = route({
  method: 'POST',
  path: '/v2/staff/delete',
  summary: 'Delete one or many members of staff, with their portraits and embeddings',
  permission: 'staff.write',
  body: z.object({ ids: someStaff }),
  response: z.object({ deleted: z.int() }),
  errors: ['staff.not-found'],
  audit: { module: 'staff', event: 'delete' },
  changes: ['staff', 'departments', 'groups'],
})
