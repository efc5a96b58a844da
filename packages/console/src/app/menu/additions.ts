import { pathTo } from '@gatehouse/contract/paths.ts'
import { can, type Permission, type Role } from '@gatehouse/contract/permissions.ts'

const additions = [
  { name: 'staff', to: pathTo('staff', { deptId: 0, below: 'new' }), permission: 'staff.write' },
  { name: 'visitor', to: pathTo('visitor', { below: 'new' }), permission: 'visitor.write' },
  { name: 'device', to: pathTo('deviceList', { below: 'new' }), permission: 'device.write' },
] as const satisfies readonly { name: string; to: string; permission: Permission }[]

/** The additions that a role may make on a phone with one press more. */
export const additionsOf = (role: Role) => additions.filter(({ permission }) => can(role, permission))
