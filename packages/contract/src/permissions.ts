/** Roles of the specification's section 6; the array index is the role's id (PERM-01). */
export const roles = ['superAdmin', 'mainAdmin', 'subAdmin', 'deviceAdmin', 'visitorAdmin'] as const
export type Role = (typeof roles)[number]

export const roleId = (role: Role) => roles.indexOf(role)

const all = roles
const leaders = ['superAdmin', 'mainAdmin'] as const
const office = ['superAdmin', 'mainAdmin', 'subAdmin'] as const
const deviceStaff = [...office, 'deviceAdmin'] as const
const visitorStaff = [...office, 'visitorAdmin'] as const
const visitorWriters = [...leaders, 'visitorAdmin'] as const
const siteWriters = [...leaders, 'deviceAdmin'] as const
const owner = ['superAdmin'] as const

/**
 * A page of the console: its path (React Router's notation; specification section 2), and the heading of the menu that it stands under;
 * `parent` is the entry that is highlighted on a page without one of its own (LAY-03, NAV-09).
 */
type PageRow = { path: string } & ({ menu: string } | { parent: string })

type PermissionRow = {
  roles: readonly Role[]
  /** The live topics that a console with this permission is told of (`live-topics.ts`). */
  topics?: readonly string[]
  /** The pages that it opens (`navigation.ts`). */
  pages?: Readonly<Record<string, PageRow>>
}

/**
 * The permissions of the roles, with the topics and pages of each, in the order of the menu. The server enforces this table on every route (PERM-08)
 * and every hint; the console draws its menu and hides its buttons from it. Source: specification section 6 and decisions "Roles".
 * subAdmin reads personnel, attendance rules and enterprise information but never changes them (PERM-05).
 */
export const permissions = {
  'live.read': { roles: all, pages: { live: { path: '/live', menu: 'live' } } },
  'live.doors': { roles: deviceStaff },
  'live.visitors': { roles: visitorStaff },
  'live.staff': { roles: office },
  'live.control': { roles: siteWriters, pages: { guard: { path: '/live/guard', parent: 'live' } } },
  'dashboard.read': {
    roles: all,
    topics: ['storage'],
    pages: { dashboard: { path: '/dashboard', menu: 'dashboard' } },
  },
  'view.read': { roles: all, topics: ['views'] },
  'view.share': { roles: office },
  'device.read': {
    roles: deviceStaff,
    topics: ['devices', 'commands'],
    pages: { deviceList: { path: '/device/list', menu: 'device' } },
  },
  'device.write': { roles: deviceStaff },
  'device.control': { roles: deviceStaff },
  'alarm.read': {
    roles: deviceStaff,
    topics: ['alarms'],
    pages: { deviceAlarm: { path: '/device/alarm', menu: 'device' } },
  },
  'alarm.write': { roles: deviceStaff },
  'site.read': {
    roles: deviceStaff,
    topics: ['doors'],
    pages: {
      sites: { path: '/device/sites', menu: 'device' },
      siteDetail: { path: '/device/sites/detail', parent: 'sites' },
      doorDetail: { path: '/device/sites/door', parent: 'sites' },
      sitePlans: { path: '/device/sites/plans', parent: 'sites' },
      siteMuster: { path: '/device/sites/muster', parent: 'sites' },
    },
  },
  'site.write': { roles: siteWriters },
  'site.names': { roles: all, topics: ['sites'] },
  'lockdown.read': { roles: all, topics: ['lockdowns'] },
  'lockdown.details': {
    roles: deviceStaff,
    pages: { lockdowns: { path: '/device/lockdowns', menu: 'device' } },
  },
  'lockdown.write': { roles: siteWriters },
  'lockdown.rules': { roles: leaders },
  'staff.read': {
    roles: office,
    topics: ['staff', 'departments'],
    pages: {
      staff: { path: '/manmgt/staff/:deptId', menu: 'personnel' },
      staffDetail: { path: '/manmgt/staff/detail', parent: 'staff' },
    },
  },
  'staff.write': { roles: leaders, topics: ['imports'] },
  'staff-group.read': {
    roles: office,
    pages: { staffGroup: { path: '/manmgt/staffgroup/:groupId?', menu: 'personnel' } },
  },
  'staff-group.write': { roles: leaders },
  'visitor.read': {
    roles: visitorStaff,
    topics: ['visitors'],
    pages: {
      visitor: { path: '/manmgt/visitor', menu: 'personnel' },
      visitorDetail: { path: '/manmgt/visitor/detail', parent: 'visitor' },
    },
  },
  'visitor.write': { roles: visitorWriters },
  'visitor-group.read': {
    roles: visitorStaff,
    topics: ['groups'],
    pages: { visitorGroup: { path: '/manmgt/visitorgroup/:groupId?', menu: 'personnel' } },
  },
  'visitor-group.write': { roles: visitorWriters },
  'blacklist.read': {
    roles: visitorStaff,
    topics: ['blacklist'],
    pages: {
      blacklist: { path: '/manmgt/blacklist', menu: 'personnel' },
      blacklistDetail: { path: '/manmgt/blacklist/detail', parent: 'blacklist' },
      blacklistGroup: { path: '/manmgt/blacklistgroup/:groupId?', menu: 'personnel' },
    },
  },
  'blacklist.write': { roles: visitorWriters },
  'person.read': {
    roles: visitorStaff,
    topics: ['face-pairs', 'portraits'],
    pages: {
      alikeFaces: { path: '/manmgt/alike-faces', menu: 'personnel' },
      poorPortraits: { path: '/manmgt/portraits', menu: 'personnel' },
    },
  },
  'person.suspensions': { roles: visitorStaff },
  'person.suspend': { roles: visitorWriters },
  'person.ask': { roles: visitorWriters },
  'registration.read': {
    roles: office,
    topics: ['registrations'],
    pages: { registerRecord: { path: '/manmgt/registerRecord', menu: 'personnel' } },
  },
  'registration.write': { roles: leaders },
  'record.read': {
    roles: visitorStaff,
    topics: ['records'],
    pages: {
      signRecord: { path: '/sign/signRecord', menu: 'access' },
      signCount: { path: '/sign/signCount', menu: 'access' },
    },
  },
  'record.write': { roles: office },
  'inside.count': {
    roles: all,
    topics: ['inside'],
    pages: { inside: { path: '/sign/inside', menu: 'access' } },
  },
  'inside.read': { roles: visitorStaff },
  'inside.staff': { roles: office },
  'inside.write': { roles: visitorWriters },
  'inside.displays': { roles: leaders },
  'timetable.read': {
    roles: office,
    topics: ['timetables'],
    pages: {
      schedules: { path: '/sign/schedules', menu: 'access' },
      schedulesDetail: { path: '/sign/schedules/detail', parent: 'schedules' },
    },
  },
  'timetable.write': { roles: office },
  'policy.read': {
    roles: office,
    topics: ['policies'],
    pages: { policies: { path: '/sign/policies', menu: 'access' } },
  },
  'policy.write': { roles: office },
  'muster.read': {
    roles: visitorStaff,
    topics: ['musters'],
    pages: {
      muster: { path: '/sign/muster', menu: 'access' },
      musterDetail: { path: '/sign/muster/detail', parent: 'muster' },
    },
  },
  'muster.staff': { roles: office },
  'muster.mark': { roles: visitorStaff },
  'muster.manage': { roles: office },
  'attendance.read': {
    roles: office,
    topics: ['attendance'],
    pages: {
      attendanceRules: { path: '/attendance/attendanceRules', menu: 'attendance' },
      attendanceRulesDetail: { path: '/attendance/attendanceRules/detail', parent: 'attendanceRules' },
      attendanceAreas: { path: '/attendance/attendanceAreas', menu: 'attendance' },
      attendanceAreasDetail: { path: '/attendance/attendanceAreas/detail', parent: 'attendanceAreas' },
      attendanceRecord: { path: '/attendance/attendanceRecord/:user_id?', menu: 'attendance' },
      attendanceStatistics: { path: '/attendance/attendanceStatistics', menu: 'attendance' },
    },
  },
  'attendance.write': { roles: office },
  'attendance-rule.write': { roles: leaders },
  'upgrade.read': {
    roles: deviceStaff,
    topics: ['upgrades'],
    pages: {
      firmware: { path: '/upgrade/firwareManagement', menu: 'upgrade' },
      firmwareDetail: { path: '/upgrade/firwareManagement/detail', parent: 'firmware' },
      application: { path: '/upgrade/applicationManagement', menu: 'upgrade' },
      applicationDetail: { path: '/upgrade/applicationManagement/detail', parent: 'application' },
    },
  },
  'upgrade.write': { roles: deviceStaff },
  'company.read': {
    roles: all,
    topics: ['company'],
    pages: { company: { path: '/bumgt/company', menu: 'enterprise' } },
  },
  'company.write': { roles: leaders },
  'account.self': { roles: all, pages: { account: { path: '/bumgt/account', menu: 'enterprise' } } },
  'account.manage': { roles: owner, topics: ['accounts'] },
  'operation-log.read': {
    roles: deviceStaff,
    pages: { operationLog: { path: '/bumgt/operationLog', menu: 'enterprise' } },
  },
  'open-platform.manage': {
    roles: owner,
    topics: ['open-platform'],
    pages: { openPlatform: { path: '/bumgt/openPlatform', menu: 'enterprise' } },
  },
  'service-config.manage': {
    roles: leaders,
    topics: ['service-config'],
    pages: { serviceConfig: { path: '/bumgt/serviceConfig', menu: 'enterprise' } },
  },
  /** Digits of PINs are kept and given away by it: one person decides. */
  'pin-giving.manage': { roles: owner },
  'licence.manage': {
    roles: leaders,
    topics: ['licence'],
    pages: { licence: { path: '/bumgt/license', menu: 'enterprise' } },
  },
} as const satisfies Record<string, PermissionRow>

export type Permission = keyof typeof permissions

export const rolesOf = (permission: Permission): readonly Role[] => permissions[permission].roles

/**
 * Whether this role has that permission. The only place where the question is answered, on the server as in the
 * console.
 */
export function can(role: Role, permission: Permission): boolean {
  return rolesOf(permission).includes(role)
}

/**
 * The recognition records that a role sees: all, or, without the right to read staff (visitorAdmin), those of visitors,
 * of the blacklist and of unknown faces. Never those of staff.
 */
export const seesStaffRecords = (role: Role): boolean => can(role, 'staff.read')
