import { type GroupKind, groupKinds, groupRoutesOf, listGroups } from '@gatehouse/contract/features/person-groups.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import { type App, mount } from '../../http/mount.ts'
import { may } from '../../ctx.ts'
import { visibilityOf } from '../../people/field-visibility.ts'
import { readCandidates, readDoorPage, readGroups, readMemberPage } from './person-group-reads.ts'
import {
  addMembers,
  bindDevices,
  createGroup,
  getGroup,
  removeGroup,
  removeMembers,
  renameGroup,
  unbindDevices,
} from './person-group-service.ts'

/** Device administrators bind groups, so they see the names of all; the other roles see the kinds that they manage. */
const readers = {
  staff: ['staff-group.read', 'device.read'],
  visitor: ['visitor-group.read', 'device.read'],
  blacklisted: ['blacklist.read', 'device.read'],
} as const satisfies Record<GroupKind, readonly Permission[]>

/** Roles that write people of the kind see whole numbers. */
const writers = {
  staff: 'staff.write',
  visitor: 'visitor.write',
  blacklisted: 'blacklist.write',
} as const satisfies Record<GroupKind, Permission>

export function mountPersonGroups(app: App): void {
  mount(app, listGroups, async ({ query }, ctx) => {
    const groups = await readGroups(ctx.db, query.kind)
    return groups.filter(({ kind }) => readers[kind].some((permission) => may(ctx, permission)))
  })
  for (const kind of groupKinds) mountGroupsOf(app, kind)
}

function mountGroupsOf(app: App, kind: GroupKind): void {
  const routes = groupRoutesOf[kind]
  mount(app, routes.list, (_, ctx) => readGroups(ctx.db, kind))
  mount(app, routes.get, ({ params }, ctx) => getGroup(ctx, kind, params.id))
  mount(app, routes.create, ({ body }, ctx) => createGroup(ctx, kind, body))
  mount(app, routes.rename, ({ params, body }, ctx) => renameGroup(ctx, kind, params.id, body))
  mount(app, routes.remove, ({ params }, ctx) => removeGroup(ctx, kind, params.id))
  mount(app, routes.listMembers, async ({ params, query }, ctx) => {
    await getGroup(ctx, kind, params.id)
    return readMemberPage(ctx.db, kind, params.id, query, visibilityOf(ctx, writers[kind]))
  })
  mount(app, routes.findCandidates, async ({ params, query }, ctx) => {
    await getGroup(ctx, kind, params.id)
    return readCandidates(ctx.db, kind, params.id, query.keyword, visibilityOf(ctx, writers[kind]))
  })
  mount(app, routes.addMembers, ({ params, body }, ctx) => addMembers(ctx, kind, params.id, body))
  mount(app, routes.removeMembers, ({ params, body }, ctx) => removeMembers(ctx, kind, params.id, body.personIds))
  mount(app, routes.listDoors, async ({ params, query }, ctx) => {
    await getGroup(ctx, kind, params.id)
    return readDoorPage(ctx.db, params.id, query)
  })
  mount(app, routes.bind, ({ params, body }, ctx) => bindDevices(ctx, kind, params.id, body.deviceIds))
  mount(app, routes.unbind, ({ params, body }, ctx) => unbindDevices(ctx, kind, params.id, body.deviceIds))
}
