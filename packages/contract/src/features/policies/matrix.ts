import { z } from 'zod'
import { id, namedInstant } from '../../fields.ts'
import { route } from '../../route.ts'
import { groupRef } from '../person-groups.ts'
import { minuteRange } from '../timetables.ts'

/** The doors that one answer shows; more of them are chosen by site. */
export const maxMatrixDoors = 500
/** The changes that are saved at once. */
export const maxMatrixChanges = 500
/** The names of people that a preview tells of each door, and the doors that it tells. */
export const maxNamedPeople = 5
export const maxPreviewedDoors = 50
/** The doors of which one call tells whether they open for a person. */
export const maxAskedDoors = 100

const nameRef = z.object({ id, name: z.string() })

/** The access of a group at a door: bound without timetables means at any time, not bound means never. */
const pair = z.object({ deviceId: id, groupId: id })
const access = z.object({ isBound: z.boolean(), timetableIds: z.array(id).max(64) })

/** A group at a door where they have to do with each other: all others are empty. */
export const matrixCell = pair.extend(access.shape)
export type MatrixCell = z.output<typeof matrixCell>

/** A reader of a door. Its door stands beside it where it has another name, or several readers. */
export const matrixDoor = z.object({
  deviceId: id,
  name: z.string(),
  door: z.string().nullable(),
  /** The names of its doors, where it has several. */
  doors: z.array(z.string()),
  area: z.string().nullable(),
})
export type MatrixDoor = z.output<typeof matrixDoor>

export const matrixTimetable = z.object({
  id,
  name: z.string(),
  week: z.array(z.array(minuteRange)),
  /** It has no hours at all, or its last day is over. */
  neverOpens: z.boolean(),
})
export type MatrixTimetable = z.output<typeof matrixTimetable>

export const getPolicyMatrix = route({
  method: 'GET',
  path: '/v2/policies/matrix',
  summary: 'Who passes which door by which timetables: staff and visitor groups by doors',
  permission: 'policy.read',
  shows: 'policies',
  query: z.object({ siteId: id.optional() }),
  response: z.object({
    groups: z.array(groupRef.extend({ people: z.int() })),
    doors: z.array(matrixDoor).max(maxMatrixDoors),
    /** Of the site, or of all. */
    doorTotal: z.int(),
    sites: z.array(nameRef),
    timetables: z.array(matrixTimetable),
    cells: z.array(matrixCell),
  }),
})

/** `always`: bound, without a policy. `none`: neither bound nor with a policy. Else: bound, with this timetable alone. */
export const matrixValue = z.enum(['always', 'none']).or(id)

export const matrixChange = pair.extend({
  /** The cell as it was seen: another one by now is refused. */
  was: access,
  becomes: matrixValue,
})
export type MatrixChange = z.output<typeof matrixChange>

const changes = z
  .array(matrixChange)
  .min(1)
  .max(maxMatrixChanges)
  .refine((all) => new Set(all.map(({ deviceId, groupId }) => deviceId + groupId)).size === all.length, {
    error: 'cell-twice',
  })

const matrixErrors = [
  'device.not-found',
  'group.not-found',
  'policy.group-kind',
  'timetable.not-found',
  'policy.changed-meanwhile',
] as const

const people = z.object({ count: z.int(), names: z.array(z.string()).max(maxNamedPeople) })

export const previewPolicyMatrix = route({
  method: 'POST',
  path: '/v2/policies/matrix/preview',
  summary: 'Preview changes of the matrix: who gains and who loses which door; nothing changes',
  permission: 'policy.write',
  body: z.object({ changes }),
  response: z.object({
    /** Doors that somebody gains or loses, by name. */
    doors: z.array(z.object({ device: nameRef, gains: people, loses: people })).max(maxPreviewedDoors),
    doorTotal: z.int(),
  }),
  errors: matrixErrors,
  audit: { module: 'policy', event: 'preview-matrix' },
  changes: [],
})

export const savePolicyMatrix = route({
  method: 'PUT',
  path: '/v2/policies/matrix',
  summary: 'Save changes of the matrix, all or none: bindings and policies of groups at doors',
  permission: 'policy.write',
  body: z.object({ changes }),
  response: z.object({ changed: z.int() }),
  errors: matrixErrors,
  audit: { module: 'policy', event: 'save-matrix' },
  changes: ['policies', 'timetables', 'devices', 'groups', 'staff', 'visitors'],
})

export const getOpenDoors = route({
  method: 'GET',
  path: '/v2/passage/open-doors',
  summary: 'The doors that would open for a person at a given time by the current rules, of the first by name',
  permission: 'policy.read',
  shows: 'policies',
  query: z.object({ personId: id, at: namedInstant.optional(), siteId: id.optional() }),
  response: z.object({ deviceIds: z.array(id).max(maxAskedDoors), asked: z.int() }),
  errors: ['person.not-found'],
})
