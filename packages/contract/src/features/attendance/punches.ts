import { dayKinds } from '@gatehouse/engine/attendance/vocabulary.ts'
import { z } from 'zod'
import { date, id, instant, optionalLine, requiredLine } from '../../fields.ts'
import { keyPageOf, keyPageQuery } from '../../paging.ts'
import { route } from '../../route.ts'
import { minuteOfDay, namedPerson, fileLanguage } from './fields.ts'
import { attendanceDay, punch } from './days.ts'

export const punchRequest = z.object({
  id,
  person: namedPerson,
  source: z.enum(['phone', 'correction']),
  at: instant,
  /** The day that it counts for, and the zone of the rule that evaluates that day. */
  on: z.string(),
  timeZone: z.string(),
  isField: z.boolean(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  accuracyMetres: z.number().nullable(),
  distanceMetres: z.number().nullable(),
  area: z.string().nullable(),
  remark: z.string().nullable(),
  state: z.enum(['waiting', 'approved', 'refused']),
  requestedBy: z.string(),
  createdAt: instant,
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decisionRemark: z.string().nullable(),
})
export type PunchRequest = z.output<typeof punchRequest>

export const listPunchRequests = route({
  method: 'GET',
  path: '/v2/attendance/requests',
  summary: 'Punches made on phones and punches requested afterwards, newest first',
  permission: 'attendance.read',
  shows: 'attendance',
  query: keyPageQuery.extend({ state: z.enum(['waiting', 'approved', 'refused']).optional(), personId: id.optional() }),
  response: keyPageOf(punchRequest),
})

/** Local date and minute in the zone of the person's rule. */
const missedPunch = z.object({ on: date, minute: minuteOfDay, reason: requiredLine(255) })

const correctionErrors = [
  'staff.not-found',
  'attendance.month-locked',
  'attendance.punch-in-future',
  'attendance.punch-too-old',
  'attendance.no-rule',
  'attendance.too-many-requests',
] as const

export const addMissedPunch = route({
  method: 'POST',
  path: '/v2/attendance/requests',
  summary: 'Add a punch that a person missed, with a reason; it counts at once',
  permission: 'attendance.write',
  body: missedPunch.extend({ personId: id }),
  response: punchRequest,
  errors: correctionErrors,
  audit: { module: 'attendance', event: 'correct' },
  changes: ['attendance'],
})

export const decidePunchRequest = route({
  method: 'POST',
  path: '/v2/attendance/requests/:id/decision',
  summary: 'Approve or refuse a waiting punch',
  permission: 'attendance.write',
  params: z.object({ id }),
  body: z.object({ isApproved: z.boolean(), remark: optionalLine(255).optional() }),
  response: punchRequest,
  errors: ['attendance.request-not-found', 'attendance.request-decided', 'attendance.month-locked'],
  audit: { module: 'attendance', event: 'decide' },
  changes: ['attendance'],
})

export const makePhoneLink = route({
  method: 'POST',
  path: '/v2/attendance/people/:personId/phone-link',
  summary:
    'Make the link that opens a person’s own attendance on their phone, and mail it to them; an earlier one ends',
  permission: 'attendance.write',
  params: z.object({ personId: id }),
  body: z.object({ language: fileLanguage }),
  response: z.object({ url: z.string(), expiresAt: instant, isMailed: z.boolean() }),
  errors: ['staff.not-found'],
  audit: { module: 'attendance', event: 'phone-link' },
  changes: [],
})

export const endPhoneLink = route({
  method: 'DELETE',
  path: '/v2/attendance/people/:personId/phone-link',
  summary: 'End the link to a person’s own attendance',
  permission: 'attendance.write',
  params: z.object({ personId: id }),
  errors: ['staff.not-found'],
  audit: { module: 'attendance', event: 'phone-link-end' },
  changes: [],
})

const linkToken = z.object({ token: z.string().regex(/^[\w-]{20,100}$/) })

const ownPunch = punch.pick({
  id: true,
  source: true,
  at: true,
  outcome: true,
  place: true,
  isField: true,
  accuracyMetres: true,
  remark: true,
})

/** The attendance that a person sees of themselves. */
export const ownAttendance = z.object({
  name: z.string(),
  /** The day under way by their rule. */
  on: z.string(),
  dayKind: z.enum(dayKinds),
  timeZone: z.string(),
  workStartMinute: minuteOfDay,
  workEndMinute: minuteOfDay,
  punches: z.array(ownPunch),
  /** The last two weeks, newest first. */
  days: z.array(attendanceDay.omit({ person: true, rule: true })),
  requests: z.array(
    punchRequest.pick({
      id: true,
      source: true,
      at: true,
      timeZone: true,
      isField: true,
      remark: true,
      state: true,
      decisionRemark: true,
    }),
  ),
})
export type OwnAttendance = z.output<typeof ownAttendance>

export const getOwnAttendance = route({
  method: 'GET',
  prefix: '/public',
  path: '/attendance/:token',
  summary: 'A person’s own days, on their phone',
  permission: 'public',
  params: linkToken,
  response: ownAttendance,
  errors: ['attendance-link.not-found', 'attendance.no-rule'],
})

export const punchByPhone = route({
  method: 'POST',
  prefix: '/public',
  path: '/attendance/:token/punches',
  summary:
    'Punch with the phone’s position, at the server’s time; outside every area with a remark, and it waits for approval',
  permission: 'public',
  params: linkToken,
  body: z.object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    accuracyMetres: z.number().min(0).max(1_000_000),
    remark: optionalLine(255).optional(),
  }),
  response: z.object({
    at: instant,
    isField: z.boolean(),
    area: z.string().nullable(),
    distanceMetres: z.number().nullable(),
  }),
  errors: [
    'attendance-link.not-found',
    'attendance.no-rule',
    'attendance.remark-required',
    'attendance.month-locked',
    'attendance.too-many-requests',
  ],
  audit: { module: 'attendance', event: 'phone-punch' },
  changes: ['attendance'],
})

export const askForPunch = route({
  method: 'POST',
  prefix: '/public',
  path: '/attendance/:token/corrections',
  summary: 'Request that a missed punch is added; an administrator approves or refuses it',
  permission: 'public',
  params: linkToken,
  body: missedPunch,
  errors: ['attendance-link.not-found', ...correctionErrors],
  audit: { module: 'attendance', event: 'phone-correction' },
  changes: ['attendance'],
})
