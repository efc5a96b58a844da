import { AppError } from '@gatehouse/contract/errors.ts'
import type {
  askForPortraits as askRoute,
  sendAskedPortrait as sendRoute,
} from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import type { Body, Reply } from '@gatehouse/contract/route.ts'
import { fillText } from '@gatehouse/contract/texts/fill-text.ts'
import { portraitMailTexts } from '@gatehouse/contract/texts/portrait-mails.ts'
import { readCompany } from '../../../company/company-reads.ts'
import { type Ctx, hint, personOfActor } from '../../../ctx.ts'
import { hashLinkToken, makeLinkToken } from '../../../lib/link-token.ts'
import { postMail } from '../../../lib/mail.ts'
import { consentColumn, takeConsent } from '../../../people/consent/consent-actions.ts'
import { showEmail } from '../../../people/person-columns.ts'
import { requireUnusedPortrait } from '../../../people/portraits/portrait-actions.ts'
import { requireVisible } from '../../../people/visible-person.ts'
import { keepRegistration } from '../registration-service.ts'
import {
  answerRequest,
  deleteRequest,
  findAsked,
  replaceRequest,
  selectStaffOfPortraits,
} from './portrait-request-store.ts'

const linkDays = 14

/**
 * Makes a link for each member of staff who has one of these portraits, and mails it to those who have an address. Visitors get one with
 * their next invitation, and nobody asks the blacklist.
 */
export async function askForPortraits(
  ctx: Ctx,
  { portraitIds, language }: Body<typeof askRoute>,
): Promise<Reply<typeof askRoute>> {
  const people = await selectStaffOfPortraits(ctx.db, portraitIds)
  const now = ctx.clock.now()
  const expiresAt = now.add({ hours: 24 * linkDays }).toString()
  const company = await readCompany(ctx.db)
  const texts = portraitMailTexts[language]
  const enterprise = company.name || texts.enterprise
  const until = now
    .add({ hours: 24 * linkDays })
    .toZonedDateTimeISO(company.timeZone)
    .toPlainDate()
    .toString()
  const links: Reply<typeof askRoute>['links'] = []
  for (const { id, name, email_sealed } of people) {
    const { token, hash } = makeLinkToken()
    await replaceRequest(ctx.db, {
      person_id: id,
      token_hash: hash,
      asked_by: personOfActor(ctx),
      asked_at: now.toString(),
      expires_at: expiresAt,
    })
    const url = `${ctx.publicUrl}/m/portrait/${token}`
    const to = showEmail(ctx.keys, email_sealed)
    const values = { enterprise, name, link: url, until }
    const mail = { subject: fillText(texts.subject, values), text: fillText(texts.text, values) }
    links.push({ personId: id, name, url, isMailed: to !== null && (await postMail(ctx, { to, ...mail })) })
  }
  ctx.audit.personIds = people.map(({ id }) => id)
  if (people.length === 1) ctx.audit.item = people[0]?.name ?? ''
  ctx.audit.facts = { people: people.length }
  await hint(ctx, { to: 'consoles', topic: 'portraits' })
  return { links, expiresAt, left: new Set(portraitIds).size - people.length }
}

/** @throws AppError person.not-found */
export async function endRequest(ctx: Ctx, personId: string): Promise<null> {
  const person = await requireVisible(ctx, personId)
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

/** @throws AppError portrait.link-over */
export async function openRequest(ctx: Ctx, token: string) {
  const { name } = await requireAsked(ctx, token)
  return { company: (await readCompany(ctx.db)).name, name }
}

/**
 * Takes the new photograph of a person who was asked for it. It waits among the registrations: a person who has the link may be anybody.
 * @throws AppError portrait.link-over, registration.too-many, portrait.not-found, consent.*
 */
export async function sendPortrait(
  ctx: Ctx,
  token: string,
  { portraitId, consent }: Body<typeof sendRoute>,
): Promise<Reply<typeof sendRoute>> {
  const person = await requireAsked(ctx, token)
  ctx.audit.item = person.name
  ctx.audit.personIds = [person.id]
  if (!(await answerRequest(ctx.db, hashLinkToken(token), ctx.clock.now().toString())))
    throw new AppError('portrait.link-over')
  await requireUnusedPortrait(ctx, portraitId, 'portrait', undefined)
  const { id, name, ...known } = person
  const lookup = await keepRegistration(ctx, {
    ...known,
    name,
    person_id: id,
    was_asked: true,
    portrait_id: portraitId,
    consent: consentColumn(await takeConsent(ctx, 'staff', consent)),
  })
  await hint(ctx, { to: 'consoles', topic: 'portraits' })
  return { lookup }
}
