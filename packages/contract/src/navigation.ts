import { can, type Permission, type Role } from './permissions.ts'

/**
 * A page of the console: its path (React Router's notation; specification section 2), the permission that opens it, and
 * the text key of its title. `parent` is the menu entry that is highlighted on a page without one of its own (LAY-03,
 * NAV-09). `anyRole` marks the pages the specification gives no role list (company, account).
 */
export type Page = { path: string; permission: Permission; parent?: string }

export const pages = {
  dashboard: { path: '/dashboard', permission: 'dashboard.read' },
  deviceList: { path: '/device/list', permission: 'device.read' },
  deviceAlarm: { path: '/device/alarm', permission: 'alarm.read' },
  staff: { path: '/manmgt/staff/:deptId', permission: 'staff.read' },
  staffDetail: { path: '/manmgt/staff/detail', permission: 'staff.read', parent: 'staff' },
  staffGroup: { path: '/manmgt/staffgroup/:groupId?', permission: 'staff-group.read' },
  visitor: { path: '/manmgt/visitor', permission: 'visitor.read' },
  visitorDetail: { path: '/manmgt/visitor/detail', permission: 'visitor.read', parent: 'visitor' },
  visitorGroup: { path: '/manmgt/visitorgroup/:groupId?', permission: 'visitor-group.read' },
  blacklist: { path: '/manmgt/blacklist', permission: 'blacklist.read' },
  blacklistDetail: { path: '/manmgt/blacklist/detail', permission: 'blacklist.read', parent: 'blacklist' },
  blacklistGroup: { path: '/manmgt/blacklistgroup/:groupId?', permission: 'blacklist.read' },
  registerRecord: { path: '/manmgt/registerRecord', permission: 'registration.read' },
  signRecord: { path: '/sign/signRecord', permission: 'record.read' },
  signCount: { path: '/sign/signCount', permission: 'record.read' },
  schedules: { path: '/sign/schedules', permission: 'timetable.read' },
  schedulesDetail: { path: '/sign/schedules/detail', permission: 'timetable.read', parent: 'schedules' },
  policies: { path: '/sign/policies', permission: 'policy.read' },
  attendanceRules: { path: '/attendance/attendanceRules', permission: 'attendance.read' },
  attendanceRulesDetail: {
    path: '/attendance/attendanceRules/detail',
    permission: 'attendance.read',
    parent: 'attendanceRules',
  },
  attendanceAreas: { path: '/attendance/attendanceAreas', permission: 'attendance.read' },
  attendanceAreasDetail: {
    path: '/attendance/attendanceAreas/detail',
    permission: 'attendance.read',
    parent: 'attendanceAreas',
  },
  attendanceRecord: { path: '/attendance/attendanceRecord/:user_id?', permission: 'attendance.read' },
  attendanceStatistics: { path: '/attendance/attendanceStatistics', permission: 'attendance.read' },
  firmware: { path: '/upgrade/firwareManagement', permission: 'upgrade.read' },
  firmwareDetail: { path: '/upgrade/firwareManagement/detail', permission: 'upgrade.read', parent: 'firmware' },
  application: { path: '/upgrade/applicationManagement', permission: 'upgrade.read' },
  applicationDetail: {
    path: '/upgrade/applicationManagement/detail',
    permission: 'upgrade.read',
    parent: 'application',
  },
  company: { path: '/bumgt/company', permission: 'company.read' },
  account: { path: '/bumgt/account', permission: 'account.self' },
  operationLog: { path: '/bumgt/operationLog', permission: 'operation-log.read' },
  openPlatform: { path: '/bumgt/openPlatform', permission: 'open-platform.manage' },
  serviceConfig: { path: '/bumgt/serviceConfig', permission: 'service-config.manage' },
  licence: { path: '/bumgt/license', permission: 'licence.manage' },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages

/** A menu: an entry that is a page, or a heading over entries (at most two levels; order of the specification's tree). */
export type MenuGroup = { name: string; entries: readonly PageName[] }

export const menu = [
  { name: 'dashboard', entries: ['dashboard'] },
  { name: 'device', entries: ['deviceList', 'deviceAlarm'] },
  {
    name: 'personnel',
    entries: ['staff', 'staffGroup', 'visitor', 'visitorGroup', 'blacklist', 'blacklistGroup', 'registerRecord'],
  },
  { name: 'access', entries: ['signRecord', 'signCount', 'schedules', 'policies'] },
  { name: 'attendance', entries: ['attendanceRules', 'attendanceAreas', 'attendanceRecord', 'attendanceStatistics'] },
  { name: 'upgrade', entries: ['firmware', 'application'] },
  {
    name: 'enterprise',
    entries: ['company', 'account', 'operationLog', 'openPlatform', 'serviceConfig', 'licence'],
  },
] as const satisfies readonly MenuGroup[]

export type MenuName = (typeof menu)[number]['name']

/** The menu that a role sees: entries it may open, and headings that still have an entry. */
export function menuOf(role: Role): { name: MenuName; entries: PageName[] }[] {
  return menu
    .map(({ name, entries }) => ({ name, entries: [...entries].filter((entry) => can(role, pages[entry].permission)) }))
    .filter(({ entries }) => entries.length > 0)
}

/** The pages a role may open, detail pages with their lists (NAV-07, NAV-09). */
export function pagesOf(role: Role): PageName[] {
  return pageNames.filter((name) => can(role, pages[name].permission))
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are its keys
export const pageNames = Object.keys(pages) as PageName[]
