import { randomUUID } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { MusterSettings, PaperList } from '@gatehouse/contract/features/muster.ts'
import { fillText } from '@gatehouse/contract/texts/fill-text.ts'
import { musterPaperTexts } from '@gatehouse/contract/texts/muster-papers.ts'
import { type Ctx, hint, inTransaction, nameOfActor } from '../../ctx.ts'
import { postMail } from '../../lib/mail.ts'
import { drawPdf } from '../../lib/pdf/draw-pdf.ts'
import { seal, unseal } from '../../lib/seal.ts'
import { findRunning } from './muster-reads.ts'
import { insertEvents } from './muster-store.ts'
import { paperListOf, wallTime } from './paper-list.ts'
import { readInsideForPaper, readMusterForPaper, readSiteClock } from './paper-reads.ts'
import { findPaperList, upsertPaperList } from './paper-store.ts'
import { hasSite } from './point-reads.ts'
import { readPaperNextAt, readSettings } from './setting-store.ts'

const sealContext = 'paper_list.pdf'

/** @throws AppError site.not-found */
export async function getPaperList(ctx: Ctx, siteId: string): Promise<PaperList> {
  if (!(await hasSite(ctx.db, siteId))) throw new AppError('site.not-found')
  const list = await findPaperList(ctx.db, siteId)
  return {
    madeAt: list?.made_at ?? null,
    people: list?.people ?? 0,
    mailedTo: list?.mailed_to ?? 0,
    nextAt: await readPaperNextAt(ctx.db, siteId),
    canMail: (await ctx.mail.server(ctx.db)) !== undefined,
  }
}

/** The last list, as PDF. @throws AppError site.not-found, muster.no-paper-list */
export async function openPaperList(ctx: Ctx, siteId: string): Promise<Buffer> {
  const site = await readSiteClock(ctx.db, siteId)
  if (!site) throw new AppError('site.not-found')
  ctx.audit.item = site.name
  const list = await findPaperList(ctx.db, siteId)
  if (!list) throw new AppError('muster.no-paper-list')
  return unseal(ctx.keys.column, list.pdf_sealed, sealContext)
}

/**
 * Makes the list of a site and mails it: of the people in its muster, else of those who are inside. The list, its mails and its line in the
 * history are stored together.
 * @throws AppError site.not-found
 */
export async function makePaperList(ctx: Ctx, siteId: string): Promise<void> {
  const site = await readSiteClock(ctx.db, siteId)
  if (!site) throw new AppError('site.not-found')
  ctx.audit.item = site.name
  const settings = await readSettings(ctx.db, siteId)
  const running = await findRunning(ctx.db, siteId)
  const people = running ? await readMusterForPaper(ctx.db, running.id) : await readInsideForPaper(ctx.db, siteId)
  const now = ctx.clock.now().toString()
  const wall = { timeZone: site.time_zone, language: settings.language }
  const pdf = await drawPdf(paperListOf(site.name, people, now, wall))
  const facts = { site: site.name, time: wallTime(wall, now), zone: wall.timeZone, count: String(people.length) }
  await inTransaction(ctx, async (ctx) => {
    await upsertPaperList(ctx.db, {
      site_id: siteId,
      made_at: now,
      people: people.length,
      mailed_to: await mailList(ctx, settings, facts, pdf),
      pdf_sealed: seal(ctx.keys.column, pdf, sealContext),
    })
    if (running)
      await insertEvents(ctx.db, [
        {
          muster_id: running.id,
          id: randomUUID(),
          kind: 'paper-made',
          at: now,
          received_at: now,
          by: nameOfActor(ctx),
        },
      ])
    await hint(ctx, { to: 'consoles', topic: 'musters' })
  })
}

/** Gives to how many addresses it goes. */
async function mailList(
  ctx: Ctx,
  { paperMails, language }: MusterSettings,
  facts: Readonly<Record<string, string>>,
  pdf: Buffer,
): Promise<number> {
  const { subject, text } = musterPaperTexts[language].mail
  const file = { name: 'muster-list.pdf', contentType: 'application/pdf', base64: pdf.toString('base64') }
  let count = 0
  for (const to of paperMails) {
    const mail = { to, subject: fillText(subject, facts), text: fillText(text, facts), files: [file] }
    if (await postMail(ctx, mail)) count += 1
  }
  return count
}
