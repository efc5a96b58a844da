import type { Ctx } from '../../ctx.ts'
import { clearManagers, lockDepartmentTree, restoreManagers } from './department-store.ts'

/**
 * Locks the departments until the transaction ends. A caller that changes people and their departments at once calls it before
 * it locks the people: departments are locked before their managers.
 */
export async function lockDepartments(ctx: Ctx): Promise<void> {
  await lockDepartmentTree(ctx.db)
}

/** Removes these people as managers of departments; gives those departments. Call it after `lockDepartments`. */
export const dropManagers = (ctx: Ctx, personIds: readonly string[]) => clearManagers(ctx.db, personIds)

type Manager = { departmentId: string; personId: string }

/** Makes people managers again of departments that still exist and have no manager now; gives those departments. */
export const giveManagersBack = (ctx: Ctx, managers: readonly Manager[]) => restoreManagers(ctx.db, managers)
