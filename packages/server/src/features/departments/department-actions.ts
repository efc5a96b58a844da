import type { Ctx } from '../../ctx.ts'
import { clearManagers, lockDepartmentTree, restoreManagers } from './department-store.ts'

/**
 * Locks the departments until the transaction ends. Whoever changes people and their departments at once calls it before
 * it locks the people: departments are locked before their managers.
 */
export async function lockDepartments(ctx: Ctx): Promise<void> {
  await lockDepartmentTree(ctx.db)
}

/** Takes these people off the departments they manage; gives which those were. After `lockDepartments`. */
export const dropManagers = (ctx: Ctx, personIds: readonly string[]) => clearManagers(ctx.db, personIds)

type Manager = { departmentId: string; personId: string }

/** Makes people managers again of departments that are still there and have no manager now; gives which. */
export const giveManagersBack = (ctx: Ctx, managers: readonly Manager[]) => restoreManagers(ctx.db, managers)
