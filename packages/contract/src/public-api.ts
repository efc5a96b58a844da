import { z } from 'zod'
import { listAlarms, getAlarm } from './features/alarms.ts'
import { attendanceStatistics } from './features/attendance/reports.ts'
import { getAttendanceDay, getAttendanceMonth, listAttendanceDays } from './features/attendance/days.ts'
import { listDepartments } from './features/departments.ts'
import { getDevice, listCommands, listDevices, sendCommand } from './features/devices.ts'
import { getImage } from './features/images.ts'
import { countInside, getPersonLocation, listInside, listPlacesInside } from './features/inside.ts'
import {
  endMuster,
  getMuster,
  listMusterPeople,
  listMusters,
  markMusterPeople,
  startMuster,
} from './features/muster.ts'
import { type PublicApiScope, publicApiScopes } from './features/open-platform.ts'
import {
  askLockdownRelease,
  beginLockdown,
  getLockdownState,
  listActiveLockdowns,
  listLockdowns,
  releaseLockdown,
} from './features/lockdown.ts'
import { groupRoutesOf } from './features/person-groups.ts'
import { uploadPortrait } from './features/portraits.ts'
import { countRecords, getRecord, listRecords } from './features/records.ts'
import { assignStaffGroups, createStaff, deleteStaff, getStaff, listStaff, updateStaff } from './features/staff.ts'
import { listSiteNames } from './features/sites.ts'
import { createPass, listPasses, revokePass } from './features/visitor-passes.ts'
import {
  createVisitor,
  deleteVisitors,
  extendVisits,
  getVisitor,
  listVisitors,
  updateVisitor,
  uploadVisitorPortrait,
} from './features/visitors.ts'
import { id, instant } from './fields.ts'
import type { Permission } from './permissions.ts'
import { type Route, route } from './route.ts'

/** The permissions of a key with a scope, in the same terms as everywhere else. */
export const scopePermissions = {
  'people.read': ['staff.read'],
  'people.write': ['staff.read', 'staff.write'],
  'groups.read': ['staff-group.read', 'visitor-group.read'],
  'groups.write': ['staff-group.read', 'staff-group.write', 'visitor-group.read', 'visitor-group.write'],
  'visitors.read': ['visitor.read'],
  'visitors.write': ['visitor.read', 'visitor.write'],
  'devices.read': ['device.read'],
  'devices.control': ['device.read', 'device.control', 'live.control'],
  'records.read': ['record.read'],
  'alarms.read': ['alarm.read'],
  'attendance.read': ['attendance.read'],
  'inside.count': ['inside.count'],
  'inside.read': ['inside.count', 'inside.read', 'inside.staff'],
  'musters.read': ['site.names', 'muster.read', 'muster.staff'],
  'musters.write': ['site.names', 'muster.read', 'muster.staff', 'muster.mark', 'muster.manage'],
  'lockdowns.read': ['lockdown.read', 'lockdown.details'],
  'lockdowns.write': ['lockdown.read', 'lockdown.details', 'lockdown.write'],
} as const satisfies Record<PublicApiScope, readonly Permission[]>

/**
 * A route that third parties may call, and the scopes that open it: one of them is enough. Behind it stands the very handler of
 * the console's route, so that a rule holds for both.
 */
export type PublicApiRoute = { route: Route; path: `/${string}`; scopes: readonly PublicApiScope[] }

/** `/v2/staff` of the console is `/openapi/v1/staff`. */
const open = (route: Route, ...scopes: PublicApiScope[]): PublicApiRoute => ({
  route,
  path: `/v1${route.path.replace(/^\/v\d+/, '')}`,
  scopes,
})

const groups = (kind: 'staff' | 'visitor') => {
  const { list, get, create, rename, remove, listMembers, addMembers, removeMembers } = groupRoutesOf[kind]
  return {
    [`${kind}GroupList`]: open(list, 'groups.read', 'groups.write'),
    [`${kind}GroupGet`]: open(get, 'groups.read', 'groups.write'),
    [`${kind}GroupCreate`]: open(create, 'groups.write'),
    [`${kind}GroupRename`]: open(rename, 'groups.write'),
    [`${kind}GroupRemove`]: open(remove, 'groups.write'),
    [`${kind}GroupListMembers`]: open(listMembers, 'groups.read', 'groups.write'),
    [`${kind}GroupAddMembers`]: open(addMembers, 'groups.write'),
    [`${kind}GroupRemoveMembers`]: open(removeMembers, 'groups.write'),
  }
}

export const whoAmI = route({
  method: 'GET',
  path: '/v1/application',
  summary: 'The application of this key, its scopes, and the server time that signatures are checked against',
  permission: 'session',
  response: z.object({
    id,
    name: z.string(),
    key: z.object({ name: z.string(), scopes: z.array(z.enum(publicApiScopes)) }),
    serverTime: instant,
  }),
})

export const getPublicCompany = route({
  method: 'GET',
  path: '/v1/company',
  summary:
    'The enterprise whose doors these are, and its time zone: that of dates, and of rules and devices without their own',
  permission: 'session',
  response: z.object({ name: z.string(), timeZone: z.string() }),
})

export const streamLiveEvents = route({
  method: 'GET',
  path: '/v1/live',
  summary:
    'Server-sent events: each recognition record (`record`) and alarm (`alarm`) as it comes, as far as the scopes of the key go. What a broken connection missed is found in the lists; who must not miss anything takes a webhook',
  permission: 'session',
  replyKind: 'stream',
  errors: ['open-api.too-many-streams'],
})

/** Everything under `/openapi`, by name. */
export const publicApiRoutes: ReadonlyMap<string, PublicApiRoute> = new Map(
  Object.entries({
    whoAmI: open(whoAmI, ...publicApiScopes),
    live: open(streamLiveEvents, 'records.read', 'alarms.read'),
    company: open(getPublicCompany, ...publicApiScopes),
    listDepartments: open(listDepartments, 'people.read', 'people.write'),
    listStaff: open(listStaff, 'people.read', 'people.write'),
    getStaff: open(getStaff, 'people.read', 'people.write'),
    createStaff: open(createStaff, 'people.write'),
    updateStaff: open(updateStaff, 'people.write'),
    deleteStaff: open(deleteStaff, 'people.write'),
    assignStaffGroups: open(assignStaffGroups, 'people.write'),
    uploadPortrait: open(uploadPortrait, 'people.write'),
    ...groups('staff'),
    ...groups('visitor'),
    listVisitors: open(listVisitors, 'visitors.read', 'visitors.write'),
    getVisitor: open(getVisitor, 'visitors.read', 'visitors.write'),
    createVisitor: open(createVisitor, 'visitors.write'),
    updateVisitor: open(updateVisitor, 'visitors.write'),
    deleteVisitors: open(deleteVisitors, 'visitors.write'),
    extendVisits: open(extendVisits, 'visitors.write'),
    uploadVisitorPortrait: open(uploadVisitorPortrait, 'visitors.write'),
    listPasses: open(listPasses, 'visitors.read', 'visitors.write'),
    createPass: open(createPass, 'visitors.write'),
    revokePass: open(revokePass, 'visitors.write'),
    listDevices: open(listDevices, 'devices.read', 'devices.control'),
    getDevice: open(getDevice, 'devices.read', 'devices.control'),
    sendCommand: open(sendCommand, 'devices.control'),
    listCommands: open(listCommands, 'devices.read', 'devices.control'),
    listRecords: open(listRecords, 'records.read'),
    countRecords: open(countRecords, 'records.read'),
    getRecord: open(getRecord, 'records.read'),
    listAlarms: open(listAlarms, 'alarms.read'),
    getAlarm: open(getAlarm, 'alarms.read'),
    listAttendanceDays: open(listAttendanceDays, 'attendance.read'),
    getAttendanceDay: open(getAttendanceDay, 'attendance.read'),
    getAttendanceMonth: open(getAttendanceMonth, 'attendance.read'),
    attendanceStatistics: open(attendanceStatistics, 'attendance.read'),
    listLockdowns: open(listLockdowns, 'lockdowns.read', 'lockdowns.write'),
    listActiveLockdowns: open(listActiveLockdowns, 'lockdowns.read', 'lockdowns.write'),
    getLockdownState: open(getLockdownState, 'lockdowns.read', 'lockdowns.write'),
    beginLockdown: open(beginLockdown, 'lockdowns.write'),
    askLockdownRelease: open(askLockdownRelease, 'lockdowns.write'),
    releaseLockdown: open(releaseLockdown, 'lockdowns.write'),
    listInside: open(listInside, 'inside.read'),
    getPersonLocation: open(getPersonLocation, 'inside.read'),
    countInside: open(countInside, 'inside.count', 'inside.read'),
    listPlacesInside: open(listPlacesInside, 'inside.count', 'inside.read'),
    listSiteNames: open(listSiteNames, 'musters.read', 'musters.write'),
    listMusters: open(listMusters, 'musters.read', 'musters.write'),
    getMuster: open(getMuster, 'musters.read', 'musters.write'),
    listMusterPeople: open(listMusterPeople, 'musters.read', 'musters.write'),
    startMuster: open(startMuster, 'musters.write'),
    markMusterPeople: open(markMusterPeople, 'musters.write'),
    endMuster: open(endMuster, 'musters.write'),
    // the handler decides by the scopes which kinds of pictures are allowed
    getImage: open(
      getImage,
      'people.read',
      'people.write',
      'visitors.read',
      'visitors.write',
      'records.read',
      'alarms.read',
    ),
  }),
)

/** Header names of a signed call, lower-case as Node gives them. */
export const publicApiHeaders = { key: 'app-key', timestamp: 'timestamp', nonce: 'nonce', sign: 'sign' } as const

export const noncePattern = /^[A-Za-z0-9_-]{8,64}$/

/**
 * The text that a caller signs with HMAC-SHA-256 and its secret; the signature is lower-case hex. `target` is the path
 * with its query, just as it is sent; `bodyHash` the lower-case hex SHA-256 of the body's bytes (of no bytes, if there
 * is no body).
 */
export const publicApiSignedText = (call: {
  method: string
  target: string
  timestamp: string
  nonce: string
  bodyHash: string
}) => [call.method, call.target, call.timestamp, call.nonce, call.bodyHash].join('\n')

/** The refusals that any call of `/openapi` may get before its own handling begins. */
export const publicApiErrors = [
  'open-api.unsigned',
  'open-api.key-unknown',
  'open-api.sign-wrong',
  'open-api.replayed',
  'open-api.address-refused',
  'open-api.scope-missing',
  'request.clock-off',
  // of one application within a minute; `Retry-After` says when to call again
  'request.too-many',
] as const
