import { AppError } from '@gatehouse/contract/errors.ts'
import type {
  createStaff as createRoute,
  Staff,
  updateStaff as updateRoute,
} from '@gatehouse/contract/features/staff.ts'
import { can } from '@gatehouse/contract/permissions.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { notePeopleChanged } from '../../device-link/people-changes.ts'
import { type Ctx, hint } from '../../lib/ctx.ts'
import type { FaceGallery } from '../../face/face-gallery.ts'
import { holdDepartments } from '../departments/department-actions.ts'
import { holdPersonPlace } from '../licence/person-limit-actions.ts'
import { getDefaultGroupId, requireGroups } from '../person-groups/person-group-reads.ts'
import { dropPortraits, refuseAlike } from '../portraits/portrait-actions.ts'
import { emailColumns, nameColumns, phoneColumns } from '../../lib/person-columns.ts'
import { readStaff, type Sight } from './staff-reads.ts'
import {
  deleteStaffRows,
  insertStaff,
  lockManyStaff,
  lockStaff,
  replaceMemberships,
  updateStaffRow,
} from './staff-store.ts'

/** What this service needs beside `ctx`: the faces known already, and how many people the licence allows. */
export type StaffDeps = { gallery: FaceGallery; personLimit: () => number | null }

type CreateInput = Body<typeof createRoute>
type UpdateInput = Body<typeof updateRoute>

export const sightOf = (ctx: Ctx): Sight => ({
  keys: ctx.keys,
  seesNumbers: ctx.actor.kind === 'account' && can(ctx.actor.role, 'staff.write'),
})

/** @throws AppError group.not-found, department.not-found, portrait.not-found, portrait.duplicate-face, staff.*-taken, licence.person-limit */
export async function createStaff(ctx: Ctx, deps: StaffDeps, input: CreateInput): Promise<Staff> {
  ctx.audit.item = input.name
  await holdPersonPlace(ctx, deps.personLimit())
  await checkReferences(ctx, deps, input)
  const { id } = await insertStaff(ctx.db, {
    ...nameColumns(input.name),
    department_id: input.departmentId ?? null,
    job_id: input.jobId ?? null,
    ...phoneColumns(ctx.keys, input.phone ?? null),
    ...emailColumns(ctx.keys, input.email ?? null),
    position: input.position ?? null,
    remark: input.remark ?? null,
    portrait_id: input.portraitId ?? null,
  })
  await replaceMemberships(ctx.db, id, input.groupIds ?? [await getDefaultGroupId(ctx.db, 'staff')])
  await tellEverybody(ctx, id)
  return getStaff(ctx, id)
}

/** @throws AppError as `createStaff`, and staff.not-found, staff.changed-meanwhile */
export async function changeStaff(ctx: Ctx, deps: StaffDeps, id: string, input: UpdateInput): Promise<Staff> {
  const person = await lockStaff(ctx.db, id)
  if (!person) throw new AppError('staff.not-found')
  ctx.audit.item = person.name
  if (input.version !== undefined && input.version !== person.version) throw new AppError('staff.changed-meanwhile')
  await checkReferences(ctx, deps, input, id)
  // Leaves the old groups …
  await notePeopleChanged(ctx, [id])
  await updateStaffRow(ctx.db, id, {
    ...(input.name === undefined ? {} : nameColumns(input.name)),
    ...(input.departmentId === undefined ? {} : { department_id: input.departmentId }),
    ...(input.jobId === undefined ? {} : { job_id: input.jobId }),
    ...(input.phone === undefined ? {} : phoneColumns(ctx.keys, input.phone)),
    ...(input.email === undefined ? {} : emailColumns(ctx.keys, input.email)),
    ...(input.position === undefined ? {} : { position: input.position }),
    ...(input.remark === undefined ? {} : { remark: input.remark }),
    ...(input.portraitId === undefined ? {} : { portrait_id: input.portraitId }),
  })
  if (input.groupIds) await replaceMemberships(ctx.db, id, input.groupIds)
  if (input.portraitId !== undefined && person.portrait_id && input.portraitId !== person.portrait_id)
    await dropPortraits(ctx, [person.portrait_id])
  // … and joins the new ones.
  await tellEverybody(ctx, id)
  return getStaff(ctx, id)
}

/** Deletes people with their portraits and embeddings. @throws AppError staff.not-found when one of them is not there */
export async function deleteStaff(ctx: Ctx, ids: readonly string[]): Promise<number> {
  // A department may lose its manager.
  await holdDepartments(ctx)
  const people = await lockManyStaff(ctx.db, ids)
  if (people.length !== new Set(ids).size) throw new AppError('staff.not-found')
  ctx.audit.item = people.map(({ name }) => name).join(', ')
  await notePeopleChanged(ctx, ids)
  await deleteStaffRows(ctx.db, ids)
  await dropPortraits(
    ctx,
    people.flatMap(({ portrait_id }) => portrait_id ?? []),
  )
  for (const { id } of people) await hint(ctx, { to: 'servers', what: 'gallery', id })
  await hint(ctx, { to: 'consoles', topic: 'staff' }, { to: 'consoles', topic: 'departments' })
  return people.length
}

/** @throws AppError staff.not-found */
export async function getStaff(ctx: Ctx, id: string): Promise<Staff> {
  const staff = await readStaff(ctx.db, id, sightOf(ctx))
  if (!staff) throw new AppError('staff.not-found')
  return staff
}

async function checkReferences(ctx: Ctx, { gallery }: StaffDeps, input: UpdateInput, ownId?: string): Promise<void> {
  await requireGroups(ctx.db, input.groupIds ?? [], 'staff')
  if (!input.portraitId) return
  await refuseAlike(ctx, gallery, input.portraitId, { ownId, force: input.force })
}

async function tellEverybody(ctx: Ctx, id: string): Promise<void> {
  await notePeopleChanged(ctx, [id])
  await hint(
    ctx,
    { to: 'servers', what: 'gallery', id },
    { to: 'consoles', topic: 'staff', id },
    { to: 'consoles', topic: 'departments' },
  )
}
