import { AppError } from '@gatehouse/contract/errors.ts'
import type {
  answerVisit,
  askForVisit as askRoute,
  completeVisit as completeRoute,
  decideVisit as decideRoute,
  HostedVisit,
  inviteVisitor as inviteRoute,
  VisitForGuest,
  Visit,
} from '@gatehouse/contract/features/visits.ts'
import { maxUploadsOfLink } from '@gatehouse/contract/features/portraits/sent-portraits.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { noteEnding } from '../../../db/ending-store.ts'
import { type Ctx, hint, nameOfActor } from '../../../ctx.ts'
import { hashLinkToken, makeLinkToken } from '../../../lib/link-token.ts'
import { postMail } from '../../../lib/mail.ts'
import { phoneHash } from '../../../people/person-columns.ts'
import { sealText, unsealOrSkip } from '../../../lib/seal.ts'
import { readCompany } from '../../../company/company-reads.ts'
import { requireGroups } from '../../person-groups/person-group-reads.ts'
import { consentColumn, keepConsent, takeConsent } from '../../../people/consent/consent-actions.ts'
import {
  dropPortraits,
  refuseBlacklistedPhone,
  rejectDuplicateFaces,
} from '../../../people/portraits/portrait-actions.ts'
import { findAlikeToAny, findBlacklistedPhones, findDoubtOfAny } from '../../../people/portraits/portrait-reads.ts'
import { selectPersonPortraits } from '../../../people/portraits/person-portrait-store.ts'
import {
  giveFurtherPortraits,
  keepSentPortraits,
  refuseDoubts,
  requireSendable,
  takeSentPortraits,
} from '../../../people/portraits/sent-portrait-actions.ts'
import { deleteSentPortraits, selectSentPortraits } from '../../../people/portraits/sent-portrait-store.ts'
import { pushNotices } from '../../push/push-actions.ts'
import { hostMail, invitationMail, passMail, refusalMail, type VisitFacts } from '../visitor-mails.ts'
import { issuePass, openCode } from '../passes/visitor-pass-service.ts'
import { selectPasses } from '../passes/visitor-pass-store.ts'
import { findStaffNamed, readHost } from '../visitor-reads.ts'
import { changeVisitor, createVisitor, requirePeriod, visitorVisibilityOf } from '../visitor-service.ts'
import { findByPhone, findPeriod, lockPhone, lockVisitor } from '../visitor-store.ts'
import { openVisitEmail, openVisitPhone, toVisit } from './visit-reads.ts'
import {
  countUploadOf,
  findVisit,
  findVisitByToken,
  findWalkInLink,
  insertVisit,
  lockVisit,
  replaceWalkInLink,
  uncountUploadOf,
  updateVisit,
  type VisitRow,
} from './visit-store.ts'

const walkInContext = 'walk_in_link.token'

const sealPhone = (ctx: Ctx, phone: string | null) => sealText(ctx.keys.column, phone, 'visit_request.phone')
const sealEmail = (ctx: Ctx, email: string | null) => sealText(ctx.keys.column, email, 'visit_request.email')
const now = (ctx: Ctx) => ctx.clock.now().toString()
const notify = (ctx: Ctx) => hint(ctx, { to: 'consoles', topic: 'visitors' })

async function factsOf(ctx: Ctx, row: VisitRow): Promise<VisitFacts> {
  const { name: enterprise, timeZone } = await readCompany(ctx.db)
  return {
    name: row.name,
    enterprise,
    timeZone,
    validFromAt: row.valid_from,
    validToAt: row.valid_to,
    company: row.company,
    purpose: row.purpose,
    hostName: row.host_name,
  }
}

/** @throws AppError visit.not-found */
async function getRow(ctx: Ctx, id: string): Promise<VisitRow> {
  const row = await findVisit(ctx.db, id)
  if (!row) throw new AppError('visit.not-found')
  return row
}

// The actions of administrators.

/** @throws AppError visitor.period-wrong, visitor.host-unknown, group.not-found */
export async function inviteVisitor(ctx: Ctx, input: Body<typeof inviteRoute>) {
  ctx.audit.item = input.name
  requirePeriod(input.validFromAt, input.validToAt)
  if (input.groupId) await requireGroups(ctx.db, [input.groupId], 'visitor')
  if (input.hostId && !(await readHost(ctx.db, input.hostId, ctx.keys))) throw new AppError('visitor.host-unknown')
  const { token, hash } = makeLinkToken()
  const { id } = await insertVisit(ctx.db, {
    kind: 'invitation',
    state: 'invited',
    token_hash: hash,
    link_ends_at: input.validToAt,
    host_token_hash: null,
    host_id: input.hostId,
    language: input.language,
    name: input.name,
    company: input.company,
    purpose: input.purpose,
    phone_sealed: null,
    email_sealed: sealEmail(ctx, input.email),
    portrait_id: null,
    group_id: input.groupId,
    valid_from: input.validFromAt,
    valid_to: input.validToAt,
    person_id: null,
    reason: null,
    created_by: nameOfActor(ctx),
    created_at: now(ctx),
    decided_by: null,
  })
  return sendInvitation(ctx, id, token)
}

async function sendInvitation(ctx: Ctx, id: string, token: string) {
  const row = await getRow(ctx, id)
  const url = `${ctx.publicUrl}/m/invite/${token}`
  const email = openVisitEmail(ctx.keys, row)
  const isMailed =
    email !== null && (await postMail(ctx, invitationMail(row.language, email, await factsOf(ctx, row), url)))
  await notify(ctx)
  return { visit: toVisit(row, visitorVisibilityOf(ctx)), url, isMailed }
}

/** @throws AppError visit.not-found, visit.decided */
export async function renewLink(ctx: Ctx, id: string) {
  const row = await lockOpen(ctx, id)
  ctx.audit.item = row.name
  const { token, hash } = makeLinkToken()
  await updateVisit(ctx.db, id, { token_hash: hash, uploads: 0 })
  return sendInvitation(ctx, id, token)
}

/** @throws AppError visit.not-found, visit.decided */
export async function withdrawVisit(ctx: Ctx, id: string): Promise<Visit> {
  const row = await lockOpen(ctx, id)
  ctx.audit.item = row.name
  await close(ctx, row, { state: 'withdrawn', by: nameOfActor(ctx), reason: null })
  return toVisit(await getRow(ctx, id), visitorVisibilityOf(ctx))
}

/** @throws AppError visit.*, portrait.*, licence.person-limit */
export async function decideVisit(
  ctx: Ctx,
  id: string,
  { isApproved, reason, force, leaveOut }: Body<typeof decideRoute>,
): Promise<Visit> {
  const row = await lockOpen(ctx, id)
  ctx.audit.item = row.name
  ctx.audit.facts = { decision: isApproved ? 'approved' : 'refused' }
  if (reason) ctx.audit.remark = reason
  if (isApproved) await approve(ctx, row, nameOfActor(ctx), { force, leaveOut })
  else await refuse(ctx, row, nameOfActor(ctx), reason)
  return toVisit(await getRow(ctx, id), visitorVisibilityOf(ctx))
}

/** @throws AppError visit.not-found */
export async function getVisitDetail(ctx: Ctx, id: string) {
  const row = await getRow(ctx, id)
  const phone = openVisitPhone(ctx.keys, row)
  const hash = phone === null ? null : phoneHash(ctx.keys, phone)
  const own = hash === null ? undefined : await findByPhone(ctx.db, hash)
  const except = [own?.id ?? '', row.person_id ?? ''].filter((id) => id !== '')
  const portraitIds = await portraitsOf(ctx, row)
  const alike = await findAlikeToAny(ctx, portraitIds, except)
  const samePhone = own
    ? {
        ...own,
        ...(await findDoubtOfAny(ctx, claimOf(row, portraitIds), own)),
        portraits: (await selectPersonPortraits(ctx.db, own.id)).length,
      }
    : null
  // A decided visit needs no warning of the blacklist.
  const blacklistedPhones = row.state === 'pending' ? await findBlacklistedPhones(ctx, hash) : []
  const standing = row.state === 'pending' && own ? await findPeriod(ctx.db, own.id) : undefined
  const endsVisit = endedBy(ctx, row, standing)
  return { ...toVisit(row, visitorVisibilityOf(ctx)), portraitIds, samePhone, endsVisit, blacklistedPhones, alike }
}

const claimOf = ({ name, kind }: VisitRow, portraitIds: readonly string[]) => ({
  name,
  portraitIds,
  comesUnasked: kind === 'walk-in',
})

async function lockOpen(ctx: Ctx, id: string): Promise<VisitRow> {
  const row = await lockVisit(ctx.db, id)
  if (!row) throw new AppError('visit.not-found')
  if (row.state !== 'invited' && row.state !== 'pending') throw new AppError('visit.decided')
  return row
}

/** Makes a visitor of it, or renews the one who has this phone number, with a pass for the whole visit. */
async function approve(
  ctx: Ctx,
  row: VisitRow,
  by: string,
  { force, leaveOut }: { force: boolean; leaveOut: readonly string[] },
): Promise<void> {
  if (row.state !== 'pending' || row.portrait_id === null) throw new AppError('visit.incomplete')
  const phone = openVisitPhone(ctx.keys, row)
  const email = openVisitEmail(ctx.keys, row)
  const hash = phone === null ? null : phoneHash(ctx.keys, phone)
  const known = hash === null ? undefined : await lockPhone(ctx.db, hash)
  if (!force) await refuseBlacklistedPhone(ctx, hash)
  const standing = known && (await lockVisitor(ctx.db, known.id))
  const { accepted, leftOut } = await takeSentPortraits(ctx, { visit_id: row.id }, { first: row.portrait_id, leaveOut })
  const [portraitId, ...further] = accepted
  if (known && !force) {
    if (endedBy(ctx, row, standing)) throw new AppError('visit.ends-another', { name: known.name })
    await refuseDoubts(ctx, claimOf(row, accepted), known)
  }
  await rejectDuplicateFaces(ctx, accepted, { ownId: known?.id, force })
  const data = {
    name: row.name,
    company: row.company,
    purpose: row.purpose,
    hostId: row.host_id,
    phone,
    ...periodOf(ctx, row, standing),
    portraitId,
    force,
    ...(email === null ? {} : { email }),
    ...(row.group_id === null ? {} : { groupIds: [row.group_id] }),
  }
  // From here on the portraits are the visitor's.
  await updateVisit(ctx.db, row.id, { portrait_id: null })
  const visitor = known
    ? await changeVisitor(ctx, known.id, data, { isNewVisit: true, isTaken: true })
    : await createVisitor(ctx, data, { isTaken: true })
  await giveFurtherPortraits(ctx, visitor.id, { portraitIds: further, force })
  await dropPortraits(ctx, leftOut)
  await keepConsent(ctx, visitor.id, row.consent, null)
  const pass = await issuePass(ctx, { id: visitor.id, validFromAt: row.valid_from, validToAt: row.valid_to })
  await updateVisit(ctx.db, row.id, { state: 'approved', person_id: visitor.id, decided_by: by, decided_at: now(ctx) })
  ctx.audit.item = row.name
  if (email !== null) await postMail(ctx, passMail(row.language, email, await factsOf(ctx, row), openCode(ctx, pass)))
  await notify(ctx)
}

type StandingPeriod = { valid_from: string | null; valid_to: string | null } | undefined

const isBefore = (a: string, b: string) => Temporal.Instant.compare(a, b) < 0

/** With a visit that overlaps this one: a visitor who comes again for a shorter time keeps the longer one. */
function periodOf(ctx: Ctx, { valid_from: from, valid_to: to }: VisitRow, standing: StandingPeriod) {
  const [standsFrom, standsTo] = [standing?.valid_from ?? null, standing?.valid_to ?? null]
  if (standsFrom === null || standsTo === null || isBefore(standsTo, from) || isBefore(to, standsFrom))
    return { validFromAt: from, validToAt: to }
  // The part that is over does not lengthen the period, which has a limit.
  const since = isBefore(standsFrom, now(ctx)) ? now(ctx) : standsFrom
  return { validFromAt: isBefore(since, from) ? since : from, validToAt: isBefore(to, standsTo) ? standsTo : to }
}

/**
 * A visit that is not over and does not overlap this one: a visitor has one period, so approval of this one ends it.
 */
function endedBy(ctx: Ctx, { valid_from: from, valid_to: to }: VisitRow, standing: StandingPeriod) {
  const [validFromAt, validToAt] = [standing?.valid_from ?? null, standing?.valid_to ?? null]
  if (validFromAt === null || validToAt === null || isBefore(validToAt, now(ctx))) return null
  return isBefore(validToAt, from) || isBefore(to, validFromAt) ? { validFromAt, validToAt } : null
}

async function refuse(ctx: Ctx, row: VisitRow, by: string, reason: string | null): Promise<void> {
  await close(ctx, row, { state: 'refused', by, reason })
  const email = openVisitEmail(ctx.keys, row)
  if (email !== null) await postMail(ctx, refusalMail(row.language, email, await factsOf(ctx, row)))
}

/** A visit that is not approved: its photographs are not kept. */
async function close(
  ctx: Ctx,
  row: VisitRow,
  { state, by, reason }: { state: 'refused' | 'withdrawn'; by: string; reason: string | null },
): Promise<void> {
  await updateVisit(ctx.db, row.id, { state, reason, decided_by: by, decided_at: now(ctx), portrait_id: null })
  const further = await deleteSentPortraits(ctx.db, { visit_id: row.id })
  await dropPortraits(ctx, row.portrait_id === null ? further : [row.portrait_id, ...further])
  await notify(ctx)
}

export async function getWalkInLink(ctx: Ctx) {
  const link = await findWalkInLink(ctx.db)
  if (!link) return null
  const token = unsealOrSkip(ctx.keys.column, link.token_sealed, walkInContext)?.toString()
  // Treated as missing: another can be made.
  if (token === undefined) return null
  return { url: `${ctx.publicUrl}/m/walkin/${token}`, createdBy: link.created_by, createdAt: link.created_at }
}

export async function renewWalkInLink(ctx: Ctx) {
  const { token, hash } = makeLinkToken()
  const sealed = sealText(ctx.keys.column, token, walkInContext)
  if (!sealed) throw new Error('a token was not sealed')
  await replaceWalkInLink(ctx.db, {
    token_hash: hash,
    token_sealed: sealed,
    created_by: nameOfActor(ctx),
    created_at: now(ctx),
  })
  await noteEnding(ctx, 'link', 'walk-in')
  const link = await getWalkInLink(ctx)
  if (!link) throw new Error('a link was not kept')
  return link
}

// The actions of holders of a link.

/** Also a visit that is over or was withdrawn: the holder of its link is told so. @throws AppError visit.link-over */
async function findByToken(ctx: Ctx, column: 'token_hash' | 'host_token_hash', token: string): Promise<VisitRow> {
  const row = await findVisitByToken(ctx.db, column, hashLinkToken(token))
  if (!row) throw new AppError('visit.link-over')
  return row
}

const hasEnded = (ctx: Ctx, { link_ends_at }: VisitRow) =>
  Temporal.Instant.compare(ctx.clock.now(), Temporal.Instant.from(link_ends_at)) >= 0

/** By a link that can still be used. @throws AppError visit.link-over */
async function findOpenByToken(ctx: Ctx, column: 'token_hash' | 'host_token_hash', token: string): Promise<VisitRow> {
  const row = await findByToken(ctx, column, token)
  if (row.state === 'withdrawn' || hasEnded(ctx, row)) throw new AppError('visit.link-over')
  return row
}

const shownOf = (ctx: Ctx, row: VisitRow, timeZone: string) => ({
  state: row.state !== 'withdrawn' && hasEnded(ctx, row) ? ('ended' as const) : row.state,
  timeZone,
  name: row.name,
  company: row.company,
  purpose: row.purpose,
  hostName: row.host_name,
  isHostAsked: row.host_token_hash !== null,
  validFromAt: row.valid_from,
  validToAt: row.valid_to,
  reason: row.reason,
})

/** @throws AppError visit.link-over */
export async function readOwnVisit(ctx: Ctx, token: string): Promise<VisitForGuest> {
  const row = await findByToken(ctx, 'token_hash', token)
  const { name: enterprise, timeZone } = await readCompany(ctx.db)
  const shown = shownOf(ctx, row, timeZone)
  const passes = shown.state === 'approved' && row.person_id !== null ? await selectPasses(ctx.db, row.person_id) : []
  const pass = passes.find((one) => one.revoked_at === null)
  return { ...shown, enterprise, passCode: pass ? openCode(ctx, pass) : null }
}

/** @throws AppError visit.link-over where this link takes no photographs */
export async function requireInvited(ctx: Ctx, token: string): Promise<void> {
  const row = await findOpenByToken(ctx, 'token_hash', token)
  if (row.state !== 'invited') throw new AppError('visit.link-over')
}

/** Counts a photograph before it is read. @throws AppError portrait.too-many-sent */
export async function countUploadOfVisit(ctx: Ctx, token: string): Promise<void> {
  if (!(await countUploadOf(ctx.db, hashLinkToken(token), maxUploadsOfLink)))
    throw new AppError('portrait.too-many-sent')
}

export const takeUploadOfVisitBack = (ctx: Ctx, token: string) => uncountUploadOf(ctx.db, hashLinkToken(token))

/** @throws AppError visit.link-over, visit.decided, portrait.not-found, portrait.other-person */
export async function completeVisit(
  ctx: Ctx,
  token: string,
  input: Body<typeof completeRoute>,
): Promise<VisitForGuest> {
  const found = await findOpenByToken(ctx, 'token_hash', token)
  const row = await lockVisit(ctx.db, found.id)
  if (row?.state !== 'invited') throw new AppError('visit.decided')
  await requireSendable(ctx, [input.portraitId, ...input.furtherPortraitIds])
  ctx.audit.item = input.name
  await updateVisit(ctx.db, row.id, {
    state: 'pending',
    name: input.name,
    company: input.company,
    portrait_id: input.portraitId,
    consent: consentColumn(await takeConsent(ctx, 'visitor', input.consent)),
    phone_sealed: sealPhone(ctx, input.phone),
  })
  await keepSentPortraits(ctx, { visit_id: row.id }, input.furtherPortraitIds)
  await askHost(ctx, row.id)
  return readOwnVisit(ctx, token)
}

/** @throws AppError visit.link-over */
export async function readWalkIn(ctx: Ctx, token: string): Promise<{ enterprise: string }> {
  const link = await findWalkInLink(ctx.db)
  if (!link?.token_hash.equals(hashLinkToken(token))) throw new AppError('visit.link-over')
  return { enterprise: (await readCompany(ctx.db)).name }
}

/** @throws AppError visit.link-over, visitor.host-unknown, portrait.not-found, portrait.other-person */
export async function askForVisit(
  ctx: Ctx,
  walkInToken: string,
  input: Body<typeof askRoute>,
): Promise<{ token: string }> {
  await readWalkIn(ctx, walkInToken)
  await requireSendable(ctx, [input.portraitId, ...input.furtherPortraitIds])
  // Only a caller who knows the name learns that the person exists: strangers must not list the staff. No person of the
  // name, several, and none with the detail get the same answer.
  const hostId = await findStaffNamed(ctx.db, input.hostName, input.hostDetail, ctx.clock.now().toString())
  if (hostId === undefined) throw new AppError('visitor.host-unknown')
  const { timeZone } = await readCompany(ctx.db)
  const from = ctx.clock.now()
  const midnight = from.toZonedDateTimeISO(timeZone).startOfDay().add({ days: 1 }).toInstant()
  // A visitor who comes shortly before midnight is not sent away by it.
  const soonest = from.add({ hours: 2 })
  const evening = (Temporal.Instant.compare(midnight, soonest) < 0 ? soonest : midnight).toString()
  const { token, hash } = makeLinkToken()
  ctx.audit.item = input.name
  const { id } = await insertVisit(ctx.db, {
    kind: 'walk-in',
    state: 'pending',
    token_hash: hash,
    link_ends_at: evening,
    host_token_hash: null,
    host_id: hostId,
    language: input.language,
    name: input.name,
    company: input.company,
    purpose: input.purpose,
    phone_sealed: sealPhone(ctx, input.phone),
    email_sealed: null,
    portrait_id: input.portraitId,
    consent: consentColumn(await takeConsent(ctx, 'visitor', input.consent)),
    group_id: null,
    valid_from: from.toString(),
    valid_to: evening,
    person_id: null,
    reason: null,
    created_by: '',
    created_at: from.toString(),
    decided_by: null,
  })
  await keepSentPortraits(ctx, { visit_id: id }, input.furtherPortraitIds)
  await askHost(ctx, id)
  return { token }
}

/** Asks the host by e-mail, who answers by a link of their own; the reception sees the visit in any case. */
async function askHost(ctx: Ctx, id: string): Promise<void> {
  const row = await getRow(ctx, id)
  await notify(ctx)
  await pushNotices(ctx, [{ kind: 'visit' }])
  const host = row.host_id === null ? undefined : await readHost(ctx.db, row.host_id, ctx.keys)
  if (!host?.email) return
  const { token, hash } = makeLinkToken()
  await updateVisit(ctx.db, id, { host_token_hash: hash })
  const isMailed = await postMail(
    ctx,
    hostMail(row.language, host.email, await factsOf(ctx, row), `${ctx.publicUrl}/m/host/${token}`),
  )
  // Without a mail server nobody has the link: the visitor is not told that the host was asked.
  if (!isMailed) await updateVisit(ctx.db, id, { host_token_hash: null })
}

/** All photographs of a visit that waits, in the order in which they were sent. */
const portraitsOf = async (ctx: Ctx, { id, portrait_id }: VisitRow): Promise<string[]> =>
  portrait_id === null ? [] : [portrait_id, ...(await selectSentPortraits(ctx.db, { visit_id: id }))]

/** @throws AppError visit.link-over */
export async function readHostedVisit(ctx: Ctx, token: string): Promise<HostedVisit> {
  const row = await findByToken(ctx, 'host_token_hash', token)
  const { timeZone } = await readCompany(ctx.db)
  return { ...shownOf(ctx, row, timeZone), portraits: (await portraitsOf(ctx, row)).length }
}

/** @throws AppError visit.link-over, image.not-found */
export async function readHostedPortrait(ctx: Ctx, token: string, place: number): Promise<string> {
  const portraitId = (await portraitsOf(ctx, await findOpenByToken(ctx, 'host_token_hash', token)))[place]
  if (portraitId === undefined) throw new AppError('image.not-found')
  return portraitId
}

/** @throws AppError visit.link-over, visit.decided, visit.incomplete, visit.ask-reception, licence.person-limit */
export async function answerAsHost(
  ctx: Ctx,
  token: string,
  { isApproved, reason }: Body<typeof answerVisit>,
): Promise<HostedVisit> {
  const found = await findOpenByToken(ctx, 'host_token_hash', token)
  const row = await lockOpen(ctx, found.id)
  const by = row.host_name ?? ''
  ctx.audit.facts = { decision: isApproved ? 'approved' : 'refused', host: by }
  if (reason) ctx.audit.remark = reason
  ctx.audit.item = row.name
  if (isApproved) await letInForHost(ctx, row, by)
  else await refuse(ctx, row, by, reason)
  return readHostedVisit(ctx, token)
}

const doubts: readonly string[] = [
  'portrait.duplicate-face',
  'portrait.other-face',
  'portrait.unproven',
  'blacklist.same-phone',
  'visit.ends-another',
]

/**
 * A guest whose face or phone number is known already, as somebody else's, from the blacklist or of another visit, has
 * to be decided by the reception.
 */
async function letInForHost(ctx: Ctx, row: VisitRow, by: string): Promise<void> {
  try {
    await approve(ctx, row, by, { force: false, leaveOut: [] })
  } catch (error) {
    const isDoubtful = error instanceof AppError && doubts.includes(error.code)
    throw isDoubtful ? new AppError('visit.ask-reception') : error
  }
}
