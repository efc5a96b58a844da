import type { Department } from '@gatehouse/contract/features/departments.ts'

export type DepartmentNode = {
  department: Department
  /** People of it and of all departments below it. */
  people: number
  children: DepartmentNode[]
}

/** The list of departments as a tree, names in the order of the language. A parent that is not there makes a root. */
export function departmentTree(departments: readonly Department[], language: string): DepartmentNode[] {
  const nodes = new Map(
    departments.map((department): [string, DepartmentNode] => [
      department.id,
      { department, people: department.memberCount, children: [] },
    ]),
  )
  const roots: DepartmentNode[] = []
  for (const node of nodes.values()) {
    const parent = node.department.parentId === null ? undefined : nodes.get(node.department.parentId)
    ;(parent?.children ?? roots).push(node)
  }
  const { compare } = new Intl.Collator(language, { numeric: true })
  /** Sorts, and gives how many people there are on this level and below. */
  const settle = (level: DepartmentNode[]): number => {
    level.sort((a, b) => compare(a.department.name, b.department.name))
    for (const node of level) node.people += settle(node.children)
    return level.reduce((sum, { people }) => sum + people, 0)
  }
  settle(roots)
  return roots
}

/** The departments above one, from the top; the one itself comes last. */
export function departmentPath(departments: readonly Department[], id: string): Department[] {
  const byId = new Map(departments.map((department) => [department.id, department]))
  const path: Department[] = []
  for (
    let next = byId.get(id);
    next && !path.includes(next);
    next = next.parentId ? byId.get(next.parentId) : undefined
  )
    path.unshift(next)
  return path
}

/** A department with everything below it: where it cannot be moved to. */
export function departmentBranch(departments: readonly Department[], id: string): Set<string> {
  const below = Map.groupBy(departments, ({ parentId }) => parentId)
  const branch = new Set<string>()
  const add = (one: string) => {
    if (branch.has(one)) return
    branch.add(one)
    for (const child of below.get(one) ?? []) add(child.id)
  }
  add(id)
  return branch
}

/** The tree with only what matches a search, and what leads there. */
export function matchingTree(nodes: readonly DepartmentNode[], search: string): DepartmentNode[] {
  const wanted = search.trim().toLocaleLowerCase()
  if (wanted === '') return [...nodes]
  return nodes.flatMap((node) => {
    const isMatch = node.department.name.toLocaleLowerCase().includes(wanted)
    const children = isMatch ? node.children : matchingTree(node.children, wanted)
    return isMatch || children.length > 0 ? [{ ...node, children }] : []
  })
}
