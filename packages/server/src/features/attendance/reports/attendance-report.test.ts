import { createAttendanceRule } from '@gatehouse/contract/features/attendance/rules.ts'
import {
  getAttendanceReport,
  sendAttendanceReport,
  updateAttendanceReport,
} from '@gatehouse/contract/features/attendance/reports.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { follow, officeHours, passAt, zone } from '../../../../test/build-attendance.ts'
import { buildStaff, pairTestDevice } from '../../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'
import { startMailServer, type TestMailServer, mailText } from '@gatehouse/testkit/mail-server.ts'
import { mailJob } from '../../../jobs/send-mail.ts'
import { mailReport } from './report-service.ts'

let smtp: TestMailServer
let house: TestGatehouse
let admin: Caller

// On the first of a month no report is due: then it is tomorrow here.
const isFirst = Temporal.Now.plainDateISO(zone).day === 1
const today = Temporal.Now.plainDateISO(zone).add({ days: isFirst ? 1 : 0 })
/** The month before this one, and its first weekday, on which somebody is late. */
const first = today.with({ day: 1 }).subtract({ months: 1 })
const month = first.toString().slice(0, 7)
const lastOn = first.add({ months: 1 }).subtract({ days: 1 }).toString()
const workday = first.add({ days: Math.max(0, 8 - first.dayOfWeek) % 7 }).toString()
/** Today's day of the month, as far as the settings go. */
const dueDay = Math.min(28, Math.max(2, today.day))

beforeAll(async () => {
  smtp = await startMailServer()
  house = await startTestGatehouse({
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'gate@example.com', PUBLIC_URL: 'https://gate.example.com/' },
  })
  if (isFirst) house.clock.advance({ days: 1 })
  await house.db.updateTable('company').set({ time_zone: zone }).execute()
  admin = await house.asRole('superAdmin')
})
afterAll(async () => {
  await house.close()
  await smtp.close()
})

const order = (recipients: string[], dayOfMonth = dueDay) =>
  admin.ask(updateAttendanceReport, { body: { recipients, dayOfMonth, language: 'en' as const } })
/** Marks the month's days as closed, or not. */
const close = (on: string | null) =>
  sql`update attendance_rule set created_at = ${first.toString()}, closed_through_on = ${on}`.execute(house.db)
const due = (sentMonthOn: string | null = null) =>
  sql`update attendance_report set sent_month_on = ${sentMonthOn}`.execute(house.db)

/** The mails that are queued, as the mail server gets them. The queue is worked off here: no other job comes in between. */
async function mailsOf(run: () => Promise<void>) {
  smtp.mails.length = 0
  await run()
  const { rows } = await sql<{ id: string; payload: unknown }>`
    select j.id, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
    where j.task_identifier = 'send-mail' order by j.id`.execute(house.db)
  for (const { payload } of rows) await mailJob(house.gatehouse.services).run(payload)
  await sql`select graphile_worker.complete_jobs(${rows.map(({ id }) => id)}::bigint[])`.execute(house.db)
  return [...smtp.mails]
}
const send = () => mailsOf(() => mailReport(house.gatehouse.services))

describe('[ATT-04] the monthly report', () => {
  beforeAll(async () => {
    const door = await pairTestDevice(house, admin, 'Door')
    const person = await buildStaff(admin, '=Wang, "Fang"')
    await admin.ask(createAttendanceRule, {
      body: {
        name: 'Office',
        settings: officeHours,
        areaIds: [],
        participants: [{ kind: 'person', id: person.id }],
        effectiveOn: first.toString(),
      },
    })
    await follow(house)
    await passAt(door, person.id, workday, ['09:30', '18:00'])
    await follow(house)
  })
  beforeEach(async () => {
    await order(['wages@example.com', 'boss@example.com'])
    await close(lastOn)
    await due()
    await follow(house)
  })

  it('the monthly report reaches everybody who ordered it, once, with the totals and the file of the month before', async () => {
    const mails = await send()
    expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(['boss@example.com', 'wages@example.com'])
    const [mail] = mails
    if (!mail) throw new Error('no mail')
    expect(mail.source).toContain(`Subject: Attendance of ${month}`)
    const text = mailText(mail)
    expect(text).toContain('The attached file has the figures of one person')
    expect(text).toContain('Late: 1')
    expect(text).toContain(
      `https://gate.example.com/attendance/attendanceStatistics?from=${first.toString()}&to=${lastOn}`,
    )
    const part = new RegExp(`filename=attendance-${month}\\.csv\\r\\n(?:.+\\r\\n)*\\r\\n([^]*?)\\r\\n--`).exec(
      mail.source,
    )
    const lines = Buffer.from(part?.[1] ?? '', 'base64')
      .toString()
      .split('\r\n')
    expect(lines[0]).toMatch(/^\uFEFFJob ID,Name,Department,From,To,Normal days,Late,/)
    // quoted, and no formula
    expect(lines[1]).toMatch(new RegExp(`"'=Wang, ""Fang""",.*,${first.toString()},${lastOn},0,1,`))
    expect(await send()).toEqual([])
  })

  it('the monthly report waits for its day, for the month to be closed, and for days that are not evaluated yet', async () => {
    await order(['wages@example.com'], 28)
    if (today.day < 28) expect(await send()).toEqual([])
    await order(['wages@example.com'])
    await close(first.toString())
    expect(await send()).toEqual([])
    await close(lastOn)
    expect(await send()).toHaveLength(1)
  })

  it('no report is sent without recipients, nor for a month that was over before the first order', async () => {
    await order([])
    expect(await send()).toEqual([])
    await order(['late@example.com'])
    expect(await send()).toEqual([])
    const { sent_month_on } = await house.db
      .selectFrom('attendance_report')
      .select('sent_month_on')
      .executeTakeFirstOrThrow()
    expect(sent_month_on).toBe(first.toString())
  })

  it('the monthly report is sent at once on request, with a note where the month may still change', async () => {
    await close(first.toString())
    const now = () => mailsOf(async () => void (await admin.ask(sendAttendanceReport)))
    const early = await now()
    expect(early.flatMap(({ to }) => to).toSorted()).toEqual(['boss@example.com', 'wages@example.com'])
    expect(mailText(early[0]!)).toContain('these figures may still change')
    await close(lastOn)
    expect(mailText((await now())[0]!)).not.toContain('may still change')
    // the report that is due is sent as well
    expect(await send()).toHaveLength(2)
    await order([])
    expect((await admin.call(sendAttendanceReport)).message).toBe('attendance.no-recipients')
    expect((await (await house.asRole('subAdmin')).call(sendAttendanceReport)).status).toBe(403)
  })

  it('the monthly report stays due without a mail server', async () => {
    const { services } = house.gatehouse
    const sent = await mailsOf(() =>
      mailReport({ ...services, mail: { server: async () => undefined, fromEnvironment: undefined } }),
    )
    expect(sent).toEqual([])
    expect(await send()).toHaveLength(2)
  })

  it('the report names each recipient once, and refuses an invalid address and the first of a month', async () => {
    await order(['a@example.com', 'a@example.com'])
    expect(await admin.ask(getAttendanceReport, {})).toMatchObject({ recipients: ['a@example.com'], canMail: true })
    const body = { recipients: ['nobody'], dayOfMonth: 2, language: 'en' as const }
    expect((await admin.call(updateAttendanceReport, { body })).status).toBe(400)
    const onFirst = { ...body, recipients: [], dayOfMonth: 1 }
    expect((await admin.call(updateAttendanceReport, { body: onFirst })).status).toBe(400)
  })
})
