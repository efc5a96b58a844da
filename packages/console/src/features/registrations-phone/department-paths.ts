export type ListedDepartment = { id: string; name: string; parentId: string | null }

/** The departments by their whole paths, `Company / Sales / North`, in the order of the paths. */
export function departmentPaths(departments: readonly ListedDepartment[]): { id: string; path: string }[] {
  const byId = new Map(departments.map((department) => [department.id, department]))
  const pathOf = ({ name, parentId }: ListedDepartment): string => {
    const parent = parentId === null ? undefined : byId.get(parentId)
    return parent ? `${pathOf(parent)} / ${name}` : name
  }
  return departments
    .map((department) => ({ id: department.id, path: pathOf(department) }))
    .toSorted((a, b) => a.path.localeCompare(b.path))
}
