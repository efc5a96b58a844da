import { maxDepartmentLevels } from '@gatehouse/contract/features/departments.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { insertDepartment, lockDepartmentTree, selectTree } from './department-store.ts'

export const pathSeparator = '/'

export type DepartmentPaths = {
  /**
   * The department of a path of names, or of one name that no other department has, at whatever level; the paths of all
   * that have it where there are several, and null when there is none.
   */
  find(path: readonly string[]): string | string[] | null
  /** Creates the missing departments of a path. */
  make(path: readonly string[]): Promise<string>
}

/**
 * The departments by their paths, `Company/Sales/North`. Until the caller's transaction ends nobody else can change the
 * tree, so that none of them is deleted while people move in.
 */
export async function createDepartmentPaths(ctx: Ctx): Promise<DepartmentPaths> {
  await lockDepartmentTree(ctx.db)
  const tree = await selectTree(ctx.db)
  const keyOf = (parentId: string | null, name: string) => `${parentId ?? ''}${pathSeparator}${name}`
  const ids = new Map(tree.map(({ id, parent_id, name }) => [keyOf(parent_id, name), id]))
  const parents = new Map(tree.map(({ id, parent_id, name }) => [id, { parentId: parent_id, name }]))
  const pathOf = (id: string): string => {
    const own = parents.get(id)
    if (!own) return ''
    return own.parentId === null ? own.name : `${pathOf(own.parentId)}${pathSeparator}${own.name}`
  }
  // The whole text is compared: a name may contain the separator.
  const byPath = new Map(tree.map(({ id }) => [pathOf(id), id]))
  const byName = Map.groupBy(tree, ({ name }) => name)
  const find = (path: readonly string[]) => {
    const exact = byPath.get(path.join(pathSeparator))
    if (exact !== undefined) return exact
    const [only, ...others] = path.length === 1 ? (byName.get(path[0] ?? '') ?? []) : []
    if (!only) return null
    return others.length === 0 ? only.id : [only, ...others].map(({ id }) => pathOf(id))
  }
  return {
    find,
    async make(path) {
      if (path.length === 0 || path.length > maxDepartmentLevels) throw new RangeError('no such path')
      let id: string | null = null
      for (const name of path) {
        const parentId: string | null = id
        const key = keyOf(parentId, name)
        const known: string | undefined = ids.get(key)
        if (known === undefined) await hint(ctx, { to: 'consoles', topic: 'departments' })
        id = known ?? (await insertDepartment(ctx.db, { name, parent_id: parentId, manager_id: null })).id
        if (known === undefined) {
          parents.set(id, { parentId, name })
          byPath.set(pathOf(id), id)
        }
        ids.set(key, id)
      }
      return id ?? ''
    },
  }
}
