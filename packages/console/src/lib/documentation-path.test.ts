import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@gatehouse/contract/envelope.ts'
import { menu, pageNames } from '@gatehouse/contract/navigation.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { helpPages } from '../../build/help-pages.ts'
import { pageSources } from '../app/features.ts'
import { menu as menuEn } from '../i18n/en/menu.ts'
import { menu as menuZhTw } from '../i18n/zh-tw/menu.ts'
import { menu as menuZh } from '../i18n/zh/menu.ts'
import { helpPath } from './documentation-path.ts'
import { keepLanguage } from './language.ts'
import { menuEntryOf, menuGroupOf } from './page-path.ts'

afterEach(() => keepLanguage('en'))

const pages = helpPages()
const texts = import.meta.glob('../{i18n,features}/**/{en,zh,zh-tw}{/*,}.ts', { eager: true })
const menus = { en: menuEn, zh: menuZh, 'zh-tw': menuZhTw }

/** Everything that the console says in a language, in one text. */
const saidIn = (language: string) =>
  JSON.stringify(Object.entries(texts).filter(([path]) => new RegExp(`/${language}[./]`).test(path))).toLowerCase()

describe.each(languages)('[LAY-01] the help in %s', (language) => {
  it.each(pageNames)('the help has a section on %s, with the name of the menu, and the page leads to it', (name) => {
    keepLanguage(language)
    const { groups } = menus[language]
    const [address = '', section = ''] = helpPath(name).slice(1).split('#')
    const title = pageSources[menuEntryOf(name)].title[language]
    expect(pages.get(address)).toMatch(new RegExp(`<h2 id="${section}">${title}</h2>\\s*<(p|ul)>`))
    expect(pages.get(address)).toContain(`<h1>${groups[menuGroupOf(name) ?? 'dashboard']}</h1>`)
  })

  it('the help uses the names that stand on the pages', () => {
    const said = saidIn(language)
    const chapters = [...pages].filter(([address]) => address.startsWith(`docs/${language}/help-`))
    const named = chapters.flatMap(([, html]) =>
      [...html.matchAll(/<strong>(.+?)<\/strong>/g)].map(([, name = '']) => name),
    )
    expect(named.length).toBeGreaterThan(20)
    // after a full stop of its own script, Markdown does not take the end of a bold name for one
    expect(chapters.filter(([, html]) => html.includes('**')).map(([address]) => address)).toEqual([])
    expect(named.filter((name) => !said.includes(name.toLowerCase()))).toEqual([])
  })

  it('the help names no page that does not exist', () => {
    const listed = menu.flatMap(({ entries }) => [...entries] as string[])
    const sections = [...pages]
      .filter(([address]) => address.startsWith(`docs/${language}/`))
      .flatMap(([, html]) => [...html.matchAll(/<h2 id="(\w+)">/g)].map(([, id]) => id))
    expect(new Set(sections)).toEqual(new Set(listed))
    expect(sections).toHaveLength(listed.length)
  })
})

it('the guide to terminals of ZKTeco calls what stands on the pages by its names, in bold', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/zkteco.md'), 'utf8')
  const named = [...guide.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name.replaceAll(/\s+/g, ' '))
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((name) => !saidIn('en').includes(name.toLowerCase()))).toEqual([])
})

it('a page without a place in the menu leads to the beginning of the help', () => {
  expect(helpPath(undefined)).toBe('/docs/en/help.html')
})
