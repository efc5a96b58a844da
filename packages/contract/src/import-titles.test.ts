import { describe, expect, it } from 'vitest'
import { importColumns } from './import-columns.ts'
import { columnsOf, joinName, namePartsOf } from './import-titles.ts'
import { importSynonyms } from './texts/import-synonyms.ts'
import { importTexts } from './texts/import-texts.ts'

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
    ['Country', 'countryCode'],
    ['国家/地区', 'countryCode'],
    ['Invoice', undefined],
    ['', undefined],
    ['*', undefined],
  ])('the title %j names the column %s', (title, column) => expect(columnsOf([title])).toEqual([column]))

  it('every title of the template names its own column, in every language', () => {
    for (const { columns } of Object.values(importTexts))
      expect(columnsOf(Object.values(columns))).toEqual(Object.keys(columns))
  })

  it('titles of first and last names become one name', () => {
    expect(namePartsOf(['Last name', 'Dept', 'First name'])).toEqual({ first: 2, last: 0 })
    expect(namePartsOf(['Name', 'First name'])).toBeUndefined()
    expect(joinName('Ada', 'Lovelace')).toBe('Ada Lovelace')
    expect(joinName('伟', '李')).toBe('李伟')
  })

  it('each title names one column', () => {
    for (const column of importColumns)
      for (const title of importSynonyms[column]) expect([title, columnsOf([title])]).toEqual([title, [column]])
  })

  it('a title counts by its own name first, and two titles of one name stay two columns', () => {
    expect(columnsOf(['Mobile', 'Name', 'Phone'])).toEqual([undefined, 'name', 'phone'])
    expect(columnsOf(['Tel', 'Name', 'Mobile'])).toEqual(['phone', 'name', undefined])
    expect(columnsOf(['Name', 'name'])).toEqual(['name', 'name'])
  })
})
