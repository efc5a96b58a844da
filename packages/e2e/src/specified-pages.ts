import type { Role } from './journey.ts'

/** A page of the specification's section 2, its English title, who may open it (section 6), and where the menu has it. */
export type SpecifiedPage = {
  path: string
  title: string
  roles: readonly Role[]
  /** The heading it stands under in the menu; null for a detail page, which `highlights` its list there. */
  group: string | null
  highlights?: string
}

const all = ['superAdmin', 'mainAdmin', 'subAdmin', 'deviceAdmin', 'visitorAdmin'] as const
const leaders = ['superAdmin', 'mainAdmin'] as const
const office = [...leaders, 'subAdmin'] as const
const withDevices = [...office, 'deviceAdmin'] as const
const withVisitors = [...office, 'visitorAdmin'] as const

const pagesOf = (group: string, ...pages: [path: string, title: string, roles: readonly Role[]][]): SpecifiedPage[] =>
  pages.map(([path, title, roles]) => ({ path, title, roles, group }))
const detailOf = (list: string, path: string, title: string, roles: readonly Role[]): SpecifiedPage => ({
  path,
  title,
  roles,
  group: null,
  highlights: list,
})

/** Written by hand from the specification, in the order of its menu tree: what the product must be compared with. */
export const specifiedPages: readonly SpecifiedPage[] = [
  ...pagesOf('Console', ['/dashboard', 'Console', all]),
  ...pagesOf('Devices', ['/device/list', 'Device list', withDevices], ['/device/alarm', 'Device alarms', withDevices]),
  ...pagesOf(
    'Personnel',
    ['/manmgt/staff/0', 'Staff', office],
    ['/manmgt/staffgroup', 'Staff groups', office],
    ['/manmgt/visitor', 'Visitors', withVisitors],
    ['/manmgt/visitorgroup', 'Visitor groups', withVisitors],
    ['/manmgt/blacklist', 'Blacklist', withVisitors],
    ['/manmgt/blacklistgroup', 'Blacklist groups', withVisitors],
    ['/manmgt/registerRecord', 'Registration records', office],
  ),
  ...pagesOf(
    'Access',
    ['/sign/signRecord', 'Recognition records', withVisitors],
    ['/sign/signCount', 'Recognition statistics', withVisitors],
    ['/sign/schedules', 'Timetables', office],
    ['/sign/policies', 'Policies', office],
  ),
  ...pagesOf(
    'Attendance',
    ['/attendance/attendanceRules', 'Attendance rules', office],
    ['/attendance/attendanceAreas', 'Attendance areas', office],
    ['/attendance/attendanceRecord', 'Attendance records', office],
    ['/attendance/attendanceStatistics', 'Attendance statistics', office],
  ),
  ...pagesOf(
    'Upgrade',
    ['/upgrade/firwareManagement', 'Firmware', withDevices],
    ['/upgrade/applicationManagement', 'Applications', withDevices],
  ),
  ...pagesOf(
    'Enterprise',
    ['/bumgt/company', 'Company info', all],
    ['/bumgt/account', 'Account permissions', all],
    ['/bumgt/operationLog', 'Operation log', withDevices],
    ['/bumgt/openPlatform', 'Open platform', ['superAdmin']],
    ['/bumgt/serviceConfig', 'Service configuration', leaders],
    ['/bumgt/license', 'Licence', leaders],
  ),
  detailOf('Staff', '/manmgt/staff/detail', 'Staff detail', office),
  detailOf('Visitors', '/manmgt/visitor/detail', 'Visitor detail', withVisitors),
  detailOf('Blacklist', '/manmgt/blacklist/detail', 'Blacklist detail', withVisitors),
  detailOf('Timetables', '/sign/schedules/detail', 'Timetable detail', office),
  detailOf('Attendance rules', '/attendance/attendanceRules/detail', 'Attendance rule detail', office),
  detailOf('Attendance areas', '/attendance/attendanceAreas/detail', 'Attendance area detail', office),
  detailOf('Firmware', '/upgrade/firwareManagement/detail', 'Firmware detail', withDevices),
  detailOf('Applications', '/upgrade/applicationManagement/detail', 'Application detail', withDevices),
]
