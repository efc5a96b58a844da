import { type Department, maxDepartmentLevels } from '@gatehouse/contract/features/departments.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { lockStaffShared } from '../../people/person-store.ts'
import { readDepartment } from './department-reads.ts'
import {
  countChildren,
  countLevelsBelow,
  countMembers,
  deleteDepartmentRow,
  findDepartment,
  insertDepartment,
  lockDepartmentTree,
  selectAncestors,
  updateDepartment,
} from './department-store.ts'

type Input = { name?: string | undefined; parentId?: string | null | undefined; managerId?: string | null | undefined }

/** @throws AppError department.not-found, department.too-deep, department.name-taken, staff.not-found */
export async function createDepartment(ctx: Ctx, input: Input & { name: string }): Promise<Department> {
  await lockDepartmentTree(ctx.db)
  ctx.audit.item = input.name
  const parentId = input.parentId ?? null
  await refuseDeeper(ctx, parentId, 1)
  await refuseUnknownManager(ctx, input.managerId)
  const { id } = await insertDepartment(ctx.db, {
    name: input.name,
    parent_id: parentId,
    manager_id: input.managerId ?? null,
  })
  return finish(ctx, id)
}

/** @throws AppError as `createDepartment`, and department.cycle */
export async function changeDepartment(ctx: Ctx, id: string, input: Input): Promise<Department> {
  await lockDepartmentTree(ctx.db)
  const department = await findDepartment(ctx.db, id)
  if (!department) throw new AppError('department.not-found')
  ctx.audit.item = department.name
  const before = await readDepartment(ctx.db, id, ctx.clock.now().toString())
  if (input.parentId) {
    if ((await selectAncestors(ctx.db, input.parentId)).includes(id)) throw new AppError('department.cycle')
    await refuseDeeper(ctx, input.parentId, await countLevelsBelow(ctx.db, id))
  }
  await refuseUnknownManager(ctx, input.managerId)
  await updateDepartment(ctx.db, id, {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.parentId === undefined ? {} : { parent_id: input.parentId }),
    ...(input.managerId === undefined ? {} : { manager_id: input.managerId }),
  })
  const after = await finish(ctx, id)
  ctx.audit.changes = changesBetween(before ?? {}, after)
  return after
}

/** @throws AppError department.not-found, department.has-members, department.has-children */
export async function removeDepartment(ctx: Ctx, id: string): Promise<void> {
  await lockDepartmentTree(ctx.db)
  const department = await findDepartment(ctx.db, id)
  if (!department) throw new AppError('department.not-found')
  ctx.audit.item = department.name
  const members = await countMembers(ctx.db, id)
  if (members > 0) throw new AppError('department.has-members', { count: members })
  const children = await countChildren(ctx.db, id)
  if (children > 0) throw new AppError('department.has-children', { count: children })
  await deleteDepartmentRow(ctx.db, id)
  await hint(ctx, { to: 'consoles', topic: 'departments' })
}

/** Refuses when `levels` more below `parentId` would exceed the 15 of the specification. */
async function refuseDeeper(ctx: Ctx, parentId: string | null, levels: number): Promise<void> {
  if (parentId === null) return
  const above = await selectAncestors(ctx.db, parentId)
  if (above.length === 0) throw new AppError('department.not-found')
  if (above.length + levels > maxDepartmentLevels) throw new AppError('department.too-deep')
}

async function refuseUnknownManager(ctx: Ctx, managerId: string | null | undefined): Promise<void> {
  if (managerId && !(await lockStaffShared(ctx.db, managerId))) throw new AppError('staff.not-found')
}

async function finish(ctx: Ctx, id: string): Promise<Department> {
  await hint(ctx, { to: 'consoles', topic: 'departments' })
  const department = await readDepartment(ctx.db, id, ctx.clock.now().toString())
  if (!department) throw new AppError('department.not-found')
  return department
}
