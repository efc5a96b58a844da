import { createDepartment, deleteDepartment, listDepartments } from '@gatehouse/contract/features/departments.ts'
import {
  cancelImport,
  deleteImport,
  getImport,
  getImportResult,
  getImportTemplate,
  importStaff,
  listImportRows,
  listImports,
} from '@gatehouse/contract/features/imports.ts'
import { templateColumns } from '@gatehouse/contract/import-columns.ts'
import { createStaff, deleteStaff, getStaff, listStaff } from '@gatehouse/contract/features/staff.ts'
import { errorDefinitions } from '@gatehouse/contract/errors.ts'
import { importTexts } from '@gatehouse/contract/texts/import-texts.ts'
import { read, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hint } from '../../ctx.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { filesBody } from '../../../test/inject-request.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { withUnknownRecord, workbook } from '../../../test/workbook.ts'
import { nameColumns } from '../../people/person-columns.ts'
import { insertPerson, lockJobIds } from '../../people/person-store.ts'
import { clearGarbage } from '../../blobs/clear-garbage.ts'
import { purgeOldImports } from './import-service.ts'

let test: TestGatehouse
let admin: Caller
beforeAll(async () => {
  test = await startTestGatehouse()
  admin = await test.asRole('superAdmin')
})
beforeEach(async () => {
  for (;;) {
    const { items } = await admin.ask(listStaff, { query: { size: 200 } })
    if (items.length === 0) return
    await admin.ask(deleteStaff, { body: { ids: items.map(({ id }) => id) } })
  }
})
afterAll(() => test.close())

const upload = (bytes: Buffer, query: object = {}, name = 'people.xls') =>
  admin.call(importStaff, { query, files: [{ name, bytes }] })
/** Imports and waits until it is done. */
async function importAll(bytes: Buffer, query: object = {}) {
  const answer = await upload(bytes, query)
  expect(answer.message).toBe('success')
  return until(async () => {
    const run = await admin.ask(getImport, { params: { id: answer.data.id } })
    return run.state === 'done' && run
  })
}
const rowsOf = async (id: string) => (await admin.ask(listImportRows, { params: { id }, query: { size: 200 } })).items
const people = async () => (await admin.ask(listStaff, { query: { size: 200, sort: 'name', order: 'asc' } })).items
const download = async (url: string) => {
  const answer = await test.gatehouse.fastify.inject({ url: `/api${url}`, headers: { cookie: `token=${admin.token}` } })
  expect(answer.statusCode).toBe(200)
  const book = read(answer.rawPayload, { type: 'buffer', cellFormula: true })
  const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '' })
  return { answer, book, rows }
}

const titles = ['Name', 'Phone', 'Job ID', 'Department', 'E-mail', 'Groups']

describe('[MAN-07] an Excel import', () => {
  it('an import prints nothing on the server’s output about records that the library does not know', async () => {
    const said: string[] = []
    const spies = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation((text) => {
        said.push(String(text))
        return true
      }),
    )
    try {
      const run = await importAll(withUnknownRecord(workbook([['Name'], ['Ada']])))
      expect(run.counts.created).toBe(1)
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
    expect(said.join('')).not.toContain('Missing Info')
  })

  it('an import creates people with every column, in any language and order of titles', async () => {
    const t = importTexts.zh.columns
    const values = {
      name: '王芳',
      phone: '+10-123456',
      areaCode: '+10',
      extension: '8001',
      department: '总公司/销售部',
      position: '经理',
      jobId: 'W001',
      email: 'wang@example.com',
      icCard: 'C0001',
      idNumber: '440300199001011234',
      workingPlace: '深圳',
      birthday: '1990-01-01',
      entryDate: '2020/2/3',
      staffType: '实习生',
      countryCode: 'chn',
      regionCode: '440300',
      groups: '默认员工组',
      remark: '备注',
    }
    const order = [...templateColumns].toReversed()
    const run = await importAll(workbook([order.map((column) => t[column]), order.map((column) => values[column])]), {
      makesDepartments: 'true',
    })
    expect(run).toMatchObject({ total: 1, counts: { created: 1, failed: 0 }, ignoredColumns: [] })
    const [found] = await people()
    const person = await test.db
      .selectFrom('person')
      .selectAll()
      .where('id', '=', found?.id ?? '')
      .executeTakeFirstOrThrow()
    expect(found).toMatchObject({
      name: '王芳',
      jobId: 'W001',
      phone: '+10-123456',
      department: { name: '销售部', path: '总公司/销售部' },
    })
    expect(person).toMatchObject({
      area_code: '+10',
      extension: '8001',
      position: '经理',
      ic_card: 'C0001',
      working_place: '深圳',
      birthday_on: '1990-01-01',
      entry_on: '2020-02-03',
      staff_type: 2,
      country_code: 'CHN',
      region_code: '440300',
      remark: '备注',
    })
    expect(person.name_search).toContain('wangfang')
    expect(person.id_number_sealed?.includes('440300')).toBe(false)
    expect(found?.groups.map(({ name }) => name)).toEqual(['Default staff group'])
  })

  it('[MAN-09] an import takes an area code of any country, from its column or from the number', async () => {
    const t = importTexts.en.columns
    const run = await importAll(
      workbook([
        [t.name, t.jobId, t.phone, t.areaCode],
        ['Column', 'AC1', '301234567', '49'],
        ['Number', 'AC2', '+852-91234567', null],
        ['Mainland', 'AC3', '13812345678', '+86'],
        ['Too long', 'AC4', '301234567', '+12345'],
      ]),
    )
    expect(run.counts).toMatchObject({ created: 3, failed: 1 })
    const phones = new Map((await people()).map(({ name, phone }) => [name, phone]))
    expect(['Column', 'Number', 'Mainland', 'Too long'].map((name) => phones.get(name))).toEqual([
      '+49-301234567',
      '+852-91234567',
      '13812345678',
      undefined,
    ])
  })

  it('an import adds every valid line, and says for every other line which cell is wrong and why', async () => {
    await admin.ask(createDepartment, { body: { name: 'Kitchen' } })
    const run = await importAll(
      workbook(
        [
          titles,
          ['Ann', '13800000001', 'J1', 'Kitchen', 'ann@example.com', null],
          [null, '13800000002', 'J2', null, null, null],
          ['Bob', '12', 'J3', null, 'bob', null],
          ['Cleo', '13800000001', 'J1', null, null, null],
          ['Dan', null, 'J4', 'Garden/North', null, 'Night shift'],
          ['😀'.repeat(1_500), null, 'J5', null, null, null],
          ['Eve', null, 'J6', null, null, null],
        ],
        { hasLongText: true },
      ),
    )
    expect(run.counts).toEqual({ created: 2, updated: 0, unchanged: 0, failed: 5 })
    expect((await people()).map(({ name }) => name)).toEqual(['Ann', 'Eve'])
    const rows = await rowsOf(run.id)
    expect(rows.map(({ number, outcome, problems }) => [number, outcome, problems])).toEqual([
      [2, 'created', []],
      [3, 'failed', [{ problem: 'required', column: 'name' }]],
      [
        4,
        'failed',
        [
          { problem: 'wrong-form', column: 'phone' },
          { problem: 'wrong-form', column: 'email' },
        ],
      ],
      [
        5,
        'failed',
        [
          { problem: 'twice-in-file', column: 'jobId', value: '2' },
          { problem: 'twice-in-file', column: 'phone', value: '2' },
        ],
      ],
      [
        6,
        'failed',
        [
          { problem: 'department-not-found', column: 'department', value: 'Garden/North' },
          { problem: 'group-not-found', column: 'groups', value: 'Night shift' },
        ],
      ],
      [7, 'failed', [{ problem: 'too-long', column: 'name' }]],
      [8, 'created', []],
    ])
    const failed = await admin.ask(listImportRows, { params: { id: run.id }, query: { outcome: 'failed' } })
    expect(failed.total).toBe(5)
  })

  it('an import gives back the uploaded file with a column of reasons, in which no text is a formula', async () => {
    const run = await importAll(workbook([titles, ['=cmd|calc', null, 'J1'], [null, null, 'J2']]))
    const { rows, book, answer } = await download(`/v2/imports/${run.id}/result?language=en`)
    expect(rows.map((row) => [row[0], row[2], row.at(-1)])).toEqual([
      ['Name', 'Job ID', 'Result'],
      ['=cmd|calc', 'J1', 'Created'],
      ['', 'J2', 'Failed. Name: this must be filled in'],
    ])
    expect(book.Sheets['Sheet1']?.['A2']).toMatchObject({ t: 's' })
    expect(book.Sheets['Sheet1']?.['A2']?.f).toBeUndefined()
    expect(answer.headers['content-disposition']).toContain('people%20-%20Result.xls')
    const zh = await download(`/v2/imports/${run.id}/result?language=zh`)
    expect(zh.rows[2]?.at(-1)).toBe('失败. 姓名：必填')
    expect((await upload(answer.rawPayload)).data.ignoredColumns).toEqual(['Result'])
  })

  it('an import offers a template with the titles of a language that it reads itself', async () => {
    for (const language of ['en', 'zh', 'zh-tw'] as const) {
      const { rows, answer, book } = await download(`/v2/imports/template?language=${language}`)
      expect(answer.rawPayload.subarray(0, 4).toString('hex')).toBe('d0cf11e0')
      expect(rows).toEqual([templateColumns.map((column) => importTexts[language].columns[column])])
      expect(book.SheetNames).toEqual([importTexts[language].sheet, importTexts[language].explanation])
      expect((await upload(answer.rawPayload)).message).toBe('import.empty')
    }
    expect((await admin.call(getImportTemplate, { query: { language: 'en' } })).status).toBe(200)
  })

  it('an import of the same file twice creates nobody twice, and changes only what a new file says', async () => {
    const file = workbook([
      titles,
      ['Ann', '13800000001', 'J1', null, 'ann@example.com', null],
      ['Bob', '13800000002', null, null, null, null],
    ])
    expect((await importAll(file)).counts).toMatchObject({ created: 2 })
    const [ann, bob] = await people()
    expect((await importAll(file)).counts).toEqual({ created: 0, updated: 0, unchanged: 2, failed: 0 })
    expect((await people()).map(({ id }) => id)).toEqual([ann?.id, bob?.id])
    const changed = workbook([
      titles,
      ['Ann Lee', null, 'J1', null, null, null],
      ['Bob', '13800000002', 'J9', null, null, null],
    ])
    expect((await importAll(changed)).counts).toMatchObject({ updated: 2 })
    expect(await admin.ask(getStaff, { params: { id: ann?.id ?? '' } })).toMatchObject({
      name: 'Ann Lee',
      phone: '13800000001',
      email: 'ann@example.com',
    })
    expect(await admin.ask(getStaff, { params: { id: bob?.id ?? '' } })).toMatchObject({ name: 'Bob', jobId: 'J9' })
  })

  it('an import finds the same person by a job id in another case or in wide letters', async () => {
    const known = await admin.ask(createStaff, { body: { name: 'A', jobId: 'J1' } })
    const run = await importAll(workbook([titles, ['Ann', '13800000009', 'ｊ1']]))
    expect(run.counts).toMatchObject({ updated: 1 })
    expect(await admin.ask(getStaff, { params: { id: known.id } })).toMatchObject({ name: 'Ann', jobId: 'j1' })
    expect(await people()).toHaveLength(1)
  })

  it('a list finds the person to whom somebody gives its job id at this moment, in another case', async () => {
    let runId = ''
    await test.db.transaction().execute(async (db) => {
      await lockJobIds(db, ['MOMENT-1'])
      await insertPerson(db, 'staff', { ...nameColumns('At this moment'), job_id: 'MOMENT-1' })
      runId = (await upload(workbook([titles, ['Ann', null, 'moment-1']]))).data.id
      const { pid } = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!
      await until(async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where pg_blocking_pids(pid) @> array[${pid}::int] and query ~ 'hashtext'`.execute(test.db)
        return rows.length > 0
      })
    })
    const run = await until(async () => {
      const asked = await admin.ask(getImport, { params: { id: runId } })
      return asked.state === 'done' && asked
    })
    expect(run.counts).toMatchObject({ updated: 1, created: 0 })
    expect(await people()).toMatchObject([{ name: 'Ann', jobId: 'moment-1' }])
  })

  it('an import refuses a line whose job id and phone belong to two people', async () => {
    await admin.ask(createStaff, { body: { name: 'A', jobId: 'J1' } })
    await admin.ask(createStaff, { body: { name: 'B', jobId: 'J2', phone: '13800000002' } })
    const run = await importAll(workbook([titles, ['A', '13800000002', 'J1'], ['C', '13800000002', 'J3']].slice(0, 2)))
    expect((await rowsOf(run.id))[0]?.problems).toEqual([{ problem: 'taken', column: 'phone' }])
    const other = await importAll(workbook([titles, ['C', '13800000002', 'J3']]))
    expect((await rowsOf(other.id))[0]?.problems).toEqual([{ problem: 'taken', column: 'phone' }])
    expect(await people()).toHaveLength(2)
  })

  it('an import creates missing departments, each once, and no deeper than 15 levels', async () => {
    const deep = Array.from({ length: 16 }, (_, level) => `L${level}`).join('/')
    const run = await importAll(
      workbook([
        titles,
        ['A', null, 'J1', 'Head office/Sales'],
        ['B', null, 'J2', 'Head office/Sales'],
        ['C', null, 'J3', deep],
      ]),
      { makesDepartments: 'true' },
    )
    expect(run.counts).toMatchObject({ created: 2, failed: 1 })
    const departments = await admin.ask(listDepartments)
    const office = departments.find(({ name }) => name === 'Head office')
    expect(departments.filter(({ name }) => name === 'Sales')).toMatchObject([{ parentId: office?.id, memberCount: 2 }])
    expect(departments.some(({ name }) => name === 'L0')).toBe(false)
  })

  it('an import takes numbers as the cells show them, and refuses those that Excel has rounded', async () => {
    const run = await importAll(
      workbook([
        ['Name', 'Phone', 'ID card'],
        ['A', 13_800_000_001, null],
        ['B', null, 4.403e17],
      ]),
    )
    expect((await rowsOf(run.id)).map(({ problems }) => problems)).toEqual([
      [],
      [{ problem: 'number-rounded', column: 'idNumber' }],
    ])
    expect((await people())[0]?.phone).toBe('13800000001')
  })

  it('an import stays within the licence, and names the lines that found no place', async () => {
    const limitTo = async (limit: number | null) => {
      await test.db.updateTable('licence').set({ person_limit: limit }).execute()
      await hint(test.gatehouse.services, { to: 'servers', what: 'licence' })
    }
    await limitTo(2)
    // The licence is read again when the hint has come.
    await until(async () => (await admin.call(createStaff, { body: { name: 'Too many' } })).status !== 200)
    await admin.ask(deleteStaff, { body: { ids: (await people()).map(({ id }) => id) } })
    const run = await importAll(workbook([titles, ...['A', 'B', 'C', 'D'].map((name) => [name, null, name])]))
    await limitTo(null)
    expect(run.counts).toMatchObject({ created: 2, failed: 2 })
    expect((await rowsOf(run.id))[3]?.problems).toEqual([{ problem: 'person-limit' }])
  })

  it('an import ends well when its departments and people are deleted meanwhile', async () => {
    const department = await admin.ask(createDepartment, { body: { name: 'Short lived' } })
    const lines = Array.from({ length: 1500 }, (_, n) => [`P${n}`, null, `S${n}`, n % 2 ? 'Short lived' : null])
    const { data } = await upload(workbook([titles, ...lines]))
    await until(async () => (await admin.ask(listStaff, { query: { size: 1 } })).total > 0)
    const { items } = await admin.ask(listStaff, { query: { size: 100 } })
    await admin.ask(deleteStaff, { body: { ids: items.map(({ id }) => id) } })
    const answer = await admin.call(deleteDepartment, { params: { id: department.id } })
    expect(answer.message).toBe('department.has-members')
    const run = await until(async () => {
      const run = await admin.ask(getImport, { params: { id: data.id } })
      return run.state === 'done' && run
    })
    expect(run.counts).toEqual({ created: 1500, updated: 0, unchanged: 0, failed: 0 })
    expect((await admin.ask(listStaff, { query: { size: 1 } })).total).toBe(1500 - items.length)
  })

  it('an import continues after the server stops in the middle, and creates nobody twice when it runs again', async () => {
    const lines = Array.from({ length: 1000 }, (_, n) => [`P${n}`, null, `R${n}`])
    const first = await test.startAnother(admin.token)
    const file = { name: 'people.xls', bytes: workbook([titles, ...lines]) }
    const { id } = await first.ask(importStaff, {
      body: filesBody([file]),
    })
    await until(async () => (await admin.ask(getImport, { params: { id } })).counts.created > 0)
    await first.close()
    // Both servers may work on it; the one that is left finishes.
    const run = await until(async () => {
      const run = await admin.ask(getImport, { params: { id } })
      return run.state === 'done' && run
    })
    expect(run.counts).toMatchObject({ created: 1000, failed: 0 })
    expect((await admin.ask(listStaff, { query: { size: 1 } })).total).toBe(1000)
  })

  it('an import can be stopped, and the people it has created stay', async () => {
    const { data } = await upload(
      workbook([titles, ...Array.from({ length: 5000 }, (_, n) => [`P${n}`, null, `K${n}`])]),
    )
    const stopped = await admin.ask(cancelImport, { params: { id: data.id } })
    expect(stopped.state).toBe('cancelled')
    expect((await admin.call(cancelImport, { params: { id: data.id } })).message).toBe('import.closed')
    const { total } = await admin.ask(listStaff, { query: { size: 1 } })
    expect(total).toBeLessThan(5000)
    const { counts } = await admin.ask(getImport, { params: { id: data.id } })
    expect(counts.created).toBe(total)
  })

  it('an import is listed with its file until it is deleted', async () => {
    const run = await importAll(workbook([titles, ['A', null, 'J1']]))
    expect((await admin.ask(listImports, { query: { kind: 'staff' } })).items.map(({ id }) => id)).toContain(run.id)
    const { source_hash } = await test.db
      .selectFrom('import_run')
      .select('source_hash')
      .where('id', '=', run.id)
      .executeTakeFirstOrThrow()
    const sealed = await test.gatehouse.services.blobs.get(source_hash ?? Buffer.of())
    expect(sealed?.length).toBeGreaterThan(0)
    test.clock.advance({ hours: 24 * 31 })
    await purgeOldImports(test.gatehouse.services)
    await clearGarbage(test.gatehouse.services)
    // The clock goes back, or the session would be over.
    test.clock.advance({ hours: -24 * 31 })
    expect((await admin.call(getImport, { params: { id: run.id } })).message).toBe('import.not-found')
    expect(await test.gatehouse.services.blobs.get(source_hash ?? Buffer.of())).toBeUndefined()
    expect((await people()).map(({ name }) => name)).toEqual(['A'])
  })

  it('an import cannot be deleted while it runs', async () => {
    const { data } = await upload(
      workbook([titles, ...Array.from({ length: 3000 }, (_, n) => [`P${n}`, null, `F${n}`])]),
    )
    expect((await admin.call(deleteImport, { params: { id: data.id } })).message).toBe('import.still-running')
    await admin.ask(cancelImport, { params: { id: data.id } })
    expect((await admin.call(deleteImport, { params: { id: data.id } })).message).toBe('success')
  })
})

describe('[MAN-07] the wrong file', () => {
  const good = workbook([titles, ['A', null, 'J1']])
  it.each([
    ['an .xlsx renamed to .xls', workbook([titles, ['A']], { format: 'xlsx' }), 'import.not-xls'],
    ['text renamed to .xls', workbook([titles, ['A']], { format: 'csv' }), 'import.not-xls'],
    ['a picture', Buffer.from('ffd8ffe000104a464946', 'hex'), 'import.not-xls'],
    [
      'an .xls of another shape',
      workbook([
        ['Invoice', 'Amount'],
        ['1', 2],
      ]),
      'import.wrong-template',
    ],
    [
      'an .xls with two columns of one title',
      workbook([
        ['Name', 'name'],
        ['A', 'B'],
      ]),
      'import.wrong-template',
    ],
    ['an empty .xls', workbook([]), 'import.wrong-template'],
    ['an .xls with titles only', workbook([titles]), 'import.empty'],
    ['an .xls with macros', workbook([titles, ['A']], { macros: true }), 'import.macros'],
    ['half an .xls', good.subarray(0, 700), 'import.damaged'],
    ['3 MB', Buffer.concat([good, Buffer.alloc(3_000_000)]), 'import.too-large'],
    ['a file without a byte', Buffer.alloc(0), 'import.no-bytes'],
  ])('the upload of %s is refused with its reason', async (_, bytes, message) => {
    expect((await upload(bytes)).message).toBe(message)
    expect(await people()).toEqual([])
  })

  it('a wrong file is named in the words of the specification', () => {
    expect(errorDefinitions['import.too-large'].en).toBe('File larger than 2M, please upload again')
    expect(errorDefinitions['import.file-missing'].en).toBe('Please upload an xls file first')
    expect(errorDefinitions['import.one-file'].en).toBe(
      'Only one Excel file can be uploaded, delete the existing one first',
    )
  })

  it('a file under another name, two files at once and a missing file are refused', async () => {
    expect((await upload(good, {}, 'people.ods')).message).toBe('import.file-missing')
    expect((await upload(good, {}, 'people.xlsx')).message).toBe('import.damaged')
    expect((await upload(good, {}, 'people.csv')).message).toBe('import.damaged')
    const two = await admin.call(importStaff, {
      files: [
        { name: 'a.xls', bytes: good },
        { name: 'b.xls', bytes: good },
      ],
    })
    expect(two.message).toBe('import.one-file')
    expect((await admin.call(importStaff)).message).toBe('import.file-missing')
  })

  it('a file that is damaged anywhere never breaks the server', async () => {
    for (let at = 512; at < good.length; at += 311) {
      const bytes = Buffer.from(good)
      bytes[at] = (bytes[at] ?? 0) ^ 0xff
      const { status } = await upload(bytes)
      expect(status).toBeLessThan(500)
    }
  })

  it('a file of an import that does not exist is not found', async () => {
    const params = { id: '01999999-0000-7000-8000-000000000000' }
    expect((await admin.call(getImportResult, { params, query: { language: 'en' } })).message).toBe('import.not-found')
  })
})
