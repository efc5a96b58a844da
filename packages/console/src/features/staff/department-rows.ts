import type { DepartmentNode } from './department-tree.ts'

/** A line of the drawn tree. */
export type DepartmentRow = {
  node: DepartmentNode
  level: number
  /** Its place among those of the same parent, and how many these are. */
  place: number
  of: number
  /** Undefined: there is nothing below it. */
  isOpen: boolean | undefined
  /** The line of its parent. */
  parent: number | undefined
}

/** The lines of a tree from its top, without what is below a closed one. */
export function departmentRows(nodes: readonly DepartmentNode[], isOpen: (id: string) => boolean): DepartmentRow[] {
  const rows: DepartmentRow[] = []
  const add = (level: readonly DepartmentNode[], depth: number, parent: number | undefined) => {
    for (const [index, node] of level.entries()) {
      const open = node.children.length > 0 ? isOpen(node.department.id) : undefined
      const here = rows.push({ node, level: depth, place: index + 1, of: level.length, isOpen: open, parent }) - 1
      if (open) add(node.children, depth + 1, here)
    }
  }
  add(nodes, 1, undefined)
  return rows
}

/** A key of a tree leads from a line to another one, or opens or closes this one. */
export function stepInTree(
  rows: readonly DepartmentRow[],
  at: number,
  key: string,
): { to: number } | { toggles: string } | undefined {
  const row = rows[at]
  const last = rows.length - 1
  if (!row) return key === 'ArrowDown' || key === 'Home' ? { to: 0 } : undefined
  const toggles = row.node.department.id
  if (key === 'ArrowDown') return { to: Math.min(at + 1, last) }
  if (key === 'ArrowUp') return { to: Math.max(at - 1, 0) }
  if (key === 'Home') return { to: 0 }
  if (key === 'End') return { to: last }
  if (key === 'ArrowRight') return row.isOpen === undefined ? undefined : row.isOpen ? { to: at + 1 } : { toggles }
  if (key === 'ArrowLeft') return row.isOpen ? { toggles } : row.parent === undefined ? undefined : { to: row.parent }
  return undefined
}
