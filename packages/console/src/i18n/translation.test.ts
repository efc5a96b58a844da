import { expect, it } from 'vitest'
import { createTranslation } from './translation.ts'

const texts = {
  found_one: '{count} door of {site}',
  found_other: '{count} doors of {site}',
  plain: 'Doors',
  scope: { 'people.read': 'See people', people: { write: 'Change people' } },
}

function english() {
  const translation = createTranslation('en')
  translation.add('doors', texts)
  return translation
}

it('a count chooses its form, and numbers are written as the language writes them', () => {
  const { translate } = english()
  expect(translate('doors:found', { count: 1, site: 'Lisbon' })).toBe('1 door of Lisbon')
  expect(translate('doors:found', { count: 12_345, site: 'Lisbon' })).toBe('12,345 doors of Lisbon')
})

it('a language with one form takes it for every count', () => {
  const { add, translate } = createTranslation('zh')
  add('doors', { found_one: '不用', found_other: '{site}有 {count} 道门' })
  expect(translate('doors:found', { count: 1, site: '里斯本' })).toBe('里斯本有 1 道门')
})

it('a count needs no forms of a text that has none', () => {
  expect(english().translate('doors:plain', { count: 3 })).toBe('Doors')
})

it('a name that looks like a placeholder stays as it is', () => {
  expect(english().translate('doors:found', { count: 2, site: '{count} $&' })).toBe('2 doors of {count} $&')
})

it('names with points of their own are found beside those below others', () => {
  const { translate } = english()
  expect(translate('doors:scope.people.read')).toBe('See people')
  expect(translate('doors:scope.people.write')).toBe('Change people')
})

it('texts that come later are found, also where their key was asked for before', () => {
  const { add, translate } = english()
  expect(translate('doors:late')).toBe('doors:late')
  add('doors', { late: 'At last' })
  expect(translate('doors:late')).toBe('At last')
  expect(translate('doors:plain')).toBe('Doors')
})
