import type { PageName } from '../navigation.ts'
import type { Permission, Role } from '../permissions.ts'

/*
 * The specification's sections 2 and 6, copied by hand: `permissions.ts`, `navigation.ts`, the menu and the pages of the console must
 * agree with it. Nothing here may be computed from the product.
 */

/** S superAdmin, M mainAdmin, G subAdmin (General Admin), D deviceAdmin, V visitorAdmin. */
const letters: Readonly<Record<string, Role>> = {
  S: 'superAdmin',
  M: 'mainAdmin',
  G: 'subAdmin',
  D: 'deviceAdmin',
  V: 'visitorAdmin',
}

function rolesOf(text: string): readonly Role[] {
  return [...text].map((letter) => {
    const role = letters[letter]
    if (!role) throw new Error(`No role has the letter ${letter}`)
    return role
  })
}

/** A page of section 2: its path with its parameters, its English title, who may open it, and where the menu has it. */
export type SpecifiedPage = {
  name: PageName
  path: string
  title: string
  roles: readonly Role[]
  /** The heading it stands under in the menu; null for a detail page, which `highlights` its list there. */
  group: string | null
  highlights?: string
}

const pagesOf = (
  group: string,
  ...pages: [name: PageName, path: string, title: string, roles: string][]
): SpecifiedPage[] => pages.map(([name, path, title, roles]) => ({ name, path, title, roles: rolesOf(roles), group }))
const detailOf = (highlights: string, name: PageName, path: string, title: string, roles: string): SpecifiedPage => ({
  name,
  path,
  title,
  roles: rolesOf(roles),
  group: null,
  highlights,
})

/** The pages with the roles that open them, in the order of the specification's menu tree. */
export const specifiedPages: readonly SpecifiedPage[] = [
  // above the specification's tree (decisions "Menu")
  ...pagesOf('Live', ['live', '/live', 'Live', 'SMGDV']),
  ...pagesOf('Console', ['dashboard', '/dashboard', 'Console', 'SMGDV']),
  ...pagesOf(
    'Devices',
    ['deviceList', '/device/list', 'Device list', 'SMGD'],
    ['deviceAlarm', '/device/alarm', 'Device alarms', 'SMGD'],
    // beside the specification's: more pages may stand in its groups (decisions "Menu" and "Who may do what")
    ['sites', '/device/sites', 'Sites and doors', 'SMGD'],
    ['lockdowns', '/device/lockdowns', 'Lockdowns', 'SMGD'],
  ),
  ...pagesOf(
    'Personnel',
    ['staff', '/manmgt/staff/:deptId', 'Staff', 'SMG'],
    ['staffGroup', '/manmgt/staffgroup/:groupId?', 'Staff groups', 'SMG'],
    ['visitor', '/manmgt/visitor', 'Visitors', 'SMGV'],
    ['visitorGroup', '/manmgt/visitorgroup/:groupId?', 'Visitor groups', 'SMGV'],
    ['blacklist', '/manmgt/blacklist', 'Blacklist', 'SMGV'],
    ['blacklistGroup', '/manmgt/blacklistgroup/:groupId?', 'Blacklist groups', 'SMGV'],
    ['alikeFaces', '/manmgt/alike-faces', 'Alike faces', 'SMGV'],
    ['poorPortraits', '/manmgt/portraits', 'Portrait quality', 'SMGV'],
    ['registerRecord', '/manmgt/registerRecord', 'Registration records', 'SMG'],
  ),
  ...pagesOf(
    'Access',
    ['signRecord', '/sign/signRecord', 'Recognition records', 'SMGV'],
    ['signCount', '/sign/signCount', 'Recognition statistics', 'SMGV'],
    // beside the specification's (decisions "Who may do what")
    ['inside', '/sign/inside', 'Inside now', 'SMGDV'],
    ['schedules', '/sign/schedules', 'Timetables', 'SMG'],
    ['policies', '/sign/policies', 'Policies', 'SMG'],
    // beside the specification's, as above
    ['muster', '/sign/muster', 'Muster', 'SMGV'],
  ),
  ...pagesOf(
    'Attendance',
    ['attendanceRules', '/attendance/attendanceRules', 'Attendance rules', 'SMG'],
    ['attendanceAreas', '/attendance/attendanceAreas', 'Attendance areas', 'SMG'],
    ['attendanceRecord', '/attendance/attendanceRecord/:user_id?', 'Attendance records', 'SMG'],
    ['attendanceStatistics', '/attendance/attendanceStatistics', 'Attendance statistics', 'SMG'],
  ),
  ...pagesOf(
    'Upgrade',
    ['firmware', '/upgrade/firwareManagement', 'Firmware', 'SMGD'],
    ['application', '/upgrade/applicationManagement', 'Applications', 'SMGD'],
  ),
  ...pagesOf(
    'Enterprise',
    ['company', '/bumgt/company', 'Company info', 'SMGDV'],
    ['account', '/bumgt/account', 'Account permissions', 'SMGDV'],
    ['operationLog', '/bumgt/operationLog', 'Operation log', 'SMGD'],
    ['openPlatform', '/bumgt/openPlatform', 'Open platform', 'S'],
    ['serviceConfig', '/bumgt/serviceConfig', 'Service configuration', 'SM'],
    ['licence', '/bumgt/license', 'Licence', 'SM'],
  ),
  // beside the specification's (decisions "Who may do what": who opens doors)
  detailOf('Live', 'guard', '/live/guard', 'Guard mode', 'SMD'),
  detailOf('Sites and doors', 'siteDetail', '/device/sites/detail', 'Site detail', 'SMGD'),
  detailOf('Sites and doors', 'doorDetail', '/device/sites/door', 'Door detail', 'SMGD'),
  detailOf('Sites and doors', 'sitePlans', '/device/sites/plans', 'Floor plans', 'SMGD'),
  detailOf('Sites and doors', 'siteMuster', '/device/sites/muster', 'Muster of a site', 'SMGD'),
  detailOf('Staff', 'staffDetail', '/manmgt/staff/detail', 'Staff detail', 'SMG'),
  detailOf('Visitors', 'visitorDetail', '/manmgt/visitor/detail', 'Visitor detail', 'SMGV'),
  detailOf('Blacklist', 'blacklistDetail', '/manmgt/blacklist/detail', 'Blacklist detail', 'SMGV'),
  detailOf('Timetables', 'schedulesDetail', '/sign/schedules/detail', 'Timetable detail', 'SMG'),
  detailOf('Muster', 'musterDetail', '/sign/muster/detail', 'Muster detail', 'SMGV'),
  detailOf(
    'Attendance rules',
    'attendanceRulesDetail',
    '/attendance/attendanceRules/detail',
    'Attendance rule detail',
    'SMG',
  ),
  detailOf(
    'Attendance areas',
    'attendanceAreasDetail',
    '/attendance/attendanceAreas/detail',
    'Attendance area detail',
    'SMG',
  ),
  detailOf('Firmware', 'firmwareDetail', '/upgrade/firwareManagement/detail', 'Firmware detail', 'SMGD'),
  detailOf('Applications', 'applicationDetail', '/upgrade/applicationManagement/detail', 'Application detail', 'SMGD'),
]

/** The roles that change things, from the role descriptions. */
export const specifiedWriters: readonly [permission: Permission, roles: readonly Role[]][] = [
  ['device.write', rolesOf('SMGD')],
  ['device.control', rolesOf('SMGD')],
  ['alarm.write', rolesOf('SMGD')],
  ['site.write', rolesOf('SMD')],
  ['lockdown.write', rolesOf('SMD')],
  ['inside.write', rolesOf('SMV')],
  ['inside.displays', rolesOf('SM')],
  ['lockdown.rules', rolesOf('SM')],
  ['muster.mark', rolesOf('SMGV')],
  ['muster.manage', rolesOf('SMG')],
  ['upgrade.write', rolesOf('SMGD')],
  ['staff.write', rolesOf('SM')],
  ['staff-group.write', rolesOf('SM')],
  ['registration.write', rolesOf('SM')],
  ['visitor.write', rolesOf('SMV')],
  ['visitor-group.write', rolesOf('SMV')],
  ['blacklist.write', rolesOf('SMV')],
  ['timetable.write', rolesOf('SMG')],
  ['policy.write', rolesOf('SMG')],
  ['attendance-rule.write', rolesOf('SM')],
  ['attendance.write', rolesOf('SMG')],
  ['company.write', rolesOf('SM')],
  ['account.manage', rolesOf('S')],
  ['pin-giving.manage', rolesOf('S')],
  ['open-platform.manage', rolesOf('S')],
  // beside the specification's: who shares a saved view of a list with everybody who may open it
  ['view.share', rolesOf('SMG')],
]
