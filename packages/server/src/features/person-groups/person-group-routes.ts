import { listGroups } from '@gatehouse/contract/features/person-groups.ts'
import { can, type Permission } from '@gatehouse/contract/permissions.ts'
import { type App, mount } from '../../http/mount.ts'
import { type GroupKind, readGroups } from './person-group-reads.ts'

/** Device administrators bind groups, so they see the names of all; the others see the kinds they work with. */
const readers = {
  staff: ['staff-group.read', 'device.read'],
  visitor: ['visitor-group.read', 'device.read'],
  blacklisted: ['blacklist.read', 'device.read'],
} as const satisfies Record<GroupKind, readonly Permission[]>

export function mountPersonGroups(app: App): void {
  mount(app, listGroups, async ({ query }, ctx) => {
    const { actor } = ctx
    const groups = await readGroups(ctx.db, query.kind)
    return groups.filter(
      ({ kind }) => actor.kind === 'account' && readers[kind].some((permission) => can(actor.role, permission)),
    )
  })
}
