import { languages } from '@gatehouse/contract/envelope.ts'
import { menu, pageNames } from '@gatehouse/contract/navigation.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { helpPages } from '../../build/help-pages.ts'
import { loadCatalog } from '../i18n/catalogs.ts'
import { helpAddress } from './documentation-address.ts'
import { keepLanguage } from './language.ts'
import { menuEntryOf, menuGroupOf } from './page-address.ts'

afterEach(() => keepLanguage('en'))

const pages = helpPages()

describe.each(languages)('[LAY-01] the help in %s', (language) => {
  it.each(pageNames)('has a section on %s, called as in the menu, to which the page leads', async (name) => {
    keepLanguage(language)
    const { pages: titles, groups } = await loadCatalog(language, 'menu')
    const [address = '', section = ''] = helpAddress(name).slice(1).split('#')
    const title = titles[menuEntryOf(name)]
    expect(pages.get(address)).toMatch(new RegExp(`<h2 id="${section}">${title}</h2>\\s*<(p|ul)>`))
    expect(pages.get(address)).toContain(`<h1>${groups[menuGroupOf(name) ?? 'dashboard']}</h1>`)
  })

  it('says nothing of pages that are not there', () => {
    const listed = menu.flatMap(({ entries }) => [...entries] as string[])
    const sections = [...pages]
      .filter(([address]) => address.startsWith(`docs/${language}/`))
      .flatMap(([, html]) => [...html.matchAll(/<h2 id="(\w+)">/g)].map(([, id]) => id))
    expect(new Set(sections)).toEqual(new Set(listed))
    expect(sections).toHaveLength(listed.length)
  })
})

it('a page without a place in the menu leads to the beginning of the help', () => {
  expect(helpAddress(undefined)).toBe('/docs/en/help.html')
})
