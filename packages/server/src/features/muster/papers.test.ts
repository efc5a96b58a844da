import {
  endMuster,
  exportMusterReport,
  exportPaperList,
  getMusterSettings,
  getPaperList,
  listMusterEvents,
  listMusterPeople,
  makePaperList,
  markMusterPeople,
  updateMusterSettings,
} from '@gatehouse/contract/features/muster.ts'
import { updateStaff } from '@gatehouse/contract/features/staff.ts'
import { mailText, startMailServer, type TestMailServer } from '@gatehouse/testkit/mail-server.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { read, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executeAlone } from '../../../test/execute-alone.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { musterBuilder } from '../../../test/musters.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import { buildVisitor } from '../../../test/visits.ts'
import { makeDueLists } from './paper-jobs.ts'

let house: TestGatehouse
let admin: Caller
let smtp: TestMailServer
let builder: ReturnType<typeof musterBuilder>
beforeAll(async () => {
  smtp = await startMailServer()
  house = await startTestGatehouse({
    withJobs: true,
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'gate@example.com', PUBLIC_URL: 'https://gate.example.com' },
  })
  admin = await house.asRole('superAdmin')
  builder = musterBuilder(house, admin)
})
afterAll(async () => {
  await house.close()
  await smtp.close()
})

const settings = { startsByFire: false, addsLatecomers: true, paperMails: [] as string[], language: 'en' as const }
const set = (siteId: string, paperMinutes: number | null, more: object = {}) =>
  admin.ask(updateMusterSettings, { params: { id: siteId }, body: { ...settings, paperMinutes, ...more } })
const stateOf = (siteId: string) => admin.ask(getPaperList, { params: { id: siteId } })
const due = () => makeDueLists(house.gatehouse.services)

/** The bytes of a download. */
async function download(path: string): Promise<{ bytes: Buffer; type: string; status: number }> {
  const answer = await house.gatehouse.fastify.inject({ url: `/api${path}`, headers: { 'auth-token': admin.token } })
  return { bytes: answer.rawPayload, type: String(answer.headers['content-type']), status: answer.statusCode }
}
const pagesOf = async (siteId: string) => pdfText((await download(exportPaperList.path.replace(':id', siteId))).bytes)
const reportOf = (id: string, query: string) => download(`${exportMusterReport.path.replace(':id', id)}?${query}`)

/** The PDF that is attached to a mail. */
function attachmentOf({ source }: { source: string }): Buffer {
  const part = /content-type: application\/pdf[^]*?\r\n\r\n([^]*?)\r\n--/i.exec(source)
  return Buffer.from(part?.[1] ?? '', 'base64')
}

async function buildSite() {
  const { site, hall, top } = await builder.buildSite('Asia/Tokyo')
  const gate = await builder.buildDoor(site.id, hall.id)
  const point = await builder.pointAt(site.id, '北门 North lawn', [hall.id])
  return { site, hall, top, gate, point }
}

describe('the paper list', () => {
  it('a list is made and mailed while it is switched on, each one once, with the times of the clock of its site', async () => {
    const { site, gate } = await buildSite()
    await builder.comeIn(gate, '张玮喆')
    await builder.comeIn(gate, 'Quinn Harper')
    await set(site.id, 15, { paperMails: ['guard@example.com', 'boss@example.com'] })
    smtp.mails.length = 0
    await Promise.all([due(), due(), due()])
    await until(() => smtp.mails.length === 2)
    expect(smtp.mails.flatMap(({ to }) => to).toSorted()).toEqual(['boss@example.com', 'guard@example.com'])
    expect(mailText(smtp.mails[0]!)).toContain('(Asia/Tokyo): 2')
    const [page] = await pdfText(attachmentOf(smtp.mails[0]!))
    const at = house.clock.now().toZonedDateTimeISO('Asia/Tokyo')
    expect(page).toContain(`As of ${at.toPlainDate().toString()}`)
    expect(page).toContain('(Asia/Tokyo, UTC+09:00)')
    expect(page).toContain('北门 North lawn (2)')
    expect(page).toContain('张玮喆')
    expect(page).toMatch(/Quinn Harper .*Hall .*Door/)
    expect(await pagesOf(site.id)).toEqual([page])
    const state = await stateOf(site.id)
    expect(state).toMatchObject({ people: 2, mailedTo: 2, canMail: true })
    const minutes = Temporal.Instant.from(state.madeAt!).until(Temporal.Instant.from(state.nextAt!)).total('minutes')
    expect(Math.round(minutes)).toBe(15)
    await due()
    expect((await stateOf(site.id)).madeAt).toBe(state.madeAt)
    house.clock.advance({ minutes: 16 })
    await due()
    await until(() => smtp.mails.length === 4)
  })

  it('a list that was interrupted is made by the next server', async () => {
    const { site } = await buildSite()
    await set(site.id, 60)
    await sql`create function refuse_list() returns trigger language plpgsql as $$ begin raise exception 'no list'; end $$`.execute(
      house.db,
    )
    await executeAlone(
      house.db,
      sql`create trigger refuse_list before insert on paper_list for each row execute function refuse_list()`,
    )
    await due()
    await executeAlone(house.db, sql`drop trigger refuse_list on paper_list`)
    expect(await stateOf(site.id)).toMatchObject({ madeAt: null })
    house.clock.advance({ minutes: 2 })
    await due()
    expect((await stateOf(site.id)).madeAt).not.toBeNull()
  })

  it('a list in Chinese names visitors with their hosts, and people without a point last', async () => {
    const { site, top, gate } = await buildSite()
    const host = await builder.comeIn(gate, '林子涵')
    const visitor = await buildVisitor(house, admin, { name: '周偉', hostId: host.id })
    await builder.pass(gate, visitor.id, { kind: 'visitor' })
    await builder.comeIn(await builder.buildDoor(site.id, top, 'both'), '蔡宇航')
    await set(site.id, null, { language: 'zh-tw' })
    await admin.ask(makePaperList, { params: { id: site.id } })
    const pages = await pagesOf(site.id)
    expect(pages[0]).toContain(`${site.name} 集合點名名單`)
    expect(pages[0]).toMatch(/周偉 林子涵/)
    expect(pages[1]).toContain('未分配集合點（1 人）')
    expect(pages[1]).toContain(`? ${site.name}`)
  })

  it('a list made during a muster has its people, ticked where they are found, and stands in its history', async () => {
    const { site, gate } = await buildSite()
    await builder.comeIn(gate)
    const { id } = await builder.start(site.id)
    const list = await admin.ask(makePaperList, { params: { id: site.id } })
    expect(list).toMatchObject({ people: 1, mailedTo: 0, nextAt: null })
    const { items } = await admin.ask(listMusterEvents, { params: { id } })
    expect(items[0]).toMatchObject({ kind: 'paper-made' })
  })

  it('the last list is deleted with the setting, and without one the download says what to do', async () => {
    const { site } = await buildSite()
    await set(site.id, 30)
    await due()
    expect((await stateOf(site.id)).madeAt).not.toBeNull()
    await set(site.id, null)
    expect(await stateOf(site.id)).toMatchObject({ madeAt: null, nextAt: null })
    const { status, bytes } = await download(exportPaperList.path.replace(':id', site.id))
    expect([status, JSON.parse(bytes.toString()).message]).toEqual([404, 'muster.no-paper-list'])
  })

  it('a list is not readable in the database', async () => {
    const { site } = await buildSite()
    await admin.ask(makePaperList, { params: { id: site.id } })
    const { pdf_sealed } = await house.db
      .selectFrom('paper_list')
      .select('pdf_sealed')
      .where('site_id', '=', site.id)
      .executeTakeFirstOrThrow()
    expect(pdf_sealed.includes('%PDF')).toBe(false)
  })
})

describe('the report', () => {
  async function buildReport() {
    const { site, gate } = await buildSite()
    const [one] = [await builder.comeIn(gate, '周伟'), await builder.comeIn(gate, 'Missing Person')]
    const { id } = await builder.start(site.id)
    house.clock.advance({ seconds: 90 })
    const { items } = await admin.ask(listMusterPeople, { params: { id }, query: { keyword: '周伟' } })
    await admin.ask(markMusterPeople, { params: { id }, body: { personIds: [items[0]!.id], state: 'safe' } })
    return { id, site, one }
  }

  it('a report as PDF says who, when, how and how long it took', async () => {
    const { id, site } = await buildReport()
    const open = (await pdfText((await reportOf(id, 'language=en')).bytes)).join(' ')
    expect(open).toContain(`Muster drill report, ${site.name}`)
    expect(open).toContain('Still running')
    expect(open).toContain('Somebody was still missing')
    const { items } = await admin.ask(listMusterPeople, { params: { id }, query: { state: 'missing' } })
    const body = { personIds: [items[0]!.id], state: 'not-on-site' as const, isFromPaper: true }
    await admin.ask(markMusterPeople, { params: { id }, body })
    await admin.ask(endMuster, { params: { id }, body: { note: 'All accounted for' } })
    const { bytes, type } = await reportOf(id, 'language=en&format=pdf')
    expect(type).toBe('application/pdf')
    const text = (await pdfText(bytes)).join(' ')
    expect(text).toMatch(/Nobody missing after 1 min 3\d s/)
    expect(text).toContain('2 people: 1 safe, 1 not on site, 0 missing')
    expect(text).toContain('All accounted for')
    expect(text).toMatch(/周伟 Hall .*Safe \d\d:\d\d Console/)
    expect(text).toMatch(/Missing Person Hall .*Not on site .*Paper/)
    expect(text).toContain('All times by the clock of the site: Asia/Tokyo')
  })

  it('a report as a workbook has the same facts and a row for each person, in the language that was asked for', async () => {
    const { id, one } = await buildReport()
    await admin.ask(updateStaff, { params: { id: one.id }, body: { name: '周伟=1+1' } })
    const { bytes, type } = await reportOf(id, 'language=zh&format=xlsx')
    expect(type).toContain('spreadsheetml')
    const book = read(bytes, { cellDates: true })
    const rows = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
    expect(rows[0]![0]).toContain('集合点名演练报告')
    expect(rows.flat()).toContain('共 2 人：1 人安全，0 人不在现场，1 人未到')
    const head = rows.findIndex(([first]) => first === '姓名')
    expect(rows[head]).toContain('标记方式')
    expect(rows.slice(head + 1).map(([name]) => name)).toEqual(expect.arrayContaining(['周伟=1+1', 'Missing Person']))
    expect(rows.find(([name]) => name === '周伟=1+1')).toEqual(expect.arrayContaining(['安全', '控制台', 'Hall']))
  })
})

it('The addresses of a paper list are shown to those who may change them, and to nobody else who sees the site', async () => {
  const { site } = await builder.buildSite()
  await set(site.id, 60, { paperMails: ['guard@example.com'] })
  const params = { id: site.id }
  for (const role of ['mainAdmin', 'deviceAdmin'] as const)
    expect((await (await house.asRole(role)).ask(getMusterSettings, { params })).paperMails).toEqual([
      'guard@example.com',
    ])
  const reader = await house.asRole('subAdmin')
  expect(await reader.ask(getMusterSettings, { params })).toMatchObject({ paperMails: null, paperMinutes: 60 })
  expect(JSON.stringify(await reader.call(getPaperList, { params }))).not.toContain('guard@')
  expect((await (await house.asRole('visitorAdmin')).call(getMusterSettings, { params })).status).toBe(403)
})
