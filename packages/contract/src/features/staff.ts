import { z } from 'zod'
import { id, instant, lines, optionalLine, requiredLine } from '../fields.ts'
import { keyword, pageOf, pageQuery, sortOrder } from '../paging.ts'
import { route } from '../route.ts'

/** MAN-09: mainland numbers as digits; others with their area code, e.g. `+10-123456`. */
export const phonePattern = /^(\d{3,20}|\+\d{1,4}-\d{3,15})$/

export const staffInput = z.object({
  name: requiredLine(128),
  departmentId: id.nullable(),
  /** Absent on creation: the default staff group. */
  groupIds: z.array(id).max(64),
  jobId: optionalLine(45),
  phone: optionalLine(20).refine((text) => text === null || phonePattern.test(text), { error: 'phone-form' }),
  email: optionalLine(45).refine((text) => text === null || z.email().safeParse(text).success, { error: 'email-form' }),
  position: optionalLine(45),
  remark: lines(255)
    .transform((text) => text || null)
    .nullable(),
  /** From `uploadPortrait`. */
  portraitId: id.nullable(),
})

export const staffSummary = z.object({
  id,
  name: z.string(),
  jobId: z.string().nullable(),
  /** Masked (`138****0001`) for roles that cannot write people. */
  phone: z.string().nullable(),
  department: z.object({ id, number: z.int(), name: z.string() }).nullable(),
  groups: z.array(z.object({ id, name: z.string() })),
  portraitId: id.nullable(),
  createdAt: instant,
})
export type StaffSummary = z.output<typeof staffSummary>

/** Whether a device that should know a person does: `waiting`, `done`, or `failed` with the reason it gave. */
export const personOnDevice = z.object({
  deviceId: id,
  deviceName: z.string(),
  state: z.enum(['waiting', 'done', 'failed']),
  reason: z.string().nullable(),
})

export const staff = staffSummary.extend({
  email: z.string().nullable(),
  position: z.string().nullable(),
  remark: z.string().nullable(),
  /** Grows with every change; send it back as `version` to be told when somebody else changed the person meanwhile. */
  version: z.int(),
  updatedAt: instant,
  devices: z.array(personOnDevice),
})
export type Staff = z.output<typeof staff>

export const listStaff = route({
  method: 'GET',
  path: '/v2/staff',
  summary: 'Staff by department and keyword (name, job id, phone)',
  permission: 'staff.read',
  query: pageQuery.extend({
    keyword,
    departmentId: id.optional(),
    sort: z.enum(['name', 'jobId', 'createdAt']).default('createdAt'),
    order: sortOrder.default('desc'),
  }),
  response: pageOf(staffSummary),
})

export const getStaff = route({
  method: 'GET',
  path: '/v2/staff/:id',
  summary: 'One member of staff, with the devices that know them',
  permission: 'staff.read',
  params: z.object({ id }),
  response: staff,
  errors: ['staff.not-found'],
})

const savingErrors = [
  'department.not-found',
  'group.not-found',
  'portrait.not-found',
  'portrait.duplicate-face',
  'staff.job-id-taken',
  'staff.phone-taken',
  'licence.person-limit',
] as const

/** `force` registers the person although their face is known already ("add anyway"). */
const force = z.boolean().default(false)

export const createStaff = route({
  method: 'POST',
  path: '/v2/staff',
  summary: 'Create a member of staff',
  permission: 'staff.write',
  body: staffInput.partial().required({ name: true }).extend({ force }),
  response: staff,
  errors: savingErrors,
  audit: { module: 'staff', event: 'create' },
})

export const updateStaff = route({
  method: 'PATCH',
  path: '/v2/staff/:id',
  summary: 'Change a member of staff: absent fields stay, null clears',
  permission: 'staff.write',
  params: z.object({ id }),
  body: staffInput.partial().extend({ force, version: z.int().optional() }),
  response: staff,
  errors: ['staff.not-found', 'staff.changed-meanwhile', ...savingErrors],
  audit: { module: 'staff', event: 'update' },
})

export const deleteStaff = route({
  method: 'POST',
  path: '/v2/staff/delete',
  summary: 'Delete one or many members of staff, with their portraits and embeddings',
  permission: 'staff.write',
  body: z.object({ ids: z.array(id).min(1).max(500) }),
  response: z.object({ deleted: z.int() }),
  errors: ['staff.not-found'],
  audit: { module: 'staff', event: 'delete' },
})
