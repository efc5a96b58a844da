import { AppError } from '@gatehouse/contract/errors.ts'
import {
  type Blacklisted,
  type createBlacklisted as createRoute,
  type moveToBlacklist as moveInRoute,
  type MoveOutResult,
  type NotRestored,
  originalKinds,
  type OriginalKind,
  type updateBlacklisted as updateRoute,
} from '@gatehouse/contract/features/blacklist.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { noteEnding } from '../../db/ending-store.ts'
import { notePeopleChanged } from '../../device-link/outbox/people-changes.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { firstNames } from '../../lib/first-names.ts'
import { type Ctx, hint, nameOfActor, may } from '../../ctx.ts'
import { originalKindOf } from '../../people/blacklisted-reads.ts'
import { selectHolding } from '../../people/identity-reads.ts'
import { deletePeople, notifyPeopleChanged } from '../../people/person-actions.ts'
import { visibilityOf } from '../../people/field-visibility.ts'
import { nameColumns, phoneColumns } from '../../people/person-columns.ts'
import { dropManagers, giveManagersBack, lockDepartments } from '../departments/department-actions.ts'
import { reservePersonSlot } from '../../people/person-limit-actions.ts'
import { deleteMemberships, insertMemberships, joinGroups, replaceMemberships } from '../../people/membership-store.ts'
import {
  blacklistPeople,
  restorePeople,
  type Returned,
  selectTaken,
  type Unique,
} from '../../people/person-kind-store.ts'
import { insertPerson, lockJobIds, updatePerson } from '../../people/person-store.ts'
import { getDefaultGroupId, requireGroups } from '../person-groups/person-group-reads.ts'
import { dropReplacedPortraits } from '../../people/portraits/portrait-actions.ts'
import { checkFormPortraits, giveFurtherPortraits } from '../../people/portraits/sent-portrait-actions.ts'
import { lockPhones } from '../visitors/visitor-actions.ts'
import { readBlacklisted } from './blacklist-reads.ts'
import {
  deleteBlacklistings,
  insertBlacklisting,
  lockBlacklisted,
  lockPeopleToMoveIn,
  selectDepartments,
  selectGroups,
  updateReason,
} from './blacklist-store.ts'

const writers = { staff: 'staff.write', visitor: 'visitor.write' } as const satisfies Record<OriginalKind, Permission>

/** Names in one value of the operation log; it says how many people there are besides. */
const maxNamed = 3

const mayWrite = (ctx: Ctx, kind: OriginalKind) => may(ctx, writers[kind])

/** The kinds that the caller may move in. */
export const writableKinds = (ctx: Ctx): OriginalKind[] => originalKinds.filter((kind) => mayWrite(ctx, kind))

/**
 * An account that manages visitors only may not end or restore an employment by way of the blacklist.
 * @throws AppError auth.permission-denied
 */
function refuseOthersPeople(ctx: Ctx, kinds: readonly (OriginalKind | null)[]): void {
  if (kinds.some((kind) => kind !== null && !mayWrite(ctx, kind))) throw new AppError('auth.permission-denied')
}

/** @throws AppError blacklist.not-found */
export async function getBlacklisted(ctx: Ctx, id: string): Promise<Blacklisted> {
  const person = await readBlacklisted(ctx.db, id, visibilityOf(ctx, 'blacklist.write'))
  if (!person) throw new AppError('blacklist.not-found')
  return person
}

/**
 * Moves staff and visitors to the blacklist: their groups, and with them their rights at devices, their department and
 * the departments they manage end with this transaction and are remembered.
 * @throws AppError person.not-found, group.not-found, auth.permission-denied
 */
export async function moveIn(ctx: Ctx, { personIds, reason, groupIds }: Body<typeof moveInRoute>): Promise<number> {
  const ids = [...new Set(personIds)]
  await lockDepartments(ctx)
  const people = await lockPeopleToMoveIn(ctx.db, ids)
  if (people.length !== ids.length) throw new AppError('person.not-found')
  ctx.audit.item = people.map(({ name }) => name).join(', ')
  ctx.audit.personIds = ids
  if (reason) ctx.audit.remark = reason
  refuseOthersPeople(
    ctx,
    people.map(({ kind }) => originalKindOf(kind)),
  )
  await putOnList(ctx, people, { reason, groupIds })
  return people.length
}

/** Moves these people in, whom the caller has locked, in the caller's transaction. @throws AppError group.not-found */
async function putOnList(
  ctx: Ctx,
  people: Awaited<ReturnType<typeof lockPeopleToMoveIn>>,
  { reason, groupIds }: Pick<Body<typeof moveInRoute>, 'reason' | 'groupIds'>,
): Promise<void> {
  const ids = people.map(({ id }) => id)
  const blacklistGroups = groupIds ?? [await getDefaultGroupId(ctx.db, 'blacklisted')]
  await requireGroups(ctx.db, blacklistGroups, 'blacklisted')
  // They leave what they were …
  await notePeopleChanged(ctx, ids)
  const memberships = await deleteMemberships(ctx.db, ids)
  const managed = await dropManagers(ctx, ids)
  const addedAt = ctx.clock.now().toString()
  await insertBlacklisting(
    ctx.db,
    people.map((person) => ({
      person_id: person.id,
      original_kind: person.kind,
      reason,
      remembered: JSON.stringify({
        department: person.department,
        manages: managed.filter((one) => one.manager_id === person.id).map(({ id, name }) => ({ id, name })),
        groups: memberships.filter((one) => one.person_id === person.id).map(({ id, name }) => ({ id, name })),
      }),
      added_by: nameOfActor(ctx),
      added_at: addedAt,
    })),
  )
  await sayWhoHolds(ctx, ids, () => blacklistPeople(ctx.db, ids))
  await joinGroups(ctx.db, ids, blacklistGroups)
  // … and join the blacklist.
  await notePeopleChanged(ctx, ids)
  for (const id of ids) await noteEnding(ctx, 'blacklisted', id)
  await notifyConsoles(ctx, ids)
}

/** Of two entries of a person a blacklisted one holds: whom `write` makes hold instead of another is said in the operation log. */
async function sayWhoHolds(ctx: Ctx, ids: readonly string[], write: () => Promise<void>): Promise<void> {
  const before = await selectHolding(ctx.db, ids)
  await write()
  const after = await selectHolding(ctx.db, ids)
  const isOther = (_: unknown, place: number) => before[place]?.id !== after[place]?.id
  const namesOf = (entries: typeof before) => firstNames(entries.filter(isOther), maxNamed)
  if (after.some(isOther)) ctx.audit.changes = { main: { from: namesOf(before), to: namesOf(after) } }
}

/**
 * Blacklists a person again who was blacklisted after the backup of this database. Gives their name; undefined if
 * no person with this id came back as staff or visitor.
 */
export async function putOnListAgain(ctx: Ctx, personId: string): Promise<string | undefined> {
  await lockDepartments(ctx)
  const people = await lockPeopleToMoveIn(ctx.db, [personId])
  if (people.length > 0) await putOnList(ctx, people, { reason: null })
  return people[0]?.name
}

/**
 * Restores the original identity of people, as far as it still exists, and says what does not. A person who was added to the list directly
 * stays on it.
 * @throws AppError blacklist.not-found, auth.permission-denied; staff.job-id-taken, staff.phone-taken, staff.ic-card-taken,
 * staff.id-number-taken when somebody takes one of the numbers at this very moment
 */
export async function moveOut(ctx: Ctx, wanted: readonly string[]): Promise<MoveOutResult> {
  await lockDepartments(ctx)
  const entries = await lockEntries(ctx, wanted)
  const people = entries.flatMap((entry) => {
    const kind = originalKindOf(entry.original_kind)
    return kind ? [{ ...entry, kind }] : []
  })
  const ids = people.map(({ id }) => id)
  await lockPhones(
    ctx.db,
    people.flatMap(({ kind, phone_hash: phoneHash }) => (kind === 'visitor' && phoneHash ? [phoneHash] : [])),
  )
  const departments = await selectDepartments(
    ctx.db,
    people.flatMap(({ remembered }) => remembered.department?.id ?? []),
  )
  const groups = await selectGroups(
    ctx.db,
    people.flatMap(({ remembered }) => remembered.groups.map(({ id }) => id)),
  )
  const idsOf = (kind: OriginalKind) => people.flatMap((person) => (person.kind === kind ? person.id : []))
  await lockJobIds(
    ctx.db,
    people.flatMap((person) => person.job_id ?? []),
  )
  const taken = [
    ...(await selectTaken(ctx.db, 'staff', idsOf('staff'))),
    ...(await selectTaken(ctx.db, 'visitor', idsOf('visitor'))),
    ...findSharedNumbers(people),
  ]
  // They leave the blacklist …
  await notePeopleChanged(ctx, ids)
  await deleteMemberships(ctx.db, ids)
  const back = people.map((person): Returned => {
    const { department } = person.remembered
    return {
      id: person.id,
      kind: person.kind,
      departmentId: department && departments.has(department.id) ? department.id : null,
      without: [...new Set(taken.filter(({ id }) => id === person.id).map(({ what }) => what))],
    }
  })
  if (back.length > 0) {
    await sayWhoHolds(ctx, ids, () => restorePeople(ctx.db, back))
    await deleteBlacklistings(ctx.db, ids)
  }
  await insertMemberships(
    ctx.db,
    people.flatMap(({ id, remembered }) =>
      remembered.groups.filter((group) => groups.has(group.id)).map((group) => ({ personId: id, groupId: group.id })),
    ),
  )
  const manages = new Set(
    await giveManagersBack(
      ctx,
      people.flatMap(({ id, remembered }) =>
        remembered.manages.map((department) => ({ departmentId: department.id, personId: id })),
      ),
    ),
  )
  // … and are what they were.
  await notePeopleChanged(ctx, ids)
  for (const id of ids) await noteEnding(ctx, 'unlisted', id)
  await notifyConsoles(ctx, ids)
  return {
    restored: people.map((person, place) => ({
      id: person.id,
      name: person.name,
      kind: person.kind,
      missing: missingOf(person, { groups, departments, manages, without: back[place]?.without ?? [] }),
    })),
    withoutOriginal: entries.filter((one) => one.original_kind === null).map(({ id, name }) => ({ id, name })),
  }
}

type Entry = Awaited<ReturnType<typeof lockBlacklisted>>[number]
type Leaver = Entry & { kind: OriginalKind }

const words = {
  job_id: 'job-id',
  phone_hash: 'phone',
  ic_card: 'ic-card',
  id_number_hash: 'id-number',
} as const satisfies Record<Unique, NotRestored['what']>

/** Of two people who had one number as staff and were blacklisted one after the other, the first keeps it. */
function findSharedNumbers(people: readonly Leaver[]): { id: string; what: Unique }[] {
  const seen = new Set<string>()
  return people.flatMap((person) =>
    (['job_id', 'phone_hash', 'ic_card', 'id_number_hash'] as const).flatMap((what) => {
      const value = person[what]
      if (value === null) return []
      const number = `${person.kind} ${what} ${typeof value === 'string' ? value.toLowerCase() : value.toString('hex')}`
      if (seen.has(number)) return [{ id: person.id, what }]
      seen.add(number)
      return []
    }),
  )
}

type Found = { groups: Set<string>; departments: Set<string>; manages: Set<string>; without: readonly Unique[] }

function missingOf({ remembered, ...person }: Leaver, { groups, departments, manages, without }: Found): NotRestored[] {
  const { department } = remembered
  const numbers = {
    job_id: person.job_id,
    phone_hash: person.phone_masked,
    ic_card: person.ic_card,
    id_number_hash: person.id_number_masked,
  }
  return [
    ...(department && !departments.has(department.id) ? [{ what: 'department' as const, name: department.name }] : []),
    ...remembered.groups.filter(({ id }) => !groups.has(id)).map(({ name }) => ({ what: 'group' as const, name })),
    ...remembered.manages
      .filter(({ id }) => !manages.has(id))
      .map(({ name }) => ({ what: 'managed-department' as const, name })),
    ...without.map((what) => ({ what: words[what], name: numbers[what] ?? '' })),
  ]
}

/** @throws AppError group.not-found, portrait.not-found, portrait.duplicate-face, portrait.other-person, licence.person-limit */
export async function createBlacklisted(ctx: Ctx, input: Body<typeof createRoute>): Promise<Blacklisted> {
  ctx.audit.item = input.name
  if (input.reason) ctx.audit.remark = input.reason
  await reservePersonSlot(ctx)
  const groupIds = input.groupIds ?? [await getDefaultGroupId(ctx.db, 'blacklisted')]
  await requireGroups(ctx.db, groupIds, 'blacklisted')
  await checkFormPortraits(ctx, input)
  const id = await insertPerson(ctx.db, 'blacklisted', {
    ...nameColumns(input.name),
    ...phoneColumns(ctx.keys, input.phone ?? null),
    remark: input.remark ?? null,
    portrait_id: input.portraitId ?? null,
  })
  await insertBlacklisting(ctx.db, [
    {
      person_id: id,
      original_kind: null,
      reason: input.reason ?? null,
      remembered: JSON.stringify({ department: null, manages: [], groups: [] }),
      added_by: nameOfActor(ctx),
      added_at: ctx.clock.now().toString(),
    },
  ])
  ctx.audit.personIds = [id]
  await joinGroups(ctx.db, [id], groupIds)
  await giveFurtherPortraits(ctx, id, { portraitIds: input.furtherPortraitIds, force: input.force })
  await notifyPeopleChanged(ctx, [id])
  await notifyConsoles(ctx, [id])
  return getBlacklisted(ctx, id)
}

/** @throws AppError as `createBlacklisted`, and blacklist.not-found, staff.changed-meanwhile, auth.permission-denied, portrait.limit-reached */
export async function changeBlacklisted(ctx: Ctx, id: string, input: Body<typeof updateRoute>): Promise<Blacklisted> {
  const [person] = await lockEntries(ctx, [id])
  if (!person) throw new AppError('blacklist.not-found')
  if (input.version !== undefined && input.version !== person.version) throw new AppError('staff.changed-meanwhile')
  await requireGroups(ctx.db, input.groupIds ?? [], 'blacklisted')
  const before = await getBlacklisted(ctx, id)
  await checkFormPortraits(ctx, input, id)
  await notePeopleChanged(ctx, [id])
  await updatePerson(ctx.db, id, {
    ...(input.name === undefined ? {} : nameColumns(input.name)),
    ...(input.phone === undefined ? {} : phoneColumns(ctx.keys, input.phone)),
    ...(input.remark === undefined ? {} : { remark: input.remark }),
    ...(input.portraitId === undefined ? {} : { portrait_id: input.portraitId }),
  })
  if (input.reason !== undefined) await updateReason(ctx.db, id, input.reason)
  if (input.groupIds) await replaceMemberships(ctx.db, [id], input.groupIds)
  await dropReplacedPortraits(ctx, person, { portraitId: input.portraitId })
  const { furtherPortraitIds: portraitIds, force } = input
  await giveFurtherPortraits(ctx, id, { portraitIds, force, keepsOthers: true })
  await notifyPeopleChanged(ctx, [id])
  await notifyConsoles(ctx, [id])
  const after = await getBlacklisted(ctx, id)
  ctx.audit.changes = changesBetween(before, after, ['devices'])
  return after
}

/** Deletes people for good, with their portraits and embeddings. @throws AppError blacklist.not-found, auth.permission-denied */
export async function deleteBlacklisted(ctx: Ctx, wanted: readonly string[]): Promise<number> {
  const people = await lockEntries(ctx, wanted)
  const ids = people.map(({ id }) => id)
  await deletePeople(ctx, people)
  await notifyConsoles(ctx, ids)
  return people.length
}

/** The entries, locked; the caller may write every one. @throws AppError blacklist.not-found, auth.permission-denied */
async function lockEntries(ctx: Ctx, wanted: readonly string[]): Promise<Entry[]> {
  const entries = await lockBlacklisted(ctx.db, wanted)
  if (entries.length !== new Set(wanted).size) throw new AppError('blacklist.not-found')
  ctx.audit.item = entries.map(({ name }) => name).join(', ')
  ctx.audit.personIds = wanted
  refuseOthersPeople(
    ctx,
    entries.map((entry) => originalKindOf(entry.original_kind)),
  )
  return entries
}

const notifyConsoles = (ctx: Ctx, ids: readonly string[]) => {
  const [id] = ids
  return hint(
    ctx,
    ...(['blacklist', 'staff', 'visitors', 'groups', 'departments'] as const).map(
      (topic) => ({ to: 'consoles', topic, ...(ids.length === 1 && id ? { id } : {}) }) as const,
    ),
  )
}
