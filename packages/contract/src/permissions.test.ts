import { describe, expect, it } from 'vitest'
import { menu, menuOf, pageNames, pages, pagesOf, type PageName } from './navigation.ts'
import { can, type Permission, permissionRoles, roleId, roles } from './permissions.ts'

/*
 * The specification's section 6, copied by hand: the tables in permissions.ts and navigation.ts must agree with it.
 * Letters: S superAdmin, M mainAdmin, G subAdmin (General Admin), D deviceAdmin, V visitorAdmin.
 */
const letters = { S: 'superAdmin', M: 'mainAdmin', G: 'subAdmin', D: 'deviceAdmin', V: 'visitorAdmin' } as const
const rolesOf = (text: string) => [...text].map((letter) => letters[letter as keyof typeof letters])

const menuTable: Record<Exclude<PageName, `${string}Detail`>, string> = {
  dashboard: 'SMGDV',
  deviceList: 'SMGD',
  deviceAlarm: 'SMGD',
  staff: 'SMG',
  staffGroup: 'SMG',
  registerRecord: 'SMG',
  visitor: 'SMGV',
  visitorGroup: 'SMGV',
  blacklist: 'SMGV',
  blacklistGroup: 'SMGV',
  signRecord: 'SMGV',
  signCount: 'SMGV',
  schedules: 'SMG',
  policies: 'SMG',
  attendanceRules: 'SMG',
  attendanceAreas: 'SMG',
  attendanceRecord: 'SMG',
  attendanceStatistics: 'SMG',
  firmware: 'SMGD',
  application: 'SMGD',
  company: 'SMGDV',
  account: 'SMGDV',
  operationLog: 'SMGD',
  openPlatform: 'S',
  serviceConfig: 'SM',
  licence: 'SM',
}

/** The roles that change things, from the role descriptions. */
const writeTable: Partial<Record<Permission, string>> = {
  'device.write': 'SMGD',
  'device.control': 'SMGD',
  'alarm.write': 'SMGD',
  'site.write': 'SMD',
  'upgrade.write': 'SMGD',
  'staff.write': 'SM',
  'staff-group.write': 'SM',
  'registration.write': 'SM',
  'visitor.write': 'SMV',
  'visitor-group.write': 'SMV',
  'blacklist.write': 'SMV',
  'timetable.write': 'SMG',
  'policy.write': 'SMG',
  'attendance-rule.write': 'SM',
  'attendance.write': 'SMG',
  'company.write': 'SM',
  'account.manage': 'S',
  'open-platform.manage': 'S',
}

describe('roles', () => {
  it('[PERM-01] there are five roles, with the ids of the specification', () => {
    expect(roles.map((role) => [roleId(role), role])).toEqual([
      [0, 'superAdmin'],
      [1, 'mainAdmin'],
      [2, 'subAdmin'],
      [3, 'deviceAdmin'],
      [4, 'visitorAdmin'],
    ])
  })

  it.each(Object.entries(menuTable))('[PERM-02] the page %s is in the menu of %s', (page, allowed) => {
    const seen = roles.filter((role) => menuOf(role).some(({ entries }) => entries.includes(page as PageName)))
    expect(seen).toEqual(rolesOf(allowed))
  })

  it('[PERM-02] a super admin sees the full menu in the order of the specification', () => {
    expect(menuOf('superAdmin')).toEqual(menu.map(({ name, entries }) => ({ name, entries: [...entries] })))
    expect(menu.map(({ name }) => name)).toEqual([
      'dashboard',
      'device',
      'personnel',
      'access',
      'attendance',
      'upgrade',
      'enterprise',
    ])
  })

  it.each(Object.entries(writeTable))('[PERM-05] the permission %s is granted to %s', (permission, allowed) => {
    expect(roles.filter((role) => can(role, permission as Permission))).toEqual(rolesOf(allowed))
  })

  it('[PERM-04] mainAdmin may do everything but manage accounts and apply for the open platform', () => {
    const refused = (Object.keys(permissionRoles) as Permission[]).filter((permission) => !can('mainAdmin', permission))
    expect(refused).toEqual(['account.manage', 'open-platform.manage'])
  })

  it('[PERM-06] deviceAdmin and visitorAdmin see nothing of the other’s', () => {
    const foreign = (name: 'deviceAdmin' | 'visitorAdmin', words: RegExp) =>
      (Object.keys(permissionRoles) as Permission[]).filter(
        (permission) => words.test(permission) && can(name, permission),
      )
    expect(
      foreign('deviceAdmin', /^(staff|visitor|blacklist|registration|record|timetable|policy|attendance)/),
    ).toEqual([])
    expect(
      foreign('visitorAdmin', /^(staff|device|alarm|registration|timetable|policy|attendance|upgrade|operation-log)/),
    ).toEqual([])
  })

  it('[NAV-09] a detail page opens for the roles that its list opens for', () => {
    const details = pageNames.filter((name) => 'parent' in pages[name])
    expect(details.length).toBeGreaterThan(5)
    for (const name of details) {
      const page: { permission: Permission; parent?: PageName } = pages[name]
      if (!page.parent) throw new Error(`${name} has no parent`)
      for (const role of roles) expect(pagesOf(role).includes(name)).toBe(pagesOf(role).includes(page.parent))
    }
  })
})

describe('pages', () => {
  it('[NAV-01] the pages stand under exactly the paths of the specification', () => {
    expect(pageNames.map((name) => pages[name].path)).toEqual([
      '/dashboard',
      '/device/list',
      '/device/alarm',
      '/manmgt/staff/:deptId',
      '/manmgt/staff/detail',
      '/manmgt/staffgroup/:groupId?',
      '/manmgt/visitor',
      '/manmgt/visitor/detail',
      '/manmgt/visitorgroup/:groupId?',
      '/manmgt/blacklist',
      '/manmgt/blacklist/detail',
      '/manmgt/blacklistgroup/:groupId?',
      '/manmgt/registerRecord',
      '/sign/signRecord',
      '/sign/signCount',
      '/sign/schedules',
      '/sign/schedules/detail',
      '/sign/policies',
      '/attendance/attendanceRules',
      '/attendance/attendanceRules/detail',
      '/attendance/attendanceAreas',
      '/attendance/attendanceAreas/detail',
      '/attendance/attendanceRecord/:user_id?',
      '/attendance/attendanceStatistics',
      '/upgrade/firwareManagement',
      '/upgrade/firwareManagement/detail',
      '/upgrade/applicationManagement',
      '/upgrade/applicationManagement/detail',
      '/bumgt/company',
      '/bumgt/account',
      '/bumgt/operationLog',
      '/bumgt/openPlatform',
      '/bumgt/serviceConfig',
      '/bumgt/license',
    ])
  })
})
