import { AppError } from '@gatehouse/contract/errors.ts'
import {
  type createStaff as createRoute,
  type Staff,
  updateStaff as updateRoute,
} from '@gatehouse/contract/features/staff.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { notePeopleChanged } from '../../device-link/outbox/people-changes.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { lockDepartments } from '../departments/department-actions.ts'
import { reservePersonSlot } from '../../people/person-limit-actions.ts'
import { getDefaultGroupId, requireGroups } from '../person-groups/person-group-reads.ts'
import { dropReplacedPortraits, requireUnusedPortrait } from '../../people/portraits/portrait-actions.ts'
import { checkFormPortraits, giveFurtherPortraits } from '../../people/portraits/sent-portrait-actions.ts'
import { keepConsent, takeConsent } from '../../people/consent/consent-actions.ts'
import { deletePeople, notifyPeopleChanged } from '../../people/person-actions.ts'
import { presentVisibilityOf } from '../../people/field-visibility.ts'
import { nameColumns, pinColumns, showPhone } from '../../people/person-columns.ts'
import { joinGroups, leaveGroups, lockGroupsShared, replaceMemberships } from '../../people/membership-store.ts'
import { insertPerson, lockPeople, updatePeople, updatePerson } from '../../people/person-store.ts'
import { hashPin } from '../../people/pin.ts'
import { forgetPinCopy, keepPinCopy, keepsPinCopies } from '../../people/pin-copies.ts'
import { fieldsBefore } from '../../people/undo/fields-before.ts'
import { type Before, bodyOfBefore, keepBefore, readBefore } from '../../people/undo/person-before.ts'
import { selectGroupsOf, selectPin } from '../../people/undo/person-before-store.ts'
import { staffColumns } from './staff-columns.ts'
import { readStaff } from './staff-reads.ts'

type CreateInput = Body<typeof createRoute>
type UpdateInput = Body<typeof updateRoute>

/** @throws AppError group.not-found, department.not-found, portrait.not-found, portrait.duplicate-face, portrait.other-person, staff.*-taken, licence.person-limit */
export async function createStaff(ctx: Ctx, input: CreateInput): Promise<Staff> {
  ctx.audit.item = input.name
  await reservePersonSlot(ctx)
  await checkReferences(ctx, input)
  const consent = input.portraitId ? await takeConsent(ctx, 'staff', input.consent) : null
  const isCopied = input.pin != null && (await keepsPinCopies(ctx))
  const pin = await pinOf(ctx, input)
  const id = await insertPerson(ctx.db, 'staff', {
    ...nameColumns(input.name),
    ...staffColumns(ctx, input, { phone: null, areaCode: null }),
    ...pin,
  })
  if (isCopied) await copyPin(ctx, id, input, pin)
  ctx.audit.personIds = [id]
  await keepConsent(ctx, id, consent)
  await replaceMemberships(ctx.db, [id], input.groupIds ?? [await getDefaultGroupId(ctx.db, 'staff')])
  await giveFurtherPortraits(ctx, id, { portraitIds: input.furtherPortraitIds, force: input.force })
  await notifyEverybody(ctx, id)
  return getStaff(ctx, id)
}

/**
 * `restored`: the PIN of before, as it was stored.
 * @throws AppError as `createStaff`, and staff.not-found, staff.changed-meanwhile, portrait.limit-reached
 */
export async function changeStaff(ctx: Ctx, id: string, input: UpdateInput, restored?: Before['pin']): Promise<Staff> {
  const [person] = await lockPeople(ctx.db, 'staff', [id])
  if (!person) throw new AppError('staff.not-found')
  ctx.audit.item = person.name
  ctx.audit.personIds = [id]
  if (input.version !== undefined && input.version !== person.version) throw new AppError('staff.changed-meanwhile')
  await checkReferences(ctx, input, id)
  if (input.portraitId && input.portraitId !== person.portrait_id)
    await keepConsent(ctx, id, await takeConsent(ctx, 'staff', input.consent))
  const before = await getStaff(ctx, id)
  const isPinNew = input.pin !== undefined || restored !== undefined
  const pinBefore = isPinNew ? await selectPin(ctx.db, id) : undefined
  const isLastDayNew = input.leavingOn !== undefined && input.leavingOn !== before.leavingOn
  const isCopied = isPinNew && (await keepsPinCopies(ctx))
  // Leaves the old groups …
  await notePeopleChanged(ctx, [id])
  const pin = await pinOf(ctx, input)
  const kept = { phone: showPhone(ctx.keys, person.phone_sealed), areaCode: person.area_code }
  await updatePerson(ctx.db, id, {
    ...(input.name === undefined ? {} : nameColumns(input.name)),
    ...staffColumns(ctx, input, kept),
    ...pin,
    ...restored,
    ...(isLastDayNew && { is_off_devices: false }),
  })
  // Of a PIN that an undo brings back nobody knows the digits.
  if (isPinNew) await (isCopied && !restored ? copyPin(ctx, id, input, pin) : forgetPinCopy(ctx, id))
  if (input.groupIds) await replaceMemberships(ctx.db, [id], input.groupIds)
  await dropReplacedPortraits(ctx, person, input)
  const { furtherPortraitIds: portraitIds, force } = input
  await giveFurtherPortraits(ctx, id, { portraitIds, force, keepsOthers: true })
  // … and joins the new ones.
  await notifyEverybody(ctx, id)
  const after = await getStaff(ctx, id)
  ctx.audit.changes = {
    ...changesBetween(before, after, ['devices', 'hasPin', 'hasLeft', 'suspension']),
    // Not the old or the new value: only that it changed.
    ...(isPinNew ? { pin: { from: shownPin(before), to: shownPin(after) } } : {}),
  }
  const fields = valuesBefore(before, input)
  if (fields && Object.keys(ctx.audit.changes).length > 0)
    await keepBefore(ctx, [{ id, fields, ...(pinBefore && { pin: pinBefore }) }])
  return after
}

/** The values before, as a change takes them. */
function valuesBefore(before: Staff, input: UpdateInput) {
  // Digits alone would take another area code.
  const hasPhone = input.phone !== undefined || input.areaCode !== undefined
  return fieldsBefore(
    { ...before, departmentId: before.department?.id ?? null, groupIds: before.groups.map(({ id }) => id) },
    { ...input, ...(hasPhone && { phone: true, areaCode: true }) },
    Object.keys(updateRoute.body.shape),
  )
}

/**
 * Takes the latest change of a person back, which made this version: the old values were kept sealed, and the change that brings them back has its own line.
 * @throws AppError as `changeStaff`, and staff.nothing-to-undo, person.former-values-refused
 */
export async function undoStaff(ctx: Ctx, id: string, version: number): Promise<Staff> {
  const [person] = await lockPeople(ctx.db, 'staff', [id])
  if (!person) throw new AppError('staff.not-found')
  const before = await readBefore(ctx, id, version)
  if (!before) throw new AppError('staff.nothing-to-undo', { name: person.name })
  return changeStaff(ctx, id, bodyOfBefore(updateRoute.body, before, person.name), before.pin)
}

/** Deletes people with their portraits and embeddings. @throws AppError staff.not-found when one of them is not there */
export async function deleteStaff(ctx: Ctx, ids: readonly string[]): Promise<number> {
  // A department may lose its manager.
  await lockDepartments(ctx)
  const people = await lockEverybody(ctx, ids)
  await deletePeople(ctx, people)
  await hint(ctx, { to: 'consoles', topic: 'staff' }, { to: 'consoles', topic: 'departments' })
  return people.length
}

/**
 * Moves people into a department, or out of all. Gives their former departments, so that it can be undone.
 * @throws AppError staff.not-found, department.not-found
 */
export async function moveStaff(ctx: Ctx, ids: readonly string[], departmentId: string | null) {
  const people = await lockEverybody(ctx, ids)
  await updatePeople(ctx.db, ids, { department_id: departmentId })
  await keepBefore(
    ctx,
    people.map(({ id, department_id }) => ({ id, fields: { departmentId: department_id } })),
  )
  await hint(ctx, { to: 'consoles', topic: 'staff' }, { to: 'consoles', topic: 'departments' })
  const before = Map.groupBy(people, (person) => person.department_id)
  return {
    changed: people.length,
    before: [...before].map(([departmentId, people]) => ({ departmentId, ids: people.map(({ id }) => id) })),
  }
}

/**
 * Adds people to groups and removes them from groups; their other groups stay.
 * @throws AppError staff.not-found, group.not-found
 */
export async function assignGroups(
  ctx: Ctx,
  ids: readonly string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<number> {
  const people = await lockEverybody(ctx, ids)
  await lockGroupsShared(ctx.db, ids, [...add, ...remove])
  await requireGroups(ctx.db, [...add, ...remove], 'staff')
  const groups = Map.groupBy(await selectGroupsOf(ctx.db, ids), ({ person_id: personId }) => personId)
  await notePeopleChanged(ctx, ids)
  await leaveGroups(ctx.db, ids, remove)
  await joinGroups(ctx.db, ids, add)
  await updatePeople(ctx.db, ids, {})
  await keepBefore(
    ctx,
    people.map(({ id }) => ({ id, fields: { groupIds: (groups.get(id) ?? []).map((member) => member.group_id) } })),
  )
  await notePeopleChanged(ctx, ids)
  await hint(ctx, { to: 'consoles', topic: 'staff' })
  return people.length
}

async function lockEverybody(ctx: Ctx, ids: readonly string[]) {
  const people = await lockPeople(ctx.db, 'staff', ids)
  if (people.length !== new Set(ids).size) throw new AppError('staff.not-found')
  ctx.audit.item = people.map(({ name }) => name).join(', ')
  ctx.audit.personIds = ids
  return people
}

/** @throws AppError staff.not-found */
export async function getStaff(ctx: Ctx, id: string): Promise<Staff> {
  const staff = await readStaff(ctx.db, id, presentVisibilityOf(ctx, 'staff.write'))
  if (!staff) throw new AppError('staff.not-found')
  return staff
}

type PinColumns = { pin_sealed?: Buffer | null; pin_digits?: number | null }

const pinOf = async ({ keys }: Ctx, { pin }: UpdateInput): Promise<PinColumns> =>
  pin === undefined
    ? {}
    : { ...pinColumns(keys, pin === null ? null : await hashPin(pin)), pin_digits: pin?.length ?? null }

const copyPin = (ctx: Ctx, id: string, { pin = null }: UpdateInput, { pin_sealed: pinSealed = null }: PinColumns) =>
  pin !== null && pinSealed !== null ? keepPinCopy(ctx, id, pin, pinSealed) : forgetPinCopy(ctx, id)

const shownPin = ({ hasPin }: Staff) => (hasPin ? '•••' : null)

async function checkReferences(ctx: Ctx, input: UpdateInput, ownId?: string): Promise<void> {
  await lockGroupsShared(ctx.db, ownId === undefined ? [] : [ownId], input.groupIds ?? [])
  await requireGroups(ctx.db, input.groupIds ?? [], 'staff')
  if (input.displayPortraitId) await requireUnusedPortrait(ctx, input.displayPortraitId, 'display', ownId)
  await checkFormPortraits(ctx, input, ownId)
}

const notifyEverybody = (ctx: Ctx, id: string): Promise<void> =>
  notifyPeopleChanged(ctx, [id], { to: 'consoles', topic: 'staff', id }, { to: 'consoles', topic: 'departments' })
