import { expect, it } from 'vitest'
import { generateCompany, isFirst, isOnLeave } from './generate-company.ts'

it('a company of any size that has somebody from the first moment has one or two of them on leave', () => {
  for (const size of [6, 8, 12, 50, 300, 1000]) {
    const company = generateCompany(size)
    const onLeave = company.employees.filter(({ number }) => isOnLeave(company, number))
    expect(onLeave.length, `of ${size}`).toBe(size < 12 ? 1 : 2)
    expect(onLeave.every(isFirst)).toBe(true)
  }
  // Demos of before, of 300 people, suspended these two.
  expect(generateCompany(300).leaves.map(({ number }) => number)).toEqual([42, 228])
})
