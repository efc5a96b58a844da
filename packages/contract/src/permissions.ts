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
 * The permissions of each role. The server enforces this table on every route (PERM-08); the console draws its menu and
 * hides its buttons from it. Source: specification section 6 and decisions "Roles". subAdmin reads personnel,
 * attendance rules and enterprise information but never changes them (PERM-05).
 */
export const permissionRoles = {
  'dashboard.read': all,
  'device.read': deviceStaff,
  'device.write': deviceStaff,
  'device.control': deviceStaff,
  'site.read': deviceStaff,
  'site.write': siteWriters,
  'site.names': all,
  'alarm.read': deviceStaff,
  'alarm.write': deviceStaff,
  'staff.read': office,
  'staff.write': leaders,
  'staff-group.read': office,
  'staff-group.write': leaders,
  'registration.read': office,
  'registration.write': leaders,
  'visitor.read': visitorStaff,
  'visitor.write': visitorWriters,
  'visitor-group.read': visitorStaff,
  'visitor-group.write': visitorWriters,
  'blacklist.read': visitorStaff,
  'blacklist.write': visitorWriters,
  'record.read': visitorStaff,
  'record.write': office,
  'timetable.read': office,
  'timetable.write': office,
  'policy.read': office,
  'policy.write': office,
  'attendance.read': office,
  'attendance.write': office,
  'attendance-rule.write': leaders,
  'upgrade.read': deviceStaff,
  'upgrade.write': deviceStaff,
  'company.read': all,
  'company.write': leaders,
  'account.self': all,
  'account.manage': owner,
  'operation-log.read': deviceStaff,
  'open-platform.manage': owner,
  'service-config.manage': leaders,
  'licence.manage': leaders,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissionRoles

/**
 * Whether this role has that permission. The only place where the question is answered, on the server as in the
 * console.
 */
export function can(role: Role, permission: Permission): boolean {
  const allowed: readonly Role[] = permissionRoles[permission]
  return allowed.includes(role)
}

/**
 * The recognition records that a role sees: all, or, without the right to read staff (visitorAdmin), those of visitors,
 * of the blacklist and of unknown faces. Never those of staff.
 */
export const seesStaffRecords = (role: Role): boolean => can(role, 'staff.read')
