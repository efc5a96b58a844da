import { z } from 'zod'
import { id, requiredLine } from '../fields.ts'
import { route } from '../route.ts'

/** Specification section 5: the department tree has at most 15 levels. */
export const maxDepartmentLevels = 15

export const department = z.object({
  id,
  /** Digits, as the route `/manmgt/staff/{deptId}` wants them (NAV-02); 0 stands for "everybody". */
  number: z.int().min(1),
  name: z.string(),
  parentId: id.nullable(),
  manager: z.object({ id, name: z.string() }).nullable(),
  /** People directly in this department. */
  memberCount: z.int().min(0),
})
export type Department = z.output<typeof department>

const departmentInput = z.object({ name: requiredLine(30), parentId: id.nullable(), managerId: id.nullable() })

export const listDepartments = route({
  method: 'GET',
  path: '/v2/departments',
  summary: 'All departments, parents before children',
  permission: 'staff.read',
  shows: 'departments',
  response: z.array(department),
})

export const createDepartment = route({
  method: 'POST',
  path: '/v2/departments',
  summary: 'Create a department',
  permission: 'staff.write',
  body: departmentInput.partial({ parentId: true, managerId: true }),
  response: department,
  errors: ['department.not-found', 'department.name-taken', 'department.too-deep', 'staff.not-found'],
  audit: { module: 'department', event: 'create' },
  changes: ['departments'],
})

export const updateDepartment = route({
  method: 'PATCH',
  path: '/v2/departments/:id',
  summary: 'Rename or move a department, or set its manager',
  permission: 'staff.write',
  params: z.object({ id }),
  body: departmentInput.partial(),
  response: department,
  errors: [
    'department.not-found',
    'department.name-taken',
    'department.too-deep',
    'department.cycle',
    'staff.not-found',
  ],
  audit: { module: 'department', event: 'update' },
  changes: ['departments', 'staff'],
})

export const deleteDepartment = route({
  method: 'DELETE',
  path: '/v2/departments/:id',
  summary: 'Delete a department that has no people and no departments below it',
  permission: 'staff.write',
  params: z.object({ id }),
  errors: ['department.not-found', 'department.has-members', 'department.has-children'],
  audit: { module: 'department', event: 'delete' },
  changes: ['departments'],
})
