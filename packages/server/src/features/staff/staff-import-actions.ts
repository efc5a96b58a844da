import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { notePeopleChanged } from '../../device-link/outbox/people-changes.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { notifyPeopleChanged } from '../../people/person-actions.ts'
import { emailColumns, idNumberColumns, nameColumns, showEmail, phoneColumns } from '../../people/person-columns.ts'
import { insertMemberships, replaceMemberships } from '../../people/membership-store.ts'
import {
  insertPeopleUnlessTaken,
  insertPerson,
  lockJobIds,
  lockPeople,
  lockPerson,
  selectNewIds,
  updatePerson,
  updatePersonUnlessTaken,
} from '../../people/person-store.ts'
import { reservePersonSlot, reservePersonSlots } from '../../people/person-limit-actions.ts'
import { getDefaultGroupId } from '../person-groups/person-group-reads.ts'
import { givePersonPortrait } from '../../people/portraits/person-portrait-actions.ts'
import { dropReplacedPortraits, rejectDuplicateFace } from '../../people/portraits/portrait-actions.ts'
import { type ImportMatch, lockMatches } from './staff-import-store.ts'

/** The data of a list about a person. Absent: the list has no such column, and the stored value stays. */
export type ListedPerson = {
  number: number
  name: string
  /** The person of the line, whatever else it contains. */
  personId?: string
  departmentId?: string
  /** Absent on creation: the default staff group. */
  groupIds?: readonly string[]
  jobId?: string
  phone?: string
  areaCode?: string
  extension?: string
  email?: string
  position?: string
  icCard?: string
  idNumber?: string
  workingPlace?: string
  birthday?: string
  entryDate?: string
  staffType?: 1 | 2
  countryCode?: string
  regionCode?: string
  remark?: string
}

export type ListVerdict =
  | { outcome: 'created' | 'updated' | 'unchanged'; personId: string }
  | { outcome: 'failed'; problem: 'taken' | 'person-unknown' | 'person-limit'; column?: NumberColumn }

type NumberColumn = 'personId' | 'jobId' | 'phone' | 'icCard' | 'idNumber'

/**
 * Creates or updates the people of a list inside the caller's transaction. The person is found by the id, else by the
 * job id, else by the phone number; a line whose two numbers belong to two people is refused. The numbers within
 * `people` are unique. The outcome of each stands under its number.
 */
export async function saveListed(
  ctx: Ctx,
  {
    defaultGroupId,
    addedAt,
  }: {
    defaultGroupId: string
    /** One instant for the whole list: lists of the newest show its people in its order then. */
    addedAt: string
  },
  people: readonly ListedPerson[],
): Promise<Map<number, ListVerdict>> {
  const verdicts = new Map<number, ListVerdict>()
  const matches = await lockMatchesAndJobIds(ctx, people)
  const known: { person: ListedPerson; match: ImportMatch }[] = []
  const fresh: ListedPerson[] = []
  for (const person of people) {
    const found = findMatch(ctx, matches, person)
    if (typeof found === 'string')
      verdicts.set(person.number, {
        outcome: 'failed',
        problem: found === 'personId' ? 'person-unknown' : 'taken',
        column: found,
      })
    else if (found) known.push({ person, match: found })
    else fresh.push(person)
  }

  const slots = await reservePersonSlots(ctx, fresh.length)
  for (const { number } of fresh.slice(slots)) verdicts.set(number, { outcome: 'failed', problem: 'person-limit' })
  const created = await createListed(ctx, fresh.slice(0, slots), defaultGroupId, addedAt)
  for (const [number, verdict] of created) verdicts.set(number, verdict)
  for (const [number, verdict] of await updateListed(ctx, known)) verdicts.set(number, verdict)

  const touched = [...verdicts.values()].flatMap((verdict) =>
    verdict.outcome === 'created' || verdict.outcome === 'updated' ? [verdict.personId] : [],
  )
  if (touched.length === 0) return verdicts
  await notePeopleChanged(ctx, touched)
  await hint(
    ctx,
    { to: 'consoles', topic: 'staff' },
    { to: 'consoles', topic: 'departments' },
    { to: 'consoles', topic: 'groups' },
  )
  return verdicts
}

/**
 * Rows first and numbers then, as forms do; of two callers with the same job id at once, the second finds the person of
 * the first.
 */
async function lockMatchesAndJobIds(ctx: Ctx, people: readonly ListedPerson[]): Promise<ImportMatch[]> {
  const matches = await lockMatches(ctx.db, ctx.keys, people)
  const fresh = people.filter(({ jobId }) => jobId !== undefined && !findByJobId(matches, jobId))
  if (fresh.length === 0) return matches
  await lockJobIds(
    ctx.db,
    fresh.flatMap(({ jobId }) => jobId ?? []),
  )
  const late = await lockMatches(ctx.db, ctx.keys, fresh)
  return [...matches, ...late.filter(({ id }) => !matches.some((match) => match.id === id))]
}

/** The person of a line, or the column that belongs to another or to a deleted person; undefined for a new person. */
function findMatch(
  ctx: Ctx,
  matches: readonly ImportMatch[],
  person: ListedPerson,
): ImportMatch | NumberColumn | undefined {
  const byId = person.personId === undefined ? undefined : matches.find((match) => match.id === person.personId)
  if (person.personId !== undefined && !byId) return 'personId'
  const byJobId = findByJobId(matches, person.jobId)
  if (byId && byJobId && byJobId.id !== byId.id) return 'jobId'
  const { phone, idNumber } = numberHashes(ctx, person)
  const byPhone = phone ? matches.find((match) => match.phone_hash?.equals(phone)) : undefined
  const known = byId ?? byJobId
  if (byPhone && (known ? byPhone.id !== known.id : person.jobId !== undefined && byPhone.job_id !== null))
    return 'phone'
  const match = known ?? byPhone
  const isOthers = (holder: ImportMatch | undefined) => holder !== undefined && holder.id !== match?.id
  if (person.icCard !== undefined && isOthers(matches.find((other) => other.ic_card === person.icCard))) return 'icCard'
  if (idNumber && isOthers(matches.find((other) => other.id_number_hash?.equals(idNumber)))) return 'idNumber'
  return match
}

/** In either case; if two earlier people differ only in case, the one with the exact spelling. */
function findByJobId(matches: readonly ImportMatch[], jobId: string | undefined): ImportMatch | undefined {
  if (jobId === undefined) return undefined
  const isSame = ({ job_id }: ImportMatch) => job_id?.toLowerCase() === jobId.toLowerCase()
  return matches.find((match) => match.job_id === jobId) ?? matches.find(isSame)
}

const numberHashes = ({ keys }: Ctx, { phone, idNumber }: ListedPerson) => ({
  phone: phone === undefined ? null : phoneColumns(keys, phone).phone_hash,
  idNumber: idNumber === undefined ? null : idNumberColumns(keys, idNumber).id_number_hash,
})

const columnsOf = ({ keys }: Ctx, person: ListedPerson) => ({
  ...nameColumns(person.name),
  department_id: person.departmentId ?? null,
  job_id: person.jobId ?? null,
  ...phoneColumns(keys, person.phone ?? null),
  ...emailColumns(keys, person.email ?? null),
  ...idNumberColumns(keys, person.idNumber ?? null),
  area_code: person.areaCode ?? null,
  extension: person.extension ?? null,
  position: person.position ?? null,
  ic_card: person.icCard ?? null,
  working_place: person.workingPlace ?? null,
  birthday_on: person.birthday ?? null,
  entry_on: person.entryDate ?? null,
  staff_type: person.staffType ?? null,
  country_code: person.countryCode ?? null,
  region_code: person.regionCode ?? null,
  remark: person.remark ?? null,
})

/** A number may have been taken since the lookup: a person who cannot be inserted is refused. */
async function createListed(ctx: Ctx, people: readonly ListedPerson[], defaultGroupId: string, addedAt: string) {
  const verdicts = new Map<number, ListVerdict>()
  if (people.length === 0) return verdicts
  const ids = await selectNewIds(ctx.db, people.length)
  const rows = people.map((person, index) => ({ id: ids[index] ?? '', created_at: addedAt, ...columnsOf(ctx, person) }))
  const inserted = new Set(await insertPeopleUnlessTaken(ctx.db, 'staff', rows))
  const memberships: { groupId: string; personId: string }[] = []
  for (const [index, person] of people.entries()) {
    const personId = ids[index] ?? ''
    if (!inserted.has(personId)) {
      verdicts.set(person.number, { outcome: 'failed', problem: 'taken' })
      continue
    }
    verdicts.set(person.number, { outcome: 'created', personId })
    for (const groupId of new Set(person.groupIds ?? [defaultGroupId])) memberships.push({ groupId, personId })
  }
  await insertMemberships(ctx.db, memberships)
  return verdicts
}

async function updateListed(ctx: Ctx, known: readonly { person: ListedPerson; match: ImportMatch }[]) {
  const verdicts = new Map<number, ListVerdict>()
  const regrouped = known.filter(({ person, match }) => person.groupIds && !isSame(person.groupIds, match.group_ids))
  // Leaves the old groups; the new ones are noted with all others.
  await notePeopleChanged(
    ctx,
    regrouped.map(({ match }) => match.id),
  )
  for (const { person, match } of known) {
    const change = changeOf(ctx, person, match)
    const isRegrouped = regrouped.some((other) => other.match.id === match.id)
    if (Object.keys(change).length === 0 && !isRegrouped) {
      verdicts.set(person.number, { outcome: 'unchanged', personId: match.id })
      continue
    }
    if (!(await updatePersonUnlessTaken(ctx.db, match.id, change))) {
      verdicts.set(person.number, { outcome: 'failed', problem: 'taken' })
      continue
    }
    if (isRegrouped) await replaceMemberships(ctx.db, [match.id], person.groupIds ?? [])
    verdicts.set(person.number, { outcome: 'updated', personId: match.id })
  }
  return verdicts
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  JSON.stringify([...new Set(some)].toSorted()) === JSON.stringify(others.toSorted())

/** The columns in which the list differs from the stored values. Sealed ones are compared by their hash, or opened. */
function changeOf(ctx: Ctx, person: ListedPerson, match: ImportMatch) {
  const { keys } = ctx
  const hashes = numberHashes(ctx, person)
  const plain = Object.entries({
    department_id: person.departmentId,
    job_id: person.jobId,
    area_code: person.areaCode,
    extension: person.extension,
    position: person.position,
    ic_card: person.icCard,
    working_place: person.workingPlace,
    birthday_on: person.birthday,
    entry_on: person.entryDate,
    staff_type: person.staffType,
    country_code: person.countryCode,
    region_code: person.regionCode,
    // Office programs write line ends of their own.
    remark: person.remark === match.remark?.replaceAll('\r\n', '\n') ? undefined : person.remark,
  } satisfies Partial<Record<keyof ImportMatch, string | number | undefined>>).filter(
    ([column, value]) => value !== undefined && value !== Object.entries(match).find(([name]) => name === column)?.[1],
  )
  return {
    ...(person.name === match.name ? {} : nameColumns(person.name)),
    ...Object.fromEntries(plain),
    ...(hashes.phone && !match.phone_hash?.equals(hashes.phone) ? phoneColumns(keys, person.phone ?? null) : {}),
    ...(hashes.idNumber && !match.id_number_hash?.equals(hashes.idNumber)
      ? idNumberColumns(keys, person.idNumber ?? null)
      : {}),
    ...(person.email !== undefined && person.email !== showEmail(keys, match.email_sealed)
      ? emailColumns(keys, person.email)
      : {}),
  }
}

/**
 * Gives a member of staff another portrait, inside the caller's transaction; false when they no longer exist.
 * @throws AppError portrait.not-found, portrait.duplicate-face
 */
export async function givePortrait(
  ctx: Ctx,
  { personId, portraitId, force }: { personId: string; portraitId: string; force: boolean },
): Promise<boolean> {
  const [person] = await lockPeople(ctx.db, 'staff', [personId])
  if (!person) return false
  await rejectDuplicateFace(ctx, portraitId, { ownId: personId, force })
  await updatePerson(ctx.db, personId, { portrait_id: portraitId })
  await dropReplacedPortraits(ctx, person, { portraitId })
  await notifyPeopleChanged(ctx, [personId])
  await hint(ctx, { to: 'consoles', topic: 'staff', id: personId })
  return true
}

/**
 * Gives a member of staff one more portrait, inside the caller's transaction; false when they no longer exist.
 * @throws AppError portrait.not-found, portrait.duplicate-face, portrait.not-alike, portrait.limit-reached
 */
export async function giveFurtherPortrait(
  ctx: Ctx,
  { personId, portraitId, force }: { personId: string; portraitId: string; force: boolean },
  addedBy: string,
): Promise<boolean> {
  const person = await lockPerson(ctx.db, personId)
  if (person?.kind !== personKindCodes.staff) return false
  await givePersonPortrait(ctx, { ...person, of: 'staff' }, { portraitId, force, recordId: null, addedBy })
  return true
}

/**
 * Makes a member of staff from a registration, inside the caller's transaction: in the default group.
 * @throws AppError licence.person-limit, portrait.duplicate-face, portrait.not-found, staff.phone-taken
 */
export async function createRegistered(
  ctx: Ctx,
  person: { name: string; phone: string | null; departmentId: string | null; portraitId: string; force: boolean },
): Promise<string> {
  await reservePersonSlot(ctx)
  await rejectDuplicateFace(ctx, person.portraitId, { force: person.force })
  const id = await insertPerson(ctx.db, 'staff', {
    ...nameColumns(person.name),
    ...phoneColumns(ctx.keys, person.phone),
    department_id: person.departmentId,
    portrait_id: person.portraitId,
  })
  await replaceMemberships(ctx.db, [id], [await getDefaultGroupId(ctx.db, 'staff')])
  await notifyPeopleChanged(ctx, [id])
  await hint(
    ctx,
    { to: 'consoles', topic: 'staff', id },
    { to: 'consoles', topic: 'departments' },
    { to: 'consoles', topic: 'groups' },
  )
  return id
}
