import { expect, it } from 'vitest'
import { startingLanguage } from './language.ts'

it.each([
  ['zh-CN', 'zh'],
  ['zh-HK', 'zh'],
  ['zh-Hans-CN', 'zh'],
  ['zh', 'zh'],
  ['zh-TW', 'zh-tw'],
  ['zh-tw', 'zh-tw'],
  ['en-GB', 'en'],
  ['de', 'en'],
  ['fr-FR', 'en'],
  ['', 'en'],
])('[LAY-08] on a first visit a browser in %s gets %s', (tag, language) => {
  expect(startingLanguage(null, tag)).toBe(language)
})

it('[LAY-07] the stored language counts more than the browser’s, unless it is not one of ours', () => {
  expect(startingLanguage('en', 'zh-CN')).toBe('en')
  expect(startingLanguage('zh-tw', 'en')).toBe('zh-tw')
  expect(startingLanguage('tlh', 'zh-TW')).toBe('zh-tw')
})
