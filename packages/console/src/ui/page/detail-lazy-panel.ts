import { can, type Permission } from '@gatehouse/contract/permissions.ts'
import type { ComponentType } from 'react'
import { redirect, type RouteObject } from 'react-router'
import { loadUser } from '../../api/load-user.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { currentUser } from '../../lib/session.ts'

const noFallback = () => null

/**
 * A panel below a list that is loaded when somebody opens it: the list does not pay for the fields of a form. Where it
 * wants more than its page (`permission`), its address is to everybody else as any other they may not open (NAV-07).
 */
export const lazyPanel = (path: string, load: () => Promise<ComponentType>, permission?: Permission): RouteObject => ({
  path,
  HydrateFallback: noFallback,
  lazy: async () => ({ Component: await loadChunk(load) }),
  ...(permission && { loader: () => admit(permission) }),
})

async function admit(permission: Permission) {
  const { role } = currentUser() ?? (await loadUser())
  return can(role.name, permission) ? null : redirect('/404')
}
