import type { createDepartment, listDepartments } from '@gatehouse/contract/features/departments.ts'
import { expect, it } from 'vitest'
import { CallError, isCode } from './call-error.ts'

const error = new CallError({ status: 409, code: '409', message: 'department.name-taken' })

it('A failure is compared with a code that its route declares, or that every route has', () => {
  expect(isCode<typeof createDepartment>(error, 'department.name-taken')).toBe(true)
  expect(isCode<typeof createDepartment>(error, 'server.busy')).toBe(false)
  expect(isCode(error, 'server.busy')).toBe(false)
  expect(isCode<typeof createDepartment>(new Error('department.name-taken'), 'department.name-taken')).toBe(false)
})

it('A code that the route does not declare does not compile', () => {
  // @ts-expect-error -- another route's code
  expect(isCode<typeof createDepartment>(error, 'department.has-members')).toBe(false)
  // @ts-expect-error -- a route without codes of its own
  expect(isCode<typeof listDepartments>(error, 'department.not-found')).toBe(false)
  // @ts-expect-error -- no route is named, and not every route has it
  expect(isCode(error, 'department.name-taken')).toBe(true)
})
