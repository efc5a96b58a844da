import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import type {
  approveRegistrations as approveRoute,
  FoundDepartments,
  register as registerRoute,
  RegistrationDetail,
} from '@gatehouse/contract/features/registrations.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { noteEnding } from '../../db/ending-store.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { type Ctx, hint, inTransaction, nameOfActor } from '../../ctx.ts'
import { visibilityOf } from '../../people/field-visibility.ts'
import { openPhone, phoneColumns } from '../../people/person-columns.ts'
import { seal, unsealOrSkip } from '../../lib/seal.ts'
import { readCompany } from '../../company/company-reads.ts'
import { findDepartmentPaths, hasDepartments } from '../departments/department-reads.ts'
import { consentColumn, keepConsent, takeConsent } from '../../people/consent/consent-actions.ts'
import { dropPortraits, refuseBlacklistedPhone, rejectDuplicateFaces } from '../../people/portraits/portrait-actions.ts'
import { findAlikeToAny, findBlacklistedPhones, findDoubtOfAny } from '../../people/portraits/portrait-reads.ts'
import { selectPersonPortraits } from '../../people/portraits/person-portrait-store.ts'
import {
  giveFurtherPortraits,
  giveSentPortraits,
  keepSentPortraits,
  refuseDoubts,
  requireSendable,
  takeSentPortraits,
} from '../../people/portraits/sent-portrait-actions.ts'
import { deleteSentPortraits, selectSentPortraits } from '../../people/portraits/sent-portrait-store.ts'
import { createRegistered } from '../staff/staff-import-actions.ts'
import { readKnown, readRegistration, wasAskedFor } from './registration-reads.ts'
import {
  countPending,
  findByLookup,
  findCode,
  findPhoneHash,
  hasDepartment,
  insertRegistration,
  isOpenCode,
  lockRegistration,
  setCodeEnabled,
  updateRegistration,
  upsertCode,
} from './registration-store.ts'

/** Nobody reviews more than this; it prevents a stolen code from filling the disk. */
export const maxPending = 5_000

const newSecret = () => randomBytes(24).toString('base64url')
const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
const notify = (ctx: Ctx, id?: string) =>
  hint(ctx, { to: 'consoles', topic: 'registrations', ...(id === undefined ? {} : { id }) })

export async function readCode(ctx: Ctx) {
  const code = await findCode(ctx.db)
  if (!code) return null
  const token = unsealOrSkip(ctx.keys.column, code.token_sealed, 'registration_code.token')?.toString()
  // Treated as missing: another can be made.
  if (token === undefined) return null
  return {
    address: `${ctx.publicUrl}/m/register/${token}`,
    isEnabled: code.is_enabled,
    renewedAt: code.renewed_at,
  }
}

/** @throws AppError registration.no-code */
async function requireCode(ctx: Ctx) {
  const code = await readCode(ctx)
  if (!code) throw new AppError('registration.no-code')
  return code
}

export async function renewCode(ctx: Ctx) {
  const token = newSecret()
  await upsertCode(ctx.db, {
    token_sealed: seal(ctx.keys.column, Buffer.from(token), 'registration_code.token'),
    token_hash: hashOf(token),
    renewed_at: ctx.clock.now().toString(),
  })
  await noteEnding(ctx, 'link', 'registration')
  return requireCode(ctx)
}

/** @throws AppError registration.no-code */
export async function switchCode(ctx: Ctx, isEnabled: boolean) {
  const before = await requireCode(ctx)
  ctx.audit.changes = changesBetween({ isEnabled: before.isEnabled }, { isEnabled })
  await setCodeEnabled(ctx.db, isEnabled)
  return requireCode(ctx)
}

/** @throws AppError registration.link-unknown */
export async function requireToken(ctx: Ctx, token: string): Promise<void> {
  if (!(await isOpenCode(ctx.db, hashOf(token)))) throw new AppError('registration.link-unknown')
}

/** @throws AppError registration.link-unknown */
export async function getForm(ctx: Ctx, token: string) {
  await requireToken(ctx, token)
  return { company: (await readCompany(ctx.db)).name, hasDepartments: await hasDepartments(ctx.db) }
}

const maxDepartments = 8

/** @throws AppError registration.link-unknown */
export async function findDepartments(ctx: Ctx, token: string, keyword: string): Promise<FoundDepartments> {
  await requireToken(ctx, token)
  const found = await findDepartmentPaths(ctx.db, keyword, maxDepartments + 1)
  return { items: found.slice(0, maxDepartments), hasMore: found.length > maxDepartments }
}

/**
 * Takes a registration. It does not look up the phone number, so the answer cannot reveal its owner.
 * @throws AppError registration.link-unknown, registration.too-many, portrait.not-found, portrait.other-person
 */
export async function register(ctx: Ctx, token: string, input: Body<typeof registerRoute>) {
  await requireToken(ctx, token)
  ctx.audit.item = input.name
  const isThere = input.departmentId !== null && (await hasDepartment(ctx.db, input.departmentId))
  const lookup = await keepRegistration(ctx, input, {
    name: input.name,
    ...phoneColumns(ctx.keys, input.phone),
    department_id: isThere ? input.departmentId : null,
    consent: consentColumn(await takeConsent(ctx, 'staff', input.consent)),
  })
  return { lookup }
}

/**
 * Keeps a registration that somebody sent with their photographs, and gives the secret by which they look up the outcome.
 * @throws AppError registration.too-many, portrait.not-found, portrait.other-person
 */
export async function keepRegistration(
  ctx: Ctx,
  { portraitId, furtherPortraitIds }: { portraitId: string; furtherPortraitIds: readonly string[] },
  sent: Omit<Parameters<typeof insertRegistration>[1], 'lookup_hash' | 'created_at' | 'portrait_id'>,
): Promise<string> {
  if ((await countPending(ctx.db)) >= maxPending) throw new AppError('registration.too-many')
  await requireSendable(ctx, [portraitId, ...furtherPortraitIds])
  const lookup = newSecret()
  const { id } = await insertRegistration(ctx.db, {
    ...sent,
    portrait_id: portraitId,
    lookup_hash: hashOf(lookup),
    created_at: ctx.clock.now().toString(),
  })
  await keepSentPortraits(ctx, { registration_id: id }, furtherPortraitIds)
  await notify(ctx, id)
  return lookup
}

/** @throws AppError registration.link-unknown */
export async function lookUp(ctx: Ctx, lookup: string) {
  const row = await findByLookup(ctx.db, hashOf(lookup))
  if (!row) throw new AppError('registration.link-unknown')
  const { name, state, reason } = row
  return { name, state, reason, wasAsked: row.was_asked, createdAt: row.created_at, decidedAt: row.decided_at }
}

/** @throws AppError registration.not-found */
export async function getRegistration(ctx: Ctx, id: string): Promise<RegistrationDetail> {
  const registration = await readRegistration(ctx.db, id, visibilityOf(ctx, 'staff.write'))
  if (!registration) throw new AppError('registration.not-found')
  const wasAsked = await wasAskedFor(ctx.db, id)
  const { portraitId, name } = registration
  const first = portraitId === null ? [] : [portraitId]
  if (registration.state !== 'pending')
    return { ...registration, portraitIds: first, wasAsked, samePhone: null, blacklistedPhones: [], alike: [] }
  const portraitIds = [...first, ...(await selectSentPortraits(ctx.db, { registration_id: id }))]
  const known = await readKnown(ctx.db, id)
  const samePhone = known && {
    ...known,
    ...(await findDoubtOfAny(ctx, { name, portraitIds }, known)),
    portraits: (await selectPersonPortraits(ctx.db, known.id)).length,
  }
  const alike = await findAlikeToAny(ctx, portraitIds, samePhone ? [samePhone.id] : [])
  const blacklistedPhones = await findBlacklistedPhones(ctx, await findPhoneHash(ctx.db, id))
  return { ...registration, portraitIds, wasAsked, samePhone, blacklistedPhones, alike }
}

/** Applies an action to each of many, separately: one that fails is reported and does not prevent the others. */
async function eachOf(ctx: Ctx, ids: readonly string[], action: (ctx: Ctx, id: string) => Promise<void>) {
  const results: { id: string; code: string | null }[] = []
  for (const id of new Set(ids)) {
    try {
      await inTransaction(ctx, (ctx) => action(ctx, id))
      results.push({ id, code: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ id, code: error.code })
    }
  }
  const done = results.filter(({ code }) => code === null).length
  ctx.audit.facts = { done, asked: results.length }
  return results
}

/** The registration, locked. @throws AppError registration.not-found, registration.decided */
async function lockPending(ctx: Ctx, id: string) {
  const row = await lockRegistration(ctx.db, id)
  if (!row) throw new AppError('registration.not-found')
  if (row.state !== 'pending') throw new AppError('registration.decided')
  return row
}

const decisionOf = (ctx: Ctx) => ({
  decided_by: nameOfActor(ctx),
  decided_at: ctx.clock.now().toString(),
})

/** Creates a member of staff of each, or updates the portraits of the one with that phone number, or of who was asked. */
export const approve = (ctx: Ctx, { ids, force, leaveOut }: Body<typeof approveRoute>) =>
  eachOf(ctx, ids, async (ctx, id) => {
    const row = await lockPending(ctx, id)
    if (!row.portrait_id) throw new AppError('portrait.not-found')
    const known = await readKnown(ctx.db, id)
    const submission = { registration_id: id }
    const { accepted, leftOut } = await takeSentPortraits(ctx, submission, { first: row.portrait_id, leaveOut })
    if (!force) await refuseBlacklistedPhone(ctx, row.phone_hash)
    if (known && !force) await refuseDoubts(ctx, { name: row.name, portraitIds: accepted }, known)
    const isUpdated = known !== null && (await giveSentPortraits(ctx, known.id, { portraitIds: accepted, force }))
    // The person who was asked for it left meanwhile: it makes nobody new.
    if (row.was_asked && !isUpdated) throw new AppError('person.not-found')
    const personId = isUpdated && known ? known.id : await createPerson(ctx, row, { portraitIds: accepted, force })
    await keepConsent(ctx, personId, row.consent, null)
    const outcome = isUpdated ? 'updated' : 'created'
    await updateRegistration(ctx.db, id, {
      state: 'approved',
      outcome,
      person_id: personId,
      portrait_id: accepted[0],
      ...decisionOf(ctx),
    })
    await dropPortraits(ctx, leftOut)
    await notify(ctx, id)
  })

type Registered = NonNullable<Awaited<ReturnType<typeof lockRegistration>>>

async function createPerson(
  ctx: Ctx,
  row: Registered,
  { portraitIds: [portraitId, ...further], force }: { portraitIds: [string, ...string[]]; force: boolean },
): Promise<string> {
  await rejectDuplicateFaces(ctx, [portraitId, ...further], { force })
  const personId = await createRegistered(ctx, {
    name: row.name,
    phone: openPhone(ctx.keys, row.phone_sealed),
    departmentId: row.department_id,
    portraitId,
    force,
  })
  await giveFurtherPortraits(ctx, personId, { portraitIds: further, force })
  return personId
}

export const reject = (ctx: Ctx, ids: readonly string[], reason: string) =>
  eachOf(ctx, ids, async (ctx, id) => {
    await lockPending(ctx, id)
    await updateRegistration(ctx.db, id, { state: 'rejected', reason, ...decisionOf(ctx) })
    await dropPortraits(ctx, await deleteSentPortraits(ctx.db, { registration_id: id }))
    await notify(ctx, id)
  })
