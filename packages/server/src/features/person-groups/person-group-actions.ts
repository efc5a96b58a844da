import type { Ctx } from '../../ctx.ts'
import { deleteMemberships, insertMemberships } from './person-group-store.ts'

/**
 * Takes people out of all their groups inside the caller's transaction; gives which those were. The caller has locked
 * the people and notes their change before (`notePeopleChanged`).
 */
export const leaveGroups = (ctx: Ctx, personIds: readonly string[]) => deleteMemberships(ctx.db, personIds)

/** Puts people into groups, which the caller holds by `requireGroups`. */
export const joinGroups = (ctx: Ctx, memberships: readonly { personId: string; groupId: string }[]) =>
  insertMemberships(ctx.db, memberships)
