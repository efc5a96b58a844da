import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import type { Ask } from '../ask-server.ts'
import { idOf, type IdsByName } from './ids-by-name.ts'

/** Departments as a tree: each follows the one above it. */
export async function seedDepartments(
  ask: Ask,
  departments: readonly { readonly name: string; readonly above: string | null }[],
): Promise<IdsByName> {
  const ids = new Map<string, string>()
  for (const { name, above } of departments) {
    const parentId = above === null ? null : idOf(ids, above)
    ids.set(name, (await ask(createDepartment, { body: { name, parentId } })).id)
  }
  return ids
}
