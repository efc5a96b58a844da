import { can, type Permission } from '@gatehouse/contract/permissions.ts'
import type { ComponentType } from 'react'
import { redirect, type RouteObject } from 'react-router'
import { loadUser } from '../../api/load-user.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { currentUser } from '../../lib/session.ts'

const noFallback = () => null

/**
 * A panel below a list that is loaded when it is opened: the list does not load the fields of a form. If it needs a
 * permission beyond its page's, its address is for other roles like any other that they may not open (NAV-07).
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
