import { maxDepartmentLevels } from '@gatehouse/contract/features/departments.ts'
import { type Ctx, hint } from '../../lib/ctx.ts'
import { insertDepartment, lockDepartmentTree, selectTree } from './department-store.ts'

/** Names cannot hold the sign that divides them in a path. */
export const pathSign = '/'

export type DepartmentPaths = {
  /** The department of a path of names; null when there is none. */
  find(path: readonly string[]): string | null
  /** Creates what is missing of a path. */
  make(path: readonly string[]): Promise<string>
}

/**
 * The departments by their paths, `Company/Sales/North`. Until the caller's transaction ends nobody else can change the
 * tree, so that none of them is deleted while people move in.
 */
export async function openDepartmentPaths(ctx: Ctx): Promise<DepartmentPaths> {
  await lockDepartmentTree(ctx.db)
  const tree = await selectTree(ctx.db)
  const keyOf = (parentId: string | null, name: string) => `${parentId ?? ''}${pathSign}${name}`
  const ids = new Map(tree.map(({ id, parent_id, name }) => [keyOf(parent_id, name), id]))
  const find = (path: readonly string[]) => {
    let id: string | null = null
    for (const name of path) {
      id = ids.get(keyOf(id, name)) ?? null
      if (id === null) return null
    }
    return id
  }
  return {
    find,
    async make(path) {
      if (path.length === 0 || path.length > maxDepartmentLevels) throw new RangeError('no such path')
      let id: string | null = null
      for (const name of path) {
        const key = keyOf(id, name)
        const known: string | undefined = ids.get(key)
        if (known === undefined) await hint(ctx, { to: 'consoles', topic: 'departments' })
        id = known ?? (await insertDepartment(ctx.db, { name, parent_id: id, manager_id: null })).id
        ids.set(key, id)
      }
      return id ?? ''
    },
  }
}
