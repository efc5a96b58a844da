import type { Department } from '@gatehouse/contract/features/departments.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { departmentPath } from './department-tree.ts'
import { departmentList } from './staff-queries.ts'

/** `/manmgt/staff/{deptId}`: the list next to the panels. */
export function useDepartmentPagePath(): string {
  const { deptId = '0' } = useParams()
  return pathTo('staff', { deptId })
}

type Selection = {
  /** Everybody (0), one department, not known yet, or a number that no department has, or no longer has. */
  kind: 'everybody' | 'one' | 'pending' | 'gone'
  department: Department | undefined
}

/** The department of the address by its number (NAV-02); 0 means everybody. */
export function useSelectedDepartment(): Selection {
  const { deptId = '0' } = useParams()
  const departments = useQuery(departmentList)
  const number = Number(deptId)
  if (number === 0) return { kind: 'everybody', department: undefined }
  const department = departments.data?.find((one) => one.number === number)
  if (department) return { kind: 'one', department }
  // one that was just made is not in the list of before
  return { kind: departments.isSuccess && !departments.isFetching ? 'gone' : 'pending', department: undefined }
}

/** The path to the chosen department: the top, a shortened middle, and the department. Undefined for everybody. */
export function useDepartmentPath(): string | undefined {
  const departments = useQuery(departmentList)
  const { department } = useSelectedDepartment()
  if (!department || !departments.data) return undefined
  const names = departmentPath(departments.data, department.id).map(({ name }) => name)
  return (names.length > 4 ? [...names.slice(0, 1), '…', ...names.slice(-2)] : names).join(' / ')
}
