import { AppError } from '@gatehouse/contract/errors.ts'
import type {
  askForPortraits as askRoute,
  sendAskedPortrait as sendRoute,
} from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import { maxUploadsOfLink } from '@gatehouse/contract/features/portraits/sent-portraits.ts'
import type { Body, Reply } from '@gatehouse/contract/route.ts'
import { fillText } from '@gatehouse/contract/texts/fill-text.ts'
import { portraitMailTexts } from '@gatehouse/contract/texts/portrait-mails.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { readCompany } from '../../../company/company-reads.ts'
import { type Ctx, hint, may, personOfActor } from '../../../ctx.ts'
import { hashLinkToken, makeLinkToken } from '../../../lib/link-token.ts'
import { postMail } from '../../../lib/mail.ts'
import { consentColumn, takeConsent } from '../../../people/consent/consent-actions.ts'
import { showEmail } from '../../../people/person-columns.ts'
import { mayChange, requireVisible } from '../../../people/visible-person.ts'
import { keepRegistration } from '../registration-service.ts'
import {
  answerRequest,
  deleteRequest,
  findAsked,
  replaceRequest,
  countUploadOf,
  selectPeopleOfPortraits,
  uncountUploadOf,
} from './portrait-request-store.ts'

const linkDays = 14

const writers = { staff: 'staff.write', visitor: 'visitor.write' } as const

/**
 * Makes a link for each member of staff and each visitor who has one of these portraits and whom the caller may change, and mails it to those who
 * have an address. The link of a visitor ends with the visit. Nobody asks the blacklist.
 */
export async function askForPortraits(
  ctx: Ctx,
  { portraitIds, language }: Body<typeof askRoute>,
): Promise<Reply<typeof askRoute>> {
  const now = ctx.clock.now()
  const kinds = (['staff', 'visitor'] as const).filter((kind) => may(ctx, writers[kind]))
  const people = await selectPeopleOfPortraits(ctx.db, portraitIds, { kinds, now: now.toString() })
  const latest = now.add({ hours: 24 * linkDays })
  const company = await readCompany(ctx.db)
  const texts = portraitMailTexts[language]
  /** A visit ends within a day: its visitor is told the time, too. */
  const wordsOf = (visitTo: string | null) => {
    if (visitTo === null)
      return {
        enterprise: company.name || texts.enterprise,
        until: latest.toZonedDateTimeISO(company.timeZone).toPlainDate().toString(),
      }
    const end = earlier(latest, Temporal.Instant.from(visitTo)).toZonedDateTimeISO(company.timeZone)
    return {
      enterprise: company.name || texts.visitor.enterprise,
      until: `${end.toPlainDate().toString()} ${end.toPlainTime().toString({ smallestUnit: 'minute' })}`,
    }
  }
  const links: Reply<typeof askRoute>['links'] = []
  for (const { id, name, email_sealed, valid_to } of people) {
    const { token, hash } = makeLinkToken()
    await replaceRequest(ctx.db, {
      person_id: id,
      token_hash: hash,
      asked_by: personOfActor(ctx),
      asked_at: now.toString(),
      expires_at: latest.toString(),
    })
    const url = `${ctx.publicUrl}/m/portrait/${token}`
    const to = showEmail(ctx.keys, email_sealed)
    const values = { name, link: url, ...wordsOf(valid_to) }
    const { subject, text } = valid_to === null ? texts : texts.visitor
    const mail = { subject: fillText(subject, values), text: fillText(text, values) }
    links.push({ personId: id, name, url, isMailed: to !== null && (await postMail(ctx, { to, ...mail })) })
  }
  ctx.audit.personIds = people.map(({ id }) => id)
  if (people.length === 1) ctx.audit.item = people[0]?.name ?? ''
  ctx.audit.facts = { people: people.length }
  await hint(ctx, { to: 'consoles', topic: 'portraits' })
  return { links, expiresAt: latest.toString(), left: new Set(portraitIds).size - people.length }
}

const earlier = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) < 0 ? a : b)

/** @throws AppError person.not-found */
export async function endRequest(ctx: Ctx, personId: string): Promise<null> {
  const person = await requireVisible(ctx, personId)
  if (!(await mayChange(ctx, person))) throw new AppError('person.not-found')
  ctx.audit.item = person.name
  ctx.audit.personIds = [personId]
  await deleteRequest(ctx.db, personId)
  await hint(ctx, { to: 'consoles', topic: 'portraits' })
  return null
}

/** The person whom the link asks. @throws AppError portrait.link-over */
export async function requireAsked(ctx: Ctx, token: string) {
  const person = await findAsked(ctx.db, hashLinkToken(token), ctx.clock.now().toString())
  if (!person) throw new AppError('portrait.link-over')
  return person
}

/** Counts a photograph before it is read. @throws AppError portrait.too-many-sent */
export async function countUpload(ctx: Ctx, token: string): Promise<void> {
  if (!(await countUploadOf(ctx.db, hashLinkToken(token), maxUploadsOfLink)))
    throw new AppError('portrait.too-many-sent')
}

export const takeUploadBack = (ctx: Ctx, token: string) => uncountUploadOf(ctx.db, hashLinkToken(token))

/** @throws AppError portrait.link-over */
export async function openRequest(ctx: Ctx, token: string) {
  const { name, kind } = await requireAsked(ctx, token)
  return { company: (await readCompany(ctx.db)).name, name, kind: kindOf(kind) }
}

const kindOf = (code: number): 'staff' | 'visitor' => (code === personKindCodes.visitor ? 'visitor' : 'staff')

/**
 * Takes the new photographs of a person who was asked for them. They wait among the registrations: a person who has the link may be anybody.
 * @throws AppError portrait.link-over, registration.too-many, portrait.not-found, portrait.other-person, consent.*
 */
export async function sendPortrait(
  ctx: Ctx,
  token: string,
  { consent, ...portraits }: Body<typeof sendRoute>,
): Promise<Reply<typeof sendRoute>> {
  const person = await requireAsked(ctx, token)
  ctx.audit.item = person.name
  ctx.audit.personIds = [person.id]
  if (!(await answerRequest(ctx.db, hashLinkToken(token), ctx.clock.now().toString())))
    throw new AppError('portrait.link-over')
  const { id, name, kind, ...known } = person
  const lookup = await keepRegistration(ctx, portraits, {
    ...known,
    name,
    person_id: id,
    was_asked: true,
    consent: consentColumn(await takeConsent(ctx, kindOf(kind), consent)),
  })
  await hint(ctx, { to: 'consoles', topic: 'portraits' })
  return { lookup }
}
