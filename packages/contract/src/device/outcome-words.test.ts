import { expect, it } from 'vitest'
import * as words from './outcome-words.ts'

const sentences = Object.values(words).filter((word) => typeof word === 'string')

it.each(sentences)('the sentence “%s” is known to the console, and no other is', (sentence) => {
  expect(words.readOutcome(sentence)?.is).toMatch(/^[a-z-]+$/)
  expect(words.readOutcome(`${sentence} `)).toBeUndefined()
})

it.each([
  [words.answeredWith(-1003, false), { is: 'answered', code: '-1003' }],
  [words.answeredWith(-1, true), { is: 'no-such-door', code: '-1' }],
  ['Relay burnt.', undefined],
])('%s', (sentence, expected) => {
  expect(words.readOutcome(sentence)).toEqual(expected)
})
