import { languages } from '@gatehouse/contract/envelope.ts'
import type { ErrorDefinitions } from '@gatehouse/contract/error-definitions.ts'
import { errorDefinitions } from '@gatehouse/contract/errors.ts'
import { pageNames } from '@gatehouse/contract/navigation.ts'
import { problemsZhTw } from '@gatehouse/contract/texts/problems.ts'
import { describe, expect, it } from 'vitest'
import type { OperationWords } from '../i18n/operation-words.ts'
import { pageSources } from './features.ts'

const files = import.meta.glob<Record<string, unknown>>(
  ['../i18n/{en,zh,zh-tw}/*.ts', '../{features,parts}/**/texts/{en,zh,zh-tw}.ts'],
  {
    eager: true,
  },
)

/** The file of the same texts in another language. */
const inLanguage = (file: string, language: string) => files[file.replace(/\/en(?=[./])/, `/${language}`)] ?? {}

/** Every text with the way to it: `form.name` → 'Name'. */
function textsOf(tree: unknown, way = ''): [string, string][] {
  if (typeof tree === 'string') return [[way, tree]]
  if (typeof tree !== 'object' || tree === null) throw new Error(`${way} is no text`)
  return Object.entries(tree).flatMap(([key, value]) => textsOf(value, way ? `${way}.${key}` : key))
}

// pairs of the words that these pages are made of
const simplifiedOnly =
  /[设备员门记录识别统组删编辑认证级业权码态现预览张单页标过滤历变启闭离线时间称试错误题开关请输应该实际户]/
const traditionalOnly =
  /[設備員門記錄識別統組刪編輯認證級業權碼態現預覽張單頁標過濾歷變啟閉離線時間稱試錯誤題開關請輸應該實際戶]/

const byText = (a: string, b: string) => a.localeCompare(b)
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted(byText)
const english = Object.keys(files).filter((file) => /\/en[./]/.test(file))

describe.each(english)('[ERR-04] the texts of %s', (file) => {
  const expected = new Map(textsOf(inLanguage(file, 'en')))

  it.each(languages)('the texts are complete in %s, none is empty, and all have the same placeholders', (language) => {
    const texts = new Map(textsOf(inLanguage(file, language)))
    expect([...texts.keys()].toSorted(byText)).toEqual([...expected.keys()].toSorted(byText))
    for (const [way, text] of texts) {
      expect(text.trim(), way).not.toBe('')
      expect(placeholders(text), way).toEqual(placeholders(expected.get(way) ?? ''))
    }
  })

  it('each Chinese text is written in its own script, simplified or traditional', () => {
    for (const [way, text] of textsOf(inLanguage(file, 'zh'))) expect(text, way).not.toMatch(traditionalOnly)
    for (const [way, text] of textsOf(inLanguage(file, 'zh-tw'))) expect(text, way).not.toMatch(simplifiedOnly)
  })
})

it('a device has one word in traditional Chinese, on pages and in messages of the server', () => {
  const said = [
    ...english.flatMap((file) => textsOf(inLanguage(file, 'zh-tw')).map(([, text]) => text)),
    ...pageNames.map((page) => pageSources[page].title['zh-tw']),
  ]
  expect([...said, ...Object.values(problemsZhTw)].filter((text) => text.includes('裝置'))).toEqual([])
})

/** Texts of opening that are about doors, or no action at all: a name, a state. */
const opensDoors = {
  en: /\bdoors?\b|^Open in an emergency|\{door\}|^Open(ed|ing)?$|^Open (once|for everybody)$|^Open (platform|API)$|^Opening …$|^Open alarms stay/,
  zh: /门|\{door\}|双重验证|^开启$/,
  'zh-tw': /門|\{door\}|雙重驗證|^開啟$/,
} as const
const opens = { en: /^Open\b/, zh: /^(打开|开启)/, 'zh-tw': /^(打開|開啟)/ } as const

it.each(languages)('in %s only doors are opened: other things are viewed', (language) => {
  const said = english.flatMap((file) =>
    textsOf(inLanguage(file, language))
      .filter(([, text]) => opens[language].test(text) && !opensDoors[language].test(text))
      .map(([way, text]) => `${way}: ${text}`),
  )
  expect(said).toEqual([])
})

it('no row action is called "Open", which does not say of what', () => {
  const actions = english.flatMap((file) => textsOf(inLanguage(file, 'en'))).filter(([, text]) => text === 'Open')
  const states = ['doorMark.open', 'standing.open']
  expect(actions.map(([way]) => way).filter((way) => !states.some((state) => way.endsWith(state)))).toEqual([])
})

const errorFiles = import.meta.glob<Record<string, ErrorDefinitions>>('../../../contract/src/**/*-errors.ts', {
  eager: true,
})

it('[ERR-03] An error code is defined by one feature only, and every feature with codes is known to the server', () => {
  const defined = Object.values(errorFiles).flatMap((file) =>
    Object.values(file).flatMap((codes) => Object.keys(codes)),
  )
  expect(defined.toSorted(byText)).toEqual(Object.keys(errorDefinitions).toSorted(byText))
})

it('[ERR-04] What the server says is written in one script for each language', () => {
  for (const [code, text] of Object.entries(errorDefinitions)) {
    expect(text.zh, code).not.toMatch(traditionalOnly)
    expect(text['zh-tw'], code).not.toMatch(simplifiedOnly)
  }
})

it.each(pageNames)('[ERR-04] The page %s has a title in every language, written in its script', (page) => {
  const { title } = pageSources[page]
  for (const language of languages) expect(title[language].trim()).not.toBe('')
  expect(title.zh).not.toMatch(traditionalOnly)
  expect(title['zh-tw']).not.toMatch(simplifiedOnly)
})

const operationWords = import.meta.glob<OperationWords>('../features/*/operation-words.ts', {
  eager: true,
  import: 'operationWords',
})

it.each(Object.keys(operationWords))('[ERR-04] The words of %s are written in one script for each language', (file) => {
  for (const words of Object.values(operationWords[file] ?? {}))
    for (const [name, word] of Object.entries(words)) {
      for (const language of languages) expect(word[language].trim(), name).not.toBe('')
      expect(word.zh, name).not.toMatch(traditionalOnly)
      expect(word['zh-tw'], name).not.toMatch(simplifiedOnly)
    }
})

it('there are texts to compare', () => {
  expect(english.length).toBeGreaterThan(30)
})

const sources = import.meta.glob<string>('../features/**/*.{ts,tsx}', { eager: true, query: '?raw', import: 'default' })
const featureOf = (file: string) => /^\.\.\/features\/([^/]+)/.exec(file)?.[1] ?? ''
const areasOf = (file: string) => Object.keys(files[file] ?? {})
const areasOfFeatures = english
  .filter(featureOf)
  .flatMap((file) => areasOf(file).map((area) => [area, featureOf(file)] as const))

it('[ERR-04] a feature uses no text of another feature, which is not loaded with its pages', () => {
  const borrowed = Object.entries(sources).flatMap(([file, text]) =>
    areasOfFeatures
      .filter(([area, feature]) => feature !== featureOf(file) && new RegExp(`['\`]${area}:\\w`).test(text))
      .map(([area]) => `${file} says ${area}`),
  )
  expect(Object.keys(sources).length).toBeGreaterThan(200)
  expect(borrowed).toEqual([])
})
