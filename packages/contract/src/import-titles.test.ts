import { describe, expect, it } from 'vitest'
import { importColumns } from './import-columns.ts'
import { columnsOf } from './import-titles.ts'
import { importSynonyms } from './texts/import-synonyms.ts'
import { importTexts } from './texts/import-texts.ts'
import { staffColumnTitles } from './texts/staff-columns.ts'

describe('[MAN-07] the titles of a list', () => {
  it.each([
    ['手机号码', 'phone'],
    ['手機號碼', 'phone'],
    ['Mobile', 'phone'],
    ['Phone number', 'phone'],
    [' phone_number* ', 'phone'],
    ['手机号（必填）', 'phone'],
    ['EMAIL', 'email'],
    ['身份证号码', 'idNumber'],
    ['身分證字號', 'idNumber'],
    ['IC卡号', 'icCard'],
    ['Employee No.', 'jobId'],
    ['所属部门', 'department'],
    ['Invoice', undefined],
    ['', undefined],
    ['*', undefined],
  ])('%j names %s', (title, column) => expect(columnsOf([title])).toEqual([column]))

  it('are those of the template, whole, in every language', () => {
    for (const { columns } of Object.values(importTexts))
      expect(columnsOf(Object.values(columns))).toEqual(Object.keys(columns))
  })

  it('may be those of an exported list', () => {
    for (const titles of Object.values(staffColumnTitles)) {
      const { name, jobId, phone, extension, department, position, groups, email, icCard, workingPlace, ...rest } =
        titles
      const { staffType, entryOn } = rest
      const exported = [name, jobId, phone, extension, department, position, groups, email, icCard, workingPlace]
      expect(columnsOf([...exported, staffType, entryOn])).not.toContain(undefined)
    }
  })

  it('mean one column each', () => {
    for (const column of importColumns)
      for (const title of importSynonyms[column]) expect([title, columnsOf([title])]).toEqual([title, [column]])
  })

  it('count by their own name before any other, and two of one name stay two', () => {
    expect(columnsOf(['Mobile', 'Name', 'Phone'])).toEqual([undefined, 'name', 'phone'])
    expect(columnsOf(['Tel', 'Name', 'Mobile'])).toEqual(['phone', 'name', undefined])
    expect(columnsOf(['Name', 'name'])).toEqual(['name', 'name'])
  })
})
