import { AppError } from '@gatehouse/contract/errors.ts'
import {
  type createVisitor as createRoute,
  type groupVisitors as groupRoute,
  updateVisitor as updateRoute,
  type Visitor,
} from '@gatehouse/contract/features/visitors.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import type { PersonName } from '../../people/person-columns.ts'
import { readCompany } from '../../company/company-reads.ts'
import { notePeopleChanged } from '../../device-link/outbox/people-changes.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { type Ctx, hint, may } from '../../ctx.ts'
import { keepConsent, takeConsent } from '../../people/consent/consent-actions.ts'
import { deletePeople, notifyPeopleChanged } from '../../people/person-actions.ts'
import { presentVisibilityOf } from '../../people/field-visibility.ts'
import {
  emailColumns,
  idNumberColumns,
  nameColumns,
  phoneColumns,
  phoneHash,
  searchForm,
} from '../../people/person-columns.ts'
import { joinGroups, replaceMemberships } from '../../people/membership-store.ts'
import { lockPeople, updatePeople } from '../../people/person-store.ts'
import { reservePersonSlot } from '../../people/person-limit-actions.ts'
import { fieldsBefore } from '../../people/undo/fields-before.ts'
import { bodyOfBefore, keepBefore, readBefore } from '../../people/undo/person-before.ts'
import { selectGroupsOf } from '../../people/undo/person-before-store.ts'
import { getDefaultGroupId, requireGroups } from '../person-groups/person-group-reads.ts'
import { dropReplacedPortraits } from '../../people/portraits/portrait-actions.ts'
import { checkFormPortraits, giveFurtherPortraits } from '../../people/portraits/sent-portrait-actions.ts'
import { deleteVisitRowsOf, followPeriods } from './visits/visit-store.ts'
import { readHost, readVisitor, type Today } from './visitor-reads.ts'
import { insertVisitor, lockPhone, lockVisitor, renewVisitors, updateVisitorRow } from './visitor-store.ts'

export type VisitorDraft = Omit<Body<typeof createRoute>, 'force' | 'furtherPortraitIds'> & {
  force?: boolean
  furtherPortraitIds?: readonly string[]
}
type UpdateInput = Omit<Body<typeof updateRoute>, 'furtherPortraitIds'> & { furtherPortraitIds?: readonly string[] }

/** The consent to the portrait was taken with the request that it comes from. */
type Taken = { isTaken?: boolean }

const maxPeriodDays = 366

export const visitorVisibilityOf = (ctx: Ctx) => presentVisibilityOf(ctx, 'visitor.write')

/** Now, and the enterprise's day in its zone: the visits of today touch it. */
export async function todayOf({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<Today> {
  const { timeZone } = await readCompany(db)
  const now = clock.now()
  const begins = now.toZonedDateTimeISO(timeZone).startOfDay()
  // of a day that begins at one o'clock, too
  const ends = begins.add({ days: 1 }).startOfDay()
  return { now: now.toString(), from: begins.toInstant().toString(), to: ends.toInstant().toString() }
}

/** @throws AppError visitor.period-wrong */
export function requirePeriod(validFromAt: string, validToAt: string): void {
  const from = Temporal.Instant.from(validFromAt)
  const to = Temporal.Instant.from(validToAt)
  const isOrdered = Temporal.Instant.compare(from, to) < 0
  if (!isOrdered || from.until(to).total('hours') > maxPeriodDays * 24) throw new AppError('visitor.period-wrong')
}

/** The name for searches, by its sound and by the company: one index for everything that a receptionist types. */
function namedColumns(name: string, company: string | null): { name: PersonName; name_search: string } {
  const columns = nameColumns(name)
  return company === null ? columns : { ...columns, name_search: `${columns.name_search}\n${searchForm(company)}` }
}

/** @throws AppError group.not-found, visitor.*, portrait.not-found, portrait.duplicate-face, portrait.other-person, licence.person-limit */
export async function createVisitor(ctx: Ctx, input: VisitorDraft, { isTaken = false }: Taken = {}): Promise<Visitor> {
  ctx.audit.item = input.name
  requirePeriod(input.validFromAt, input.validToAt)
  const further = input.furtherPortraitIds ?? []
  await reservePersonSlot(ctx)
  await checkReferences(ctx, input)
  const consent =
    (input.portraitId || further.length > 0) && !isTaken ? await takeConsent(ctx, 'visitor', input.consent) : null
  const id = await insertVisitor(
    ctx.db,
    {
      ...namedColumns(input.name, input.company ?? null),
      ...phoneColumns(ctx.keys, input.phone ?? null),
      ...emailColumns(ctx.keys, input.email ?? null),
      ...idNumberColumns(ctx.keys, input.idNumber ?? null),
      remark: input.remark ?? null,
      portrait_id: input.portraitId ?? null,
      valid_from: input.validFromAt,
      valid_to: input.validToAt,
    },
    {
      company: input.company ?? null,
      purpose: input.purpose ?? null,
      host_id: input.hostId ?? null,
      guest_rating: input.guestRating ?? null,
    },
  )
  ctx.audit.personIds = [id]
  await keepConsent(ctx, id, consent)
  await replaceMemberships(ctx.db, [id], input.groupIds ?? [await getDefaultGroupId(ctx.db, 'visitor')])
  await giveFurtherPortraits(ctx, id, { portraitIds: further, force: input.force ?? false })
  await notifyEverybody(ctx, [id])
  return getVisitor(ctx, id)
}

/**
 * `isNewVisit`: the period is that of another visit; links and passes of the earlier one keep theirs.
 * @throws AppError as `createVisitor`, and visitor.not-found, visitor.changed-meanwhile, portrait.limit-reached
 */
export async function changeVisitor(
  ctx: Ctx,
  id: string,
  input: UpdateInput,
  { isNewVisit = false, isTaken = false }: Taken & { isNewVisit?: boolean } = {},
): Promise<Visitor> {
  const visitor = await lockVisitor(ctx.db, id)
  if (!visitor) throw new AppError('visitor.not-found')
  ctx.audit.item = visitor.name
  ctx.audit.personIds = [id]
  if (input.version !== undefined && input.version !== visitor.version) throw new AppError('visitor.changed-meanwhile')
  const { valid_from, valid_to } = visitor
  const period = { from: input.validFromAt ?? valid_from, to: input.validToAt ?? valid_to }
  if (period.from !== null && period.to !== null) requirePeriod(period.from, period.to)
  await checkReferences(ctx, input, id)
  if (input.portraitId && input.portraitId !== visitor.portrait_id && !isTaken)
    await keepConsent(ctx, id, await takeConsent(ctx, 'visitor', input.consent))
  const before = await getVisitor(ctx, id)
  // Leaves the old groups …
  await notePeopleChanged(ctx, [id])
  const isRenamed = input.name !== undefined || input.company !== undefined
  const company = input.company === undefined ? visitor.company : input.company
  await updateVisitorRow(
    ctx.db,
    id,
    {
      ...(isRenamed ? namedColumns(input.name ?? visitor.name, company) : {}),
      ...(input.phone === undefined ? {} : phoneColumns(ctx.keys, input.phone)),
      ...(input.email === undefined ? {} : emailColumns(ctx.keys, input.email)),
      ...(input.idNumber === undefined ? {} : idNumberColumns(ctx.keys, input.idNumber)),
      ...(input.remark === undefined ? {} : { remark: input.remark }),
      ...(input.portraitId === undefined ? {} : { portrait_id: input.portraitId }),
      ...(input.validFromAt === undefined ? {} : { valid_from: input.validFromAt }),
      ...(input.validToAt === undefined ? {} : { valid_to: input.validToAt }),
    },
    {
      ...(input.company === undefined ? {} : { company: input.company }),
      ...(input.purpose === undefined ? {} : { purpose: input.purpose }),
      ...(input.hostId === undefined ? {} : { host_id: input.hostId }),
      ...(input.guestRating === undefined ? {} : { guest_rating: input.guestRating }),
      is_on_devices: true,
    },
  )
  if (!isNewVisit && valid_from !== null && valid_to !== null)
    await followPeriods(ctx.db, [{ id, from: valid_from, to: valid_to }], {
      from: input.validFromAt,
      to: input.validToAt,
    })
  if (input.groupIds) await replaceMemberships(ctx.db, [id], input.groupIds)
  await dropReplacedPortraits(ctx, visitor, { portraitId: input.portraitId })
  const { furtherPortraitIds: portraitIds = [], force } = input
  await giveFurtherPortraits(ctx, id, { portraitIds, force, keepsOthers: true })
  // … and joins the new ones.
  await notifyEverybody(ctx, [id])
  const after = await getVisitor(ctx, id)
  ctx.audit.changes = changesBetween(before, after, ['devices', 'status', 'suspension'])
  const fields = valuesBefore(before, input)
  // A request of the visitor's own is no change that somebody took back by a press, and reads only masked numbers.
  if (fields && !isNewVisit && may(ctx, 'visitor.write') && Object.keys(ctx.audit.changes).length > 0)
    await keepBefore(ctx, [{ id, fields }])
  return after
}

/** The values before, as a change takes them. */
const valuesBefore = (before: Visitor, input: UpdateInput) =>
  fieldsBefore(
    { ...before, hostId: before.host?.id ?? null, groupIds: before.groups.map(({ id }) => id) },
    input,
    Object.keys(updateRoute.body.shape),
  )

/**
 * Takes the latest change of a visitor back, which made this version: the old values were kept sealed, and the change that brings them back has its own line.
 * @throws AppError as `changeVisitor`, and visitor.nothing-to-undo, person.former-values-refused
 */
export async function undoVisitor(ctx: Ctx, id: string, version: number): Promise<Visitor> {
  const visitor = await lockVisitor(ctx.db, id)
  if (!visitor) throw new AppError('visitor.not-found')
  const before = await readBefore(ctx, id, version)
  if (!before) throw new AppError('visitor.nothing-to-undo', { name: visitor.name })
  return changeVisitor(ctx, id, bodyOfBefore(updateRoute.body, before, visitor.name))
}

/** Deletes visitors with their portraits, embeddings and passes. @throws AppError visitor.not-found when one is not there */
export async function deleteVisitors(ctx: Ctx, ids: readonly string[]): Promise<number> {
  const people = await lockAll(ctx, ids)
  await deleteVisitRowsOf(ctx.db, ids)
  await deletePeople(ctx, people)
  await notifyConsoles(ctx, ids)
  return people.length
}

/** @throws AppError visitor.not-found, group.not-found */
export async function groupVisitors(ctx: Ctx, { ids, groupIds, mode }: Body<typeof groupRoute>): Promise<number> {
  const people = await lockAll(ctx, ids)
  await requireGroups(ctx.db, groupIds, 'visitor')
  const groups = Map.groupBy(await selectGroupsOf(ctx.db, ids), ({ person_id: personId }) => personId)
  await notePeopleChanged(ctx, ids)
  await (mode === 'add' ? joinGroups : replaceMemberships)(ctx.db, ids, groupIds)
  await updatePeople(ctx.db, ids, {})
  await keepBefore(
    ctx,
    people.map(({ id }) => ({ id, fields: { groupIds: (groups.get(id) ?? []).map((member) => member.group_id) } })),
  )
  await notifyEverybody(ctx, ids)
  return people.length
}

/**
 * Extends visits until then, with the visitors' links and passes; a longer one stays unchanged. Gives how many changed.
 * @throws AppError visitor.not-found, visitor.period-wrong
 */
export async function extendVisits(ctx: Ctx, ids: readonly string[], validToAt: string): Promise<number> {
  const end = Temporal.Instant.from(validToAt)
  const shorter = (await lockAll(ctx, ids)).filter(
    ({ valid_to: until }) => until !== null && Temporal.Instant.compare(Temporal.Instant.from(until), end) < 0,
  )
  for (const { valid_from } of shorter) if (valid_from !== null) requirePeriod(valid_from, validToAt)
  ctx.audit.facts = { validToAt }
  const changed = shorter.map(({ id }) => id)
  await renewVisitors(ctx.db, changed)
  // Those whose visit was longer are as they were: no line about them, and nothing to take back.
  ctx.audit.personIds = changed
  await updatePeople(ctx.db, changed, { valid_to: validToAt })
  await keepBefore(
    ctx,
    shorter.map(({ id, valid_to: until }) => ({
      id,
      fields: { validToAt: until === null ? null : Temporal.Instant.from(until).toString() },
    })),
  )
  await followPeriods(
    ctx.db,
    shorter.flatMap(({ id, valid_from: from, valid_to: to }) =>
      from === null || to === null ? [] : [{ id, from, to }],
    ),
    { to: validToAt },
  )
  await notifyEverybody(ctx, changed)
  return changed.length
}

/** @throws AppError visitor.not-found */
export async function getVisitor(ctx: Ctx, id: string): Promise<Visitor> {
  const visitor = await readVisitor(ctx.db, id, visitorVisibilityOf(ctx))
  if (!visitor) throw new AppError('visitor.not-found')
  return visitor
}

async function lockAll(ctx: Ctx, ids: readonly string[]) {
  const people = await lockPeople(ctx.db, 'visitor', ids)
  if (people.length !== new Set(ids).size) throw new AppError('visitor.not-found')
  ctx.audit.item = people.map(({ name }) => name).join(', ')
  ctx.audit.personIds = ids
  return people
}

async function checkReferences(
  ctx: Ctx,
  input: Omit<UpdateInput, 'force'> & { force?: boolean },
  ownId?: string,
): Promise<void> {
  await requireGroups(ctx.db, input.groupIds ?? [], 'visitor')
  if (input.hostId && !(await readHost(ctx.db, input.hostId, ctx.keys))) throw new AppError('visitor.host-unknown')
  if (input.phone) {
    const holder = await lockPhone(ctx.db, phoneHash(ctx.keys, input.phone))
    if (holder && holder.id !== ownId) throw new AppError('visitor.phone-taken', { name: holder.name, person: holder })
  }
  await checkFormPortraits(ctx, input, ownId)
}

async function notifyEverybody(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await notifyPeopleChanged(ctx, ids)
  await notifyConsoles(ctx, ids)
}

const notifyConsoles = (ctx: Ctx, ids: readonly string[]) =>
  hint(ctx, { to: 'consoles', topic: 'visitors', ...(ids.length === 1 && ids[0] ? { id: ids[0] } : {}) })
