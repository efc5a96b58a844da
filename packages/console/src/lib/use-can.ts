import { can, type Permission } from '@gatehouse/contract/permissions.ts'
import { useCallback } from 'react'
import { useUser } from './session.ts'

/**
 * May the person of this session do that? `useCan()('staff.write')`; an element without a restriction asks with nothing
 * and is shown to all, one with a list is shown when any of the list is allowed (PERM-07). The server enforces the same
 * table (PERM-08): this only spares people buttons that would be refused.
 */
export function useCan() {
  const role = useUser()?.role.name
  return useCallback(
    (permission?: Permission | readonly Permission[]) => {
      if (permission === undefined) return true
      if (!role) return false
      const wanted = typeof permission === 'string' ? [permission] : permission
      return wanted.some((one) => can(role, one))
    },
    [role],
  )
}
