import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { idNumberColumns, maskEmail, maskPhone, nameColumns, showIdNumber } from './person-columns.ts'

const linesOf = (name: string) => nameColumns(name).name_search.split('\n')

describe('[MAN-01] the search for a name', () => {
  it.each([
    ['张三', ['zhangsan', 'zs', '张三']],
    ['歐陽娜娜', ['ouyangnana', 'oynn']],
    ['李Wei明', ['liweiming', 'lwm', '李wei明']],
    ['Anna  Berg', ['annaberg']],
    ['ＡＮＮ', ['ann']],
    // As a family name it is read otherwise, but not everybody knows.
    ['单雄信', ['shanxiongxin', 'danxiongxin', 'sxx', 'dxx']],
    // Typed lv, printed LU in passports.
    ['吕布', ['lvbu', 'lubu', 'lb']],
    ['😀', ['😀']],
  ])('the name %s is found by %j', (name, forms) => {
    expect(linesOf(name)).toEqual(expect.arrayContaining(forms))
  })

  it('names are sorted by their sound, whatever script they are written in', () => {
    const names = ['张三', 'Bob', '安然', 'Anna']
    expect(names.toSorted((a, b) => (nameColumns(a).name_search < nameColumns(b).name_search ? -1 : 1))).toEqual([
      'Anna',
      '安然',
      'Bob',
      '张三',
    ])
  })

  it('a name of the maximum length is still indexed', () => {
    expect(Buffer.byteLength(nameColumns('吕'.repeat(128)).name_search)).toBeLessThan(2000)
  })
})

it('masked numbers keep enough to be recognised', () => {
  expect([maskPhone('13812340001'), maskPhone('12345'), maskEmail('ann@example.com')]).toEqual([
    '138****0001',
    '*****',
    'a***@example.com',
  ])
  const keys = {
    column: randomBytes(32),
    blindIndex: randomBytes(32),
    blob: randomBytes(32),
    embedding: randomBytes(32),
    check: randomBytes(32),
  }
  const upper = idNumberColumns(keys, '44030019900101123X')
  expect(upper.id_number_masked).toBe('44**************3X')
  expect(showIdNumber(keys, upper.id_number_sealed)).toBe('44030019900101123X')
  expect(upper.id_number_hash).toEqual(idNumberColumns(keys, '44030019900101123x').id_number_hash)
})
