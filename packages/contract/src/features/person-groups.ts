import { z } from 'zod'
import { id, requiredLine } from '../fields.ts'
import { keyPageOf, keyPageQuery, keyword } from '../paging.ts'
import type { Permission } from '../permissions.ts'
import { route } from '../route.ts'
import { defaultNames, storedName } from '../texts/default-names.ts'

/**
 * Group kinds follow person kinds; each kind has one default group that new devices are bound to (decisions "People").
 */
export const groupKinds = ['staff', 'visitor', 'blacklisted'] as const
export type GroupKind = (typeof groupKinds)[number]
/** The names that the first migration gives the default groups; a console shows these names in its own language. */
export const defaultGroupNames = {
  staff: defaultNames.staff.en,
  visitor: defaultNames.visitor.en,
  blacklisted: defaultNames.blacklisted.en,
} as const satisfies Record<GroupKind, string>

/**
 * Forms show the default group's name in the reader's language: if it is saved unchanged, the group keeps its default
 * name.
 */
const groupNameInput = requiredLine(64).transform(storedName)

/** A terminal holds at most this many groups; if a kind had more, they could not all be bound to one door. */
export const maxGroups = 256

export const groupRef = z.object({ id, name: z.string(), kind: z.enum(groupKinds), isDefault: z.boolean() })
export type GroupRef = z.output<typeof groupRef>

/** A group with the number of its people and of the devices it is bound to. */
export const groupSummary = groupRef.extend({ memberCount: z.int(), deviceCount: z.int() })
export type GroupSummary = z.output<typeof groupSummary>

/** The effects that a confirmation about a group must show: the people concerned, and the doors that delete them. */
export const groupDetail = groupSummary.extend({
  /** Pass policies that name this group. */
  policyCount: z.int(),
  /** The first of its devices by name. */
  deviceNames: z.array(z.string()),
})
export type GroupDetail = z.output<typeof groupDetail>

export const groupMember = z.object({
  id,
  name: z.string(),
  portraitId: id.nullable(),
  jobId: z.string().nullable(),
  /** Masked for roles that cannot write people of this kind. */
  phone: z.string().nullable(),
  department: z.string().nullable(),
})
export type GroupMember = z.output<typeof groupMember>

/** A door as the group sees it: bound or not, and how many policies say when the group may pass there. */
export const groupDoor = z.object({
  id,
  name: z.string(),
  location: z.string().nullable(),
  isOnline: z.boolean(),
  policyCount: z.int(),
})
export type GroupDoor = z.output<typeof groupDoor>

export const listGroups = route({
  method: 'GET',
  path: '/v2/groups',
  summary: 'Person groups, the default one first',
  permission: 'session',
  shows: 'groups',
  query: z.object({ kind: z.enum(groupKinds).optional() }),
  response: z.array(groupSummary),
})

const base = {
  staff: '/v2/staff-groups',
  visitor: '/v2/visitor-groups',
  blacklisted: '/v2/blacklist-groups',
} as const satisfies Record<GroupKind, `/${string}`>

const permissions = {
  staff: { read: 'staff-group.read', write: 'staff-group.write', module: 'staff-group' },
  visitor: { read: 'visitor-group.read', write: 'visitor-group.write', module: 'visitor-group' },
  blacklisted: { read: 'blacklist.read', write: 'blacklist.write', module: 'blacklist-group' },
} as const satisfies Record<GroupKind, { read: Permission; write: Permission; module: string }>

const params = z.object({ id })
/** The maximum for one call; more need several calls. */
const personIds = z.array(id).min(1).max(500)
const deviceIds = z.array(id).min(1).max(500)

/**
 * The routes of one kind of groups. Each kind has its own addresses and permissions, so that a role which manages
 * visitors cannot reach a group of staff, whatever id it gives.
 */
function groupRoutes(kind: GroupKind) {
  const path = base[kind]
  const { read, write, module } = permissions[kind]
  return {
    list: route({
      method: 'GET',
      path,
      summary: `The ${kind} groups, the default one first`,
      permission: read,
      shows: 'groups',
      response: z.array(groupSummary),
    }),
    get: route({
      method: 'GET',
      path: `${path}/:id`,
      summary: `One ${kind} group: how many people, policies and devices, and the first devices by name`,
      permission: read,
      shows: 'groups',
      params,
      response: groupDetail,
      errors: ['group.not-found'],
    }),
    create: route({
      method: 'POST',
      path,
      summary: `Create a ${kind} group`,
      permission: write,
      body: z.object({ name: groupNameInput }),
      response: groupDetail,
      errors: ['group.name-taken', 'group.too-many'],
      audit: { module, event: 'create' },
      changes: ['groups'],
    }),
    rename: route({
      method: 'PATCH',
      path: `${path}/:id`,
      summary: `Rename a ${kind} group`,
      permission: write,
      params,
      body: z.object({ name: groupNameInput }),
      response: groupDetail,
      errors: ['group.not-found', 'group.name-taken'],
      audit: { module, event: 'update' },
      changes: ['groups', 'staff', 'blacklist', 'devices'],
    }),
    remove: route({
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Delete a ${kind} group; its people stay; devices remove those who have no other group there`,
      permission: write,
      params,
      response: z.object({ memberCount: z.int(), deviceCount: z.int() }),
      errors: ['group.not-found', 'group.is-default'],
      audit: { module, event: 'delete' },
      changes: ['groups', 'staff', 'blacklist', 'devices'],
    }),
    listMembers: route({
      method: 'GET',
      path: `${path}/:id/members`,
      summary: `The people of a ${kind} group, newest first; keyword as in the list of people`,
      permission: read,
      shows: 'groups',
      params,
      query: keyPageQuery.extend({ keyword }),
      response: keyPageOf(groupMember),
      errors: ['group.not-found'],
    }),
    findCandidates: route({
      method: 'GET',
      path: `${path}/:id/candidates`,
      summary: `People who can be added to a ${kind} group; at most twenty`,
      permission: write,
      shows: 'groups',
      params,
      query: z.object({ keyword }),
      response: z.array(groupMember),
      errors: ['group.not-found'],
    }),
    addMembers: route({
      method: 'POST',
      path: `${path}/:id/members`,
      summary: `Add people to a ${kind} group, by id or (staff) with their whole department and those below it`,
      permission: write,
      params,
      body: z
        .object({ personIds: personIds.optional(), departmentId: id.optional() })
        .refine(({ personIds, departmentId }) => (personIds === undefined) !== (departmentId === undefined), {
          error: 'one-of',
        }),
      response: z.object({ added: z.int() }),
      errors: ['group.not-found', 'person.not-found', 'department.not-found'],
      audit: { module, event: 'add-members' },
      changes: ['groups', 'staff', 'blacklist'],
    }),
    removeMembers: route({
      method: 'POST',
      path: `${path}/:id/members/remove`,
      summary: `Remove people from a ${kind} group: the membership ends, the people stay`,
      permission: write,
      params,
      body: z.object({ personIds }),
      response: z.object({ removed: z.int() }),
      errors: ['group.not-found'],
      audit: { module, event: 'remove-members' },
      changes: ['groups', 'staff', 'blacklist'],
    }),
    listDoors: route({
      method: 'GET',
      path: `${path}/:id/devices`,
      summary: `Devices that a ${kind} group is bound to, or those it could be bound to, by name`,
      permission: read,
      shows: 'groups',
      params,
      query: keyPageQuery.extend({ keyword, bound: z.stringbool().default(true) }),
      response: keyPageOf(groupDoor),
      errors: ['group.not-found'],
    }),
    bind: route({
      method: 'POST',
      path: `${path}/:id/devices`,
      summary: `Bind a ${kind} group to devices: its people are sent there`,
      permission: write,
      params,
      body: z.object({ deviceIds }),
      response: z.object({ bound: z.int() }),
      errors: ['group.not-found', 'device.not-found'],
      audit: { module, event: 'bind-devices' },
      changes: ['groups', 'devices'],
    }),
    unbind: route({
      method: 'POST',
      path: `${path}/:id/devices/remove`,
      summary: `Unbind a ${kind} group from devices: they remove people who have no other group there`,
      permission: write,
      params,
      body: z.object({ deviceIds }),
      response: z.object({ unbound: z.int() }),
      errors: ['group.not-found'],
      audit: { module, event: 'unbind-devices' },
      changes: ['groups', 'devices'],
    }),
  }
}

export const groupRoutesOf = {
  staff: groupRoutes('staff'),
  visitor: groupRoutes('visitor'),
  blacklisted: groupRoutes('blacklisted'),
} as const satisfies Record<GroupKind, unknown>
