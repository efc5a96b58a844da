import type { SessionUser } from '@gatehouse/contract/features/auth.ts'
import { roleId, type Role } from '@gatehouse/contract/permissions.ts'

/** A session's user of a role. */
export const sessionUserOf = (role: Role, change: Partial<SessionUser> = {}): SessionUser => ({
  id: '0198a000-0000-7000-8000-000000000001',
  account: 'ada',
  name: 'Ada',
  role: { id: roleId(role), name: role },
  email: null,
  timeZone: 'Asia/Shanghai',
  isExternal: false,
  mustChangePassword: false,
  ...change,
})
