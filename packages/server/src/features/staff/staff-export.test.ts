import { createStaff, exportStaff } from '@gatehouse/contract/features/staff.ts'
import { type CellObject, read, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'

let test: TestGatehouse
let admin: Caller
beforeAll(async () => {
  test = await startTestGatehouse()
  admin = await test.asRole('superAdmin')
  const body = { jobId: '-1+1', phone: '+10-123456', remark: 'x', staffType: 'intern' as const }
  await admin.ask(createStaff, { body: { name: `=HYPERLINK("http://evil","click")`, ...body } })
  const days = { birthdayOn: '1900-02-28', entryOn: '2026-11-22' }
  await admin.ask(createStaff, { body: { name: '李伟 <&> "quoted", and more', jobId: '0007', ...days } })
  await test.db.updateTable('company').set({ time_zone: 'Asia/Shanghai' }).execute()
  await sql`update person set created_at = case job_id when '0007' then '2026-11-21T23:30:59.9Z' else '2026-11-20' end::timestamptz`.execute(
    test.db,
  )
})
afterAll(() => test.close())

const fetchFile = async (query: string, caller = admin) => {
  const answer = await test.gatehouse.fastify.inject({
    url: `/api${exportStaff.path}?sort=createdAt&order=asc&${query}`,
    headers: { cookie: `token=${caller.token}` },
  })
  expect([query, answer.statusCode]).toEqual([query, 200])
  return answer
}

describe('[MAN-12] an export of staff', () => {
  it('an export of staff as CSV runs no formula that somebody entered as a name', async () => {
    const answer = await fetchFile('format=csv&language=en')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="staff-\d{4}-\d\d-\d\d\.csv"$/)
    const [head, evil, good] = answer.body.split('\r\n')
    expect(head).toMatch(/^\uFEFFName,Phone,Area code,Extension,Department,Position,Job ID,/)
    expect(evil).toMatch(/^"'=HYPERLINK\(""http:\/\/evil"",""click""\)",'\+10-123456,'\+10,,,,'-1\+1,/)
    expect(good).toMatch(/^"李伟 <&> ""quoted"", and more",,,,,,0007,/)
  })

  it('an export of staff as xlsx holds texts, not formulas, and keeps leading zeros', async () => {
    const answer = await fetchFile('format=xlsx&language=zh-tw')
    const book = read(answer.rawPayload)
    const sheet = book.Sheets['員工']
    if (!sheet) throw new Error('no sheet')
    const rows = utils.sheet_to_json<string[]>(sheet, { header: 1 })
    expect(rows[0]?.slice(0, 3)).toEqual(['姓名', '手機號碼', '國碼'])
    expect(rows[1]?.slice(0, 2)).toEqual([`=HYPERLINK("http://evil","click")`, '+10-123456'])
    expect([rows[1]?.[6], rows[2]?.[0], rows[2]?.[6]]).toEqual(['-1+1', '李伟 <&> "quoted", and more', '0007'])
    expect(Object.values(sheet).some((cell: { f?: string }) => cell.f !== undefined)).toBe(false)
  })

  it('an export of staff as xlsx holds days and moments that a spreadsheet counts with, in the zone that their title names', async () => {
    const book = read((await fetchFile('format=xlsx&language=en')).rawPayload, { cellNF: true })
    const sheet = book.Sheets['Staff']
    if (!sheet) throw new Error('no sheet')
    const [titles = []] = utils.sheet_to_json<string[]>(sheet, { header: 1 })
    const cellOf = (title: string) => {
      const cell = sheet[utils.encode_cell({ r: 2, c: titles.indexOf(title) })] as CellObject
      return [cell.t, cell.w]
    }
    expect(cellOf('Entry date')).toEqual(['n', '2026-11-22'])
    expect(cellOf('Added (Asia/Shanghai)')).toEqual(['n', '2026-11-22 07:30:59'])
    expect(cellOf('Birthday'), 'which Excel would count as another day').toEqual(['s', '1900-02-28'])
    const [head, , good] = (await fetchFile('format=csv&language=en')).body.split('\r\n').map((line) => line.split(','))
    expect(head?.at(-1)).toBe('Added (Asia/Shanghai)')
    expect(good?.at(-1)).toBe('2026-11-22 07:30:59')
  })

  it('an export of staff is masked for users who cannot write people, filtered as the list, and leaves a line in the log', async () => {
    const reader = await test.asRole('subAdmin')
    const answer = await fetchFile('format=csv&keyword=hyperlink', reader)
    expect(answer.body.trim().split('\r\n')).toHaveLength(2)
    expect(answer.body).not.toContain('+10-123456')
    const ofType = await fetchFile('format=csv&staffType=intern', reader)
    expect(ofType.body.trim().split('\r\n').slice(1)).toEqual(answer.body.trim().split('\r\n').slice(1))
    const { rows } = await sql<{ item: string; facts: object }>`
      select item, facts from operation_log where event = 'export' order by at`.execute(test.db)
    expect(rows.at(-1)).toMatchObject({ item: expect.stringMatching(/^staff-.*\.csv$/), facts: { people: 1 } })
  })

  it('an export of many staff is complete', async () => {
    await sql`insert into person (kind, name, name_search) select 1, 'N' || n, 'n' || n from generate_series(1, 2300) n`.execute(
      test.db,
    )
    const { body } = await fetchFile('format=csv')
    expect(new Set(body.trim().split('\r\n')).size).toBe(2303)
  })
})
