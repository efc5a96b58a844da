import { languageOf } from '@gatehouse/contract/envelope.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { AttendanceReport, ReportSettings } from '@gatehouse/contract/features/attendance/reports.ts'
import { attendanceFacts } from '@gatehouse/engine/attendance/vocabulary.ts'
import { changesBetween } from '../../../lib/changes-between.ts'
import { type Ctx, inTransaction, type Services } from '../../../ctx.ts'
import { type Mail, postMail } from '../../../lib/mail.ts'
import { readZones } from '../../../company/company-reads.ts'
import { attendanceFile } from './attendance-file.ts'
import { fileTexts } from './attendance-file-texts.ts'
import { hasRecomputeTasks } from '../recompute-queue-store.ts'
import { isClosed, lockReport, selectReport, updateReport } from './report-store.ts'
import { readToday } from '../rules/rule-service.ts'
import { readStatistics } from './statistics-reads.ts'

type ReportServices = Pick<Services, 'db' | 'clock' | 'keys' | 'mail' | 'publicUrl'>

/** Mail servers mostly take 10 MB, and a file grows by a third on its way. */
const maxMailedBytes = 5_000_000

export async function getReport({ db, mail }: Pick<Ctx, 'db' | 'mail'>): Promise<AttendanceReport> {
  const row = await selectReport(db)
  return {
    recipients: row.recipients,
    dayOfMonth: row.day_of_month,
    language: languageOf(row.language),
    canMail: (await mail.server(db)) !== undefined,
  }
}

export async function changeReport(ctx: Ctx, input: ReportSettings): Promise<AttendanceReport> {
  const row = await lockReport(ctx.db)
  const before = await getReport(ctx)
  const { today } = await readToday(ctx)
  const { firstOn, day } = monthBefore(today)
  // An account that orders the report after its day does not want the report of last month at once.
  const isLate = row.recipients.length === 0 && day >= input.dayOfMonth
  await updateReport(ctx.db, {
    recipients: [...new Set(input.recipients)],
    day_of_month: input.dayOfMonth,
    language: input.language,
    ...(isLate ? { sent_month_on: firstOn } : {}),
  })
  const after = await getReport(ctx)
  ctx.audit.changes = changesBetween(before, after, ['canMail'])
  return after
}

function monthBefore(today: string) {
  const date = Temporal.PlainDate.from(today)
  const first = date.with({ day: 1 }).subtract({ months: 1 })
  return {
    firstOn: first.toString(),
    lastOn: first.add({ months: 1 }).subtract({ days: 1 }).toString(),
    month: first.toString().slice(0, 7),
    day: date.day,
  }
}

type Month = ReturnType<typeof monthBefore>

/**
 * Mails the figures of the last month once its day has come, all its days are closed and none of them waits to be evaluated.
 * Without a mail server the report stays due: it is sent when one is set within the month.
 */
export async function mailReport(services: ReportServices): Promise<void> {
  await inTransaction(services, async (ctx) => {
    const { db } = ctx
    const { recipients, day_of_month, language, sent_month_on } = await lockReport(db)
    const { today } = await readToday(ctx)
    const period = monthBefore(today)
    if (recipients.length === 0 || period.day < day_of_month || period.firstOn === sent_month_on) return
    if (!(await isFinal(db, period))) return
    const mail = await reportMail(ctx, period, languageOf(language))
    let isSent = false
    for (const to of recipients) isSent = (await postMail(ctx, { ...mail, to })) || isSent
    if (isSent) await updateReport(db, { sent_month_on: period.firstOn })
  })
}

/**
 * Mails the present figures of the last month at once; the report that is due on its day is still sent.
 * @throws AppError attendance.no-recipients, mail.not-set
 */
export async function sendReport(ctx: Ctx) {
  const { recipients, language } = await selectReport(ctx.db)
  const period = monthBefore((await readToday(ctx)).today)
  ctx.audit.item = period.month
  if (recipients.length === 0) throw new AppError('attendance.no-recipients')
  const mail = await reportMail(ctx, period, languageOf(language))
  for (const to of recipients) if (!(await postMail(ctx, { ...mail, to }))) throw new AppError('mail.not-set')
  return { month: period.month, recipients: recipients.length }
}

/** Whether every day of a month is closed, and none waits to be evaluated. */
const isFinal = async (db: Services['db'], { lastOn }: Month) =>
  (await isClosed(db, lastOn)) && !(await hasRecomputeTasks(db))

/** Makes the totals of everybody, and a file with a row for each person. */
async function reportMail(
  { db, publicUrl }: Pick<ReportServices, 'db' | 'publicUrl'>,
  period: Month,
  language: ReportSettings['language'],
): Promise<Omit<Mail, 'to'>> {
  const { firstOn: from, lastOn: to, month } = period
  const texts = fileTexts[language]
  const { total, sum } = await readStatistics(db, { from, to, page: 1, size: 1, sort: 'name', order: 'asc' })
  const page = `${publicUrl}/attendance/attendanceStatistics?from=${from}&to=${to}`
  const subject = texts.reportSubject(month)
  if (total === 0) return { subject, text: [texts.reportNothing, page, texts.reportWhy].join('\n\n') }
  const chunks = await Array.fromAsync(attendanceFile(db, { rows: 'people', from, to, language }, await readZones(db)))
  const file = Buffer.from(chunks.join(''))
  const isTooLarge = file.length > maxMailedBytes
  const figures = attendanceFacts.map((fact) => `${texts.facts[fact]}: ${sum[fact]}`).join('\n')
  const unfinished = (await isFinal(db, period)) ? [] : [texts.reportUnfinished]
  const lead = isTooLarge ? texts.reportTooLarge(total) : texts.reportAttached(total)
  return {
    subject,
    text: [...unfinished, lead, figures, page, texts.reportWhy].join('\n\n'),
    ...(isTooLarge
      ? {}
      : {
          files: [
            {
              name: `attendance-${month}.csv`,
              contentType: 'text/csv; charset=utf-8',
              base64: file.toString('base64'),
            },
          ],
        }),
  }
}
