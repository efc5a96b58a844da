import {
  createDepartment,
  deleteDepartment,
  listDepartments,
  updateDepartment,
} from '@gatehouse/contract/features/departments.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'

let test: TestGatehouse
let admin: Caller
beforeAll(async () => {
  test = await startTestGatehouse()
  admin = await test.asRole('superAdmin')
})
beforeEach(async () => {
  await test.db.deleteFrom('person').execute()
  await test.db.deleteFrom('department').execute()
})
afterAll(() => test.close())

const create = (name: string, parentId: string | null = null) =>
  admin.ask(createDepartment, { body: { name, parentId } })

/** A chain of departments, one below the other; gives them from the top. */
async function chain(levels: number) {
  const made: Awaited<ReturnType<typeof create>>[] = []
  for (let level = 1; level <= levels; level++) made.push(await create(`level ${level}`, made.at(-1)?.id ?? null))
  return made
}

describe('[MAN-02] departments', () => {
  it('departments have a name, a superior and a manager, and a number for the address', async () => {
    const head = await create('Head office')
    const sales = await create('Sales', head.id)
    const boss = await admin.ask(createStaff, { body: { name: 'Li Wei', departmentId: sales.id } })
    const changed = await admin.ask(updateDepartment, { params: { id: sales.id }, body: { managerId: boss.id } })
    expect(changed).toMatchObject({ name: 'Sales', parentId: head.id, manager: { name: 'Li Wei' }, memberCount: 1 })
    expect(changed.number).toBeGreaterThan(0)
    expect((await admin.ask(listDepartments)).map(({ name }) => name)).toEqual(['Head office', 'Sales'])
  })

  it('people who have left are not counted, in the list and in the answer to a change', async () => {
    const { id } = await create('Warehouse')
    const lastDay = Temporal.Now.plainDateISO().subtract({ days: 2 }).toString()
    await admin.ask(createStaff, { body: { name: 'Ada Moss', departmentId: id } })
    await admin.ask(createStaff, { body: { name: 'Bo Lind', departmentId: id, leavingOn: lastDay } })
    expect((await admin.ask(listDepartments)).find((one) => one.id === id)?.memberCount).toBe(1)
    const renamed = await admin.ask(updateDepartment, { params: { id }, body: { name: 'Store' } })
    expect(renamed.memberCount).toBe(1)
  })

  it('departments nest fifteen levels deep and no deeper, both when created and when moved', async () => {
    const made = await chain(15)
    const deepest = made[14]
    if (!deepest) throw new Error('no fifteenth level')
    expect((await admin.call(createDepartment, { body: { name: 'sixteenth', parentId: deepest.id } })).message).toBe(
      'department.too-deep',
    )
    const branch = await create('branch')
    await create('twig', branch.id)
    const move = (parentId: string) => admin.call(updateDepartment, { params: { id: branch.id }, body: { parentId } })
    expect((await move(made[13]?.id ?? '')).message).toBe('department.too-deep')
    expect((await move(made[12]?.id ?? '')).status).toBe(200)
  })

  it('a department cannot be moved below itself', async () => {
    const [top, , bottom] = await chain(3)
    const answer = await admin.call(updateDepartment, {
      params: { id: top?.id ?? '' },
      body: { parentId: bottom?.id ?? '' },
    })
    expect(answer.message).toBe('department.cycle')
  })

  it('two moves at once never make a circle', async () => {
    const left = await create('left')
    const right = await create('right')
    const move = (id: string, parentId: string) => admin.call(updateDepartment, { params: { id }, body: { parentId } })
    const answers = await Promise.all([move(left.id, right.id), move(right.id, left.id)])
    expect(answers.map(({ message }) => message).toSorted()).toEqual(['department.cycle', 'success'])
  })

  it('a department’s name is unique among its siblings', async () => {
    const head = await create('Head office')
    await create('Sales', head.id)
    const answers = await Promise.all(
      [1, 2].map(() => admin.call(createDepartment, { body: { name: 'Support', parentId: head.id } })),
    )
    expect(answers.map(({ message }) => message).toSorted()).toEqual(['department.name-taken', 'success'])
    expect((await admin.call(createDepartment, { body: { name: 'Head office' } })).message).toBe(
      'department.name-taken',
    )
    expect((await admin.call(createDepartment, { body: { name: 'Sales' } })).status).toBe(200)
  })

  it('departments with people, or with departments below, are not deleted, and the refusal counts them', async () => {
    const head = await create('Head office')
    const sales = await create('Sales', head.id)
    await admin.ask(createStaff, { body: { name: 'Li Wei', departmentId: sales.id } })
    const remove = (id: string) => admin.call(deleteDepartment, { params: { id } })
    expect(await remove(sales.id)).toMatchObject({ message: 'department.has-members', data: { count: 1 } })
    expect((await remove(sales.id)).desc).toBe('This department still has 1 person. Move them first.')
    expect(await remove(head.id)).toMatchObject({ message: 'department.has-children', data: { count: 1 } })
    await test.db.deleteFrom('person').execute()
    expect((await remove(sales.id)).status).toBe(200)
    expect((await remove(head.id)).status).toBe(200)
    expect((await remove(head.id)).message).toBe('department.not-found')
  })
})
