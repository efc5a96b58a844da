import { expect, it } from 'vitest'
import { lastWorkday } from './seed-corrections.ts'

const sunday = Temporal.PlainDate.from('2026-11-29')

it.each([
  ['of a week', sunday, 5, '2026-11-27'],
  ['of a day before a Sunday: none, its rules begin on Saturday', sunday, 1, undefined],
  ['of a day before a Tuesday', sunday.add({ days: 2 }), 1, '2026-11-30'],
])('the last day of work %s', (_, foundedOn, days, expected) => {
  expect(lastWorkday({ foundedOn, days })?.toString()).toBe(expected)
})
