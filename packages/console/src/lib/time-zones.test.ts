import { expect, it } from 'vitest'
import { matchesZone } from './time-zones.ts'

const zones = Intl.supportedValuesOf('timeZone')
const found = (typed: string, language = 'en') => zones.filter((zone) => matchesZone(typed, zone, language))

it('a city of two words is found with a space, as people write it, and with an underscore', () => {
  for (const typed of ['New York', 'new york', 'new_york']) expect(found(typed)).toContain('America/New_York')
})

it('a city is found by the name that the browser does not list', () => {
  expect(found('Kolkata')).toEqual(found('Calcutta'))
  expect(found('Kolkata')).toHaveLength(1)
  expect(found('Saigon')).toEqual(found('Ho Chi Minh'))
})

it('Chinese names of cities and countries find their zones', () => {
  expect(found('上海', 'zh')).toEqual(['Asia/Shanghai'])
  expect(found('纽约', 'zh')).toContain('America/New_York')
  expect(found('葡萄牙', 'zh-TW')).toContain('Europe/Lisbon')
})

it('a text that is no zone finds none', () => {
  expect(found('Atlantis')).toEqual([])
})
