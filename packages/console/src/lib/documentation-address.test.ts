import { languages } from '@gatehouse/contract/envelope.ts'
import { menu, pageNames } from '@gatehouse/contract/navigation.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { helpPages } from '../../build/help-pages.ts'
import { helpAddress } from './documentation-address.ts'
import { keepLanguage } from './language.ts'

afterEach(() => keepLanguage('en'))

const pages = helpPages()

describe.each(languages)('[LAY-01] the help in %s', (language) => {
  it.each(pageNames)('has a section on %s, to which the page leads', (name) => {
    keepLanguage(language)
    const [address = '', section = ''] = helpAddress(name).slice(1).split('#')
    expect(pages.get(address)).toMatch(new RegExp(`<h2 id="${section}">[^<]+</h2>\\s*<(p|ul)>`))
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
