import type { Department } from '@gatehouse/contract/features/departments.ts'
import { expect, it } from 'vitest'
import {
  departmentBranch,
  departmentPath,
  departmentTree,
  matchingTree,
  type DepartmentNode,
} from './department-tree.ts'

const department = (id: string, parentId: string | null, name = id): Department => ({
  id,
  parentId,
  name,
  number: 1,
  manager: null,
  memberCount: 0,
})
const all = [
  department('works', null, 'Works'),
  department('hall2', 'works', 'Hall 2'),
  department('hall10', 'works', 'Hall 10'),
  department('night', 'hall10', 'Night shift'),
  department('sales', null, 'Sales'),
]
const shape = (nodes: readonly DepartmentNode[]): unknown[] =>
  nodes.map(({ department: { name }, children }) => (children.length > 0 ? [name, shape(children)] : name))

it('[MAN-02] departments are sorted within their parent, numbers as numbers', () => {
  expect(shape(departmentTree(all, 'en'))).toEqual(['Sales', ['Works', ['Hall 2', ['Hall 10', ['Night shift']]]]])
})

it('a department counts its people and those below it, whatever a search leaves of the tree', () => {
  const counts = new Map(Object.entries({ works: 2, hall10: 1, night: 4, sales: 3 }))
  const people = all.map((one) => ({ ...one, memberCount: counts.get(one.id) ?? 0 }))
  const tree = departmentTree(people, 'en')
  expect(tree.map((node) => node.people)).toEqual([3, 7])
  expect(tree[1]?.children.map((node) => node.people)).toEqual([0, 5])
  expect(matchingTree(tree, 'night')[0]?.people).toBe(7)
})

it('a department whose parent is missing is shown at the top', () => {
  expect(shape(departmentTree([department('lost', 'gone')], 'en'))).toEqual(['lost'])
})

it('the path to a department is found, and ends where it would become a circle', () => {
  expect(departmentPath(all, 'night').map(({ id }) => id)).toEqual(['works', 'hall10', 'night'])
  const circle = [department('a', 'b'), department('b', 'a')]
  expect(departmentPath(circle, 'a').map(({ id }) => id)).toEqual(['b', 'a'])
})

it('a department moves with all departments below it', () => {
  expect([...departmentBranch(all, 'hall10')]).toEqual(['hall10', 'night'])
})

it('a search finds departments with their ancestors and all departments below them', () => {
  const tree = departmentTree(all, 'en')
  expect(shape(matchingTree(tree, 'NIGHT'))).toEqual([['Works', [['Hall 10', ['Night shift']]]]])
  expect(shape(matchingTree(tree, 'hall 10'))).toEqual([['Works', [['Hall 10', ['Night shift']]]]])
  expect(matchingTree(tree, 'nobody')).toEqual([])
})
