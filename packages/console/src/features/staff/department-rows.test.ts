import type { Department } from '@gatehouse/contract/features/departments.ts'
import { expect, it } from 'vitest'
import { departmentRows, stepInTree } from './department-rows.ts'
import { departmentTree } from './department-tree.ts'

const department = (id: string, parentId: string | null): Department => ({
  id,
  parentId,
  name: id,
  number: 1,
  manager: null,
  memberCount: 0,
})
const tree = departmentTree(
  [department('Sales', null), department('Works', null), department('Hall', 'Works'), department('Night', 'Hall')],
  'en',
)
const open = (...ids: string[]) => departmentRows(tree, (id) => ids.includes(id))
const names = (rows: ReturnType<typeof open>) => rows.map(({ node }) => node.department.id)

it('a closed department hides what is below it', () => {
  expect(names(open())).toEqual(['Sales', 'Works'])
  expect(names(open('Works'))).toEqual(['Sales', 'Works', 'Hall'])
  expect(names(open('Hall'))).toEqual(['Sales', 'Works'])
})

it('a line knows its depth, its place among its siblings and its parent', () => {
  expect(
    open('Works', 'Hall').map(({ level, place, of, isOpen, parent }) => [level, place, of, isOpen, parent]),
  ).toEqual([
    [1, 1, 2, undefined, undefined],
    [1, 2, 2, true, undefined],
    [2, 1, 1, true, 1],
    [3, 1, 1, undefined, 2],
  ])
})

it('the arrows walk the lines, open and close, and go to the parent', () => {
  const rows = open('Works')
  expect(stepInTree(rows, 0, 'ArrowDown')).toEqual({ to: 1 })
  expect(stepInTree(rows, 2, 'ArrowDown')).toEqual({ to: 2 })
  expect(stepInTree(rows, 0, 'ArrowUp')).toEqual({ to: 0 })
  expect(stepInTree(rows, 1, 'ArrowRight')).toEqual({ to: 2 })
  expect(stepInTree(rows, 2, 'ArrowRight')).toEqual({ toggles: 'Hall' })
  expect(stepInTree(rows, 2, 'ArrowLeft')).toEqual({ to: 1 })
  expect(stepInTree(rows, 1, 'ArrowLeft')).toEqual({ toggles: 'Works' })
  expect(stepInTree(rows, 0, 'ArrowLeft')).toBeUndefined()
  expect(stepInTree(rows, 1, 'End')).toEqual({ to: 2 })
  expect(stepInTree(rows, -1, 'ArrowDown')).toEqual({ to: 0 })
})
