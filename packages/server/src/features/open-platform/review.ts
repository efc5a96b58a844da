import { AppError } from '@gatehouse/contract/errors.ts'
import { languageOf } from '@gatehouse/contract/envelope.ts'
import { oldDomainMonths } from '@gatehouse/contract/features/open-platform.ts'
import { fillText } from '@gatehouse/contract/texts/fill-text.ts'
import { reviewMailTexts } from '@gatehouse/contract/texts/review-mails.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { postMail } from '../../lib/mail.ts'
import { readCompany } from '../../company/company-reads.ts'
import { notify } from './application-service.ts'
import { lockApplication, replaceDomain, selectDomains, updateApplicationRow } from './application-store.ts'

export type Verdict = { isApproved: true } | { isApproved: false; reason: string }
export type ReviewResult = {
  name: string
  domain: string[]
  /** The other domains that calls are accepted from afterwards, each with the day on which that ends; null: never. */
  holding: { entry: string; untilOn: string | null }[]
  email: string
  isMailed: boolean
}

type Needs = Pick<Ctx, 'db' | 'clock' | 'mail' | 'keys' | 'publicUrl' | 'audit'>

/**
 * Decides on the waiting domain. An approved one is valid at once, and the one before it for three months more (BU-04).
 * The result is mailed.
 * @throws AppError open-platform.application-not-found, also when nothing waits
 */
export function review(ctx: Needs, id: string, verdict: Verdict): Promise<ReviewResult> {
  return inTransaction(ctx, async (ctx) => {
    const application = await lockApplication(ctx.db, id)
    if (!application?.pending_domain) throw new AppError('open-platform.application-not-found')
    const { name, email, pending_domain: domain } = application
    const now = ctx.clock.now()
    const { timeZone } = await readCompany(ctx.db)
    const oldValidTo = now.toZonedDateTimeISO(timeZone).add({ months: oldDomainMonths }).toInstant().toString()
    if (verdict.isApproved) await replaceDomain(ctx.db, id, domain, oldValidTo)
    await updateApplicationRow(ctx.db, id, {
      pending_domain: null,
      reviewed_at: now.toString(),
      refusal: verdict.isApproved ? null : verdict.reason,
    })
    const held = await selectDomains(ctx.db, [id], now.toString())
    const holding = held
      .filter(({ entry, valid_to }) => valid_to !== null || !domain.includes(entry))
      .map(({ entry, valid_to }) => ({ entry, untilOn: valid_to && dateIn(timeZone, valid_to) }))
    const texts = reviewMailTexts[languageOf(application.language)]
    const text = verdict.isApproved ? texts.approved : texts.rejected
    const filled = {
      name,
      domain: domain.join('; '),
      reason: verdict.isApproved ? '' : verdict.reason,
      link: `${ctx.publicUrl}/bumgt/openPlatform`,
    }
    const isMailed = await postMail(ctx, {
      to: email,
      subject: fillText(text.subject, filled),
      text: fillText(text.text, filled),
    })
    ctx.audit.item = name
    ctx.audit.facts = { domain }
    if (!verdict.isApproved) ctx.audit.remark = verdict.reason
    await notify(ctx)
    return { name, domain, holding, email, isMailed }
  })
}

const dateIn = (timeZone: string, at: string) =>
  Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDate().toString()
