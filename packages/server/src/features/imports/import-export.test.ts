import { createDepartment, listDepartments } from '@gatehouse/contract/features/departments.ts'
import { getImport, importStaff, listImportRows } from '@gatehouse/contract/features/imports.ts'
import { createStaff, exportStaff, getStaff, listStaff } from '@gatehouse/contract/features/staff.ts'
import { languages } from '@gatehouse/contract/envelope.ts'
import { importTexts } from '@gatehouse/contract/texts/import-texts.ts'
import { read, utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { workbook } from '../../../test/workbook.ts'

let test: TestGatehouse
let admin: Caller
beforeAll(async () => {
  test = await startTestGatehouse()
  admin = await test.asRole('superAdmin')
})
afterAll(() => test.close())

async function importFile(name: string, bytes: Buffer, query: object = {}) {
  const answer = await admin.call(importStaff, { query, files: [{ name, bytes }] })
  expect([name, answer.message]).toEqual([name, 'success'])
  const run = await until(async () => {
    const run = await admin.ask(getImport, { params: { id: answer.data.id } })
    return run.state === 'done' && run
  })
  const { items } = await admin.ask(listImportRows, { params: { id: run.id }, query: { size: 200 } })
  return { ...run, rows: items }
}
const exported = async (format: 'csv' | 'xlsx', language: string) => {
  const { rawPayload } = await test.gatehouse.fastify.inject({
    url: `/api${exportStaff.path}?format=${format}&language=${language}`,
    headers: { cookie: `token=${admin.token}` },
  })
  return rawPayload
}
/** Everybody with all their data, except the time of the last change. */
const everybody = async () => {
  const { items } = await admin.ask(listStaff, { query: { size: 200, sort: 'name' } })
  return Promise.all(items.map(({ id }) => admin.ask(getStaff, { params: { id } })))
}

describe('[MAN-07] [MAN-12] an export', () => {
  const text = (max: number) =>
    fc
      .string({ unit: fc.constantFrom(...'aZ0 李=+-@"\';,/\\_x005F_é😀&<\t'), minLength: 1, maxLength: max })
      .map((typed) => typed.replaceAll('\t', '').trim())
      .filter((typed) => typed !== '')
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
  const person = fc.record({
    name: text(20),
    position: maybe(text(20)),
    workingPlace: maybe(text(20)),
    remark: maybe(fc.constantFrom('one line', 'two\nlines', 'as\r\nWindows', '_x000D_', `'=1+1`)),
    extension: maybe(fc.constantFrom('8001', '+1#2', '(0)-7')),
    regionCode: maybe(fc.constantFrom('440300', '010203')),
    countryCode: maybe(fc.constantFrom('CHN', 'DEU')),
    staffType: maybe(fc.constantFrom('employee' as const, 'intern' as const)),
    birthdayOn: maybe(fc.constantFrom('1990-01-05', '2000-12-31')),
    entryOn: maybe(fc.constantFrom('1900-01-01', '1900-03-01', '2026-11-22')),
    email: maybe(fc.constantFrom('a@example.com', "o'b+c@example.com")),
  })

  it('an export that is imported again changes nobody, in every format and language; an edited one changes only the edits', async () => {
    const top = await admin.ask(createDepartment, { body: { name: 'Plant' } })
    const line = await admin.ask(createDepartment, { body: { name: 'Line 10', parentId: top.id } })
    const other = await admin.ask(createDepartment, { body: { name: 'Line 10' } })
    const group = await test.db
      .insertInto('person_group')
      .values({ kind: 1, name: 'Night shift' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const people = fc.sample(person, { numRuns: 30, seed: 7 })
    for (const [index, drawn] of people.entries())
      await admin.ask(createStaff, {
        body: {
          ...drawn,
          // Some have neither a job id nor a phone: only their own id says who they are.
          ...(index % 3 === 0 ? { jobId: `=J-${index}`, idNumber: `44030019900101${1000 + index}` } : {}),
          ...(index % 3 === 1 ? { phone: index % 2 ? `+49 151 1234${1000 + index}` : `138 0000 ${1000 + index}` } : {}),
          ...(index % 4 === 0 ? { icCard: `00${index}` } : {}),
          departmentId: [line.id, other.id, top.id, null][index % 4] ?? null,
          ...(index % 5 === 0 ? { groupIds: [group.id] } : {}),
        },
      })
    const before = await everybody()
    for (const language of languages)
      for (const format of ['csv', 'xlsx'] as const) {
        const run = await importFile(`back.${format}`, await exported(format, language))
        expect([language, format, run.rows.flatMap(({ problems }) => problems), run.counts]).toEqual([
          language,
          format,
          [],
          { created: 0, updated: 0, unchanged: 30, failed: 0 },
        ])
      }
    expect(await everybody()).toEqual(before)

    // Edits the file as an office program does: opens it, changes one cell, saves it in the old format.
    const book = read(await exported('xlsx', 'en'), { type: 'buffer' })
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
    const [head = [], ...lines] = utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '' })
    const target = lines[4] ?? []
    target[head.indexOf('Position')] = 'Edited'
    const edited = utils.book_new()
    utils.book_append_sheet(edited, utils.aoa_to_sheet([head, ...lines]), 'Staff')
    const bytes = Buffer.from(write(edited, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
    const run = await importFile('edited.xlsx', bytes)
    expect(run.counts).toEqual({ created: 0, updated: 1, unchanged: 29, failed: 0 })
    const changed = (await everybody()).filter(
      ({ version, id }) => before.find((one) => one.id === id)?.version !== version,
    )
    expect(changed).toHaveLength(1)
    const same = before.find(({ id }) => id === changed[0]?.id)
    expect(changed[0]).toEqual({
      ...same,
      position: 'Edited',
      version: changed[0]?.version,
      updatedAt: changed[0]?.updatedAt,
    })
    expect((await admin.ask(listDepartments)).map(({ name }) => name).toSorted()).toEqual([
      'Line 10',
      'Line 10',
      'Plant',
    ])
  })

  it('an export names a person who was deleted since as missing, and creates nobody from the line', async () => {
    const gone = '01999999-0000-7000-8000-000000000000'
    const run = await importFile(
      'gone.xls',
      workbook([
        ['Name', 'Person ID'],
        ['Ghost', gone],
      ]),
    )
    expect(run.rows[0]?.problems).toEqual([{ problem: 'person-unknown', column: 'personId' }])
  })
})

describe('[MAN-07] a department', () => {
  it('a department is found by its name where that is unique, and refused with the candidates where it is not', async () => {
    const plant = await admin.ask(createDepartment, { body: { name: 'Works' } })
    const depot = await admin.ask(createDepartment, { body: { name: 'Depot' } })
    for (const parentId of [plant.id, depot.id])
      await admin.ask(createDepartment, { body: { name: 'Press', parentId } })
    const only = await admin.ask(createDepartment, { body: { name: 'Paint shop', parentId: plant.id } })
    const run = await importFile(
      'departments.xls',
      workbook([
        ['Name', 'Job ID', 'Department'],
        ['A', 'D1', 'Paint shop'],
        ['B', 'D2', 'Press'],
        ['C', 'D3', 'Depot/Press'],
      ]),
      { makesDepartments: 'true' },
    )
    expect(run.rows.map(({ problems }) => problems)).toEqual([
      [],
      [{ problem: 'department-ambiguous', column: 'department', value: 'Works/Press; Depot/Press' }],
      [],
    ])
    const { items } = await admin.ask(listStaff, { query: { keyword: 'D1' } })
    expect(items[0]?.department).toMatchObject({ id: only.id, path: 'Works/Paint shop' })
  })
})

describe('[MAN-07] a list as an office has it', () => {
  const sheets = (parts: Record<string, unknown[][]>, bookType: 'biff8' | 'xlsx' = 'biff8') => {
    const book = utils.book_new()
    for (const [name, rows] of Object.entries(parts)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
    return Buffer.from(write(book, { type: 'buffer', bookType }) as Buffer)
  }

  it('a list with a title above, a blank line, a legend first and its data on the second sheet is read', async () => {
    const list = [
      ['Staff list of ACME Ltd', '', '2026'],
      [],
      ['Nr', 'Last name', 'First name', 'Mobile', 'Date of birth', 'Country'],
    ]
    const lines = [
      [1, 'Lovelace', 'Ada', '+44 20 7946 0958', '10.12.1915', 'GBR'],
      [],
      [2, '李', '伟', '138 0000 2001', '1990年1月5日', 'CHN'],
    ]
    const run = await importFile(
      'acme.xls',
      sheets({ Legend: [['How to read this list']], People: [...list, ...lines] }),
    )
    expect(run.rows.map(({ number, label, problems }) => [number, label, problems])).toEqual([
      [4, 'Ada Lovelace', []],
      [6, '李伟', []],
    ])
    expect(run.ignoredColumns).toEqual(['Nr'])
    const { items } = await admin.ask(listStaff, { query: { keyword: 'lovelace' } })
    expect(items[0]?.phone).toBe('+44-2079460958')
  })

  it('a list with wrong cells gets the wanted form for each of them', async () => {
    const run = await importFile(
      'forms.xls',
      workbook([
        ['Name', 'Phone', 'Birthday', 'Job ID'],
        ['A', 'call me', '05/06/2021', 'F1'],
        ['B', '020-12345678', '31/12/1990', 'F2'],
        ['C', '+4915112345678', '05.06.2021', 'F3'],
      ]),
    )
    expect(run.rows.map(({ problems }) => problems)).toEqual([
      [
        { problem: 'wrong-form', column: 'phone' },
        { problem: 'date-ambiguous', column: 'birthday' },
      ],
      [],
      [],
    ])
    for (const language of languages)
      expect(importTexts[language].forms.phone).toContain('020-12345678'.slice(0, language === 'zh-tw' ? 3 : 12))
  })

  it('a line that failed does not block its number, and a repeated line names the line that has the number', async () => {
    const run = await importFile(
      'twice.xls',
      workbook([
        ['Name', 'Job ID', 'Department'],
        ['A', 'T1', 'Nowhere'],
        ['B', 'T1', null],
        ['C', 'T1', null],
      ]),
    )
    expect(run.rows.map(({ problems }) => problems[0])).toEqual([
      { problem: 'department-not-found', column: 'department', value: 'Nowhere' },
      undefined,
      { problem: 'twice-in-file', column: 'jobId', value: '3' },
    ])
  })

  it.each([
    ['GBK, as Excel in China saves it', 'gb18030', 'b5b1', 'zh'],
    ['UTF-8 with semicolons', 'utf-8', '', 'en'],
  ])('a CSV file in %s keeps names and zeros', async (_, encoding, __, language) => {
    // 姓名,工号 and 张三,0042 in GBK.
    const gbk = Buffer.from('d0d5c3fb2cb9a4bac50d0ad5c5c8fd2c303034320d0a', 'hex')
    const bytes = encoding === 'gb18030' ? gbk : Buffer.from('姓名;工号\r\n张三;0042\r\n')
    const answer = await admin.call(
      importStaff,
      { files: [{ name: 'people.csv', bytes }] },
      { language: language.toUpperCase() },
    )
    expect(answer.message).toBe('success')
    await until(async () => (await admin.ask(getImport, { params: { id: answer.data.id } })).state === 'done')
    const { items } = await admin.ask(listStaff, { query: { keyword: '0042' } })
    expect(items.map(({ name, jobId }) => [name, jobId])).toEqual([['张三', '0042']])
  })

  it('a list shows its people in its order, however many steps it took', async () => {
    const lines = Array.from({ length: 600 }, (_, n) => [`Order ${String(n).padStart(3, '0')}`, `O${n}`])
    await importFile('order.xlsx', sheets({ S: [['Name', 'Job ID'], ...lines] }, 'xlsx'))
    const pages = await Promise.all([1, 2, 3].map((page) => admin.ask(listStaff, { query: { page, size: 200 } })))
    expect(pages.flatMap(({ items }) => items.map(({ name }) => name))).toEqual(lines.map(([name]) => name))
  })
})
