import { languages } from '@gatehouse/contract/envelope.ts'
import { problemsZhTw } from '@gatehouse/contract/texts/problems.ts'
import { describe, expect, it } from 'vitest'

const files = import.meta.glob<Record<string, unknown>>('./{en,zh,zh-tw}/*.ts', { eager: true })

const catalog = (language: string, area: string) => {
  const name = area.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return files[`./${language}/${area}.ts`]?.[name]
}

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
const areas = Object.keys(files).flatMap((path) => path.match(/^\.\/en\/(.+)\.ts$/)?.[1] ?? [])

describe.each(areas)('[ERR-04] the texts of %s', (area) => {
  const english = new Map(textsOf(catalog('en', area)))

  it.each(languages)('are complete in %s, none empty, with the same placeholders', (language) => {
    const texts = new Map(textsOf(catalog(language, area)))
    expect([...texts.keys()].toSorted(byText)).toEqual([...english.keys()].toSorted(byText))
    for (const [way, text] of texts) {
      expect(text.trim(), way).not.toBe('')
      expect(placeholders(text), way).toEqual(placeholders(english.get(way) ?? ''))
    }
  })

  it('are written in one script each: no simplified character in traditional Chinese, nor the other way', () => {
    for (const [way, text] of textsOf(catalog('zh', area))) expect(text, way).not.toMatch(traditionalOnly)
    for (const [way, text] of textsOf(catalog('zh-tw', area))) expect(text, way).not.toMatch(simplifiedOnly)
  })
})

it('a device has one word in traditional Chinese, on pages and in what the server says', () => {
  const said = areas.flatMap((area) => textsOf(catalog('zh-tw', area)).map(([, text]) => text))
  expect([...said, ...Object.values(problemsZhTw)].filter((text) => text.includes('裝置'))).toEqual([])
})

it('there are areas to compare', () => {
  expect(areas.length).toBeGreaterThan(6)
})
