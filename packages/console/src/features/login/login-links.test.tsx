import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@gatehouse/contract/envelope.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { helpPages } from '../../../build/help-pages.ts'
import { login } from './texts/en.ts'
import { documents } from '../../lib/documentation-path.ts'
import { keepLanguage } from '../../lib/language.ts'
import { LoginLinks } from './login-links.tsx'

afterEach(() => {
  cleanup()
  keepLanguage('en')
})

const pages = helpPages()
const isShipped = (address: string) =>
  pages.has(address.slice(1)) || existsSync(join(import.meta.dirname, '../../../public', address))

describe('[LOGIN-10] introduction, website, open platform, help, privacy and terms', () => {
  it.each(languages)('the links lead in %s to pages that the product ships', (language) => {
    keepLanguage(language)
    render(<LoginLinks texts={login.links} />)
    const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
    expect(addresses).toHaveLength(6)
    expect(new Set(addresses).size).toBe(6)
    for (const address of addresses) expect(isShipped(address), address).toBe(true)
  })

  it('each page is in its declared language and has a title and working links', () => {
    for (const language of languages)
      for (const name of documents) expect(pages.has(`docs/${language}/${name}.html`), name).toBe(true)
    for (const [address, html] of pages) {
      const language = languages.find((one) => address.startsWith(`docs/${one}/`)) ?? 'en'
      expect(html).toContain(`<html lang="${{ zh: 'zh-CN', 'zh-tw': 'zh-TW', en: 'en' }[language]}">`)
      expect(html).toMatch(/<h1>[^<]+<\/h1>/)
      for (const [, target = ''] of html.matchAll(/href="([^"]+)"/g)) {
        if (/^\/(api|openapi|login)/.test(target)) continue
        const { pathname, hash } = new URL(target, `http://console/${address}`)
        expect(isShipped(pathname), `${address}: ${target}`).toBe(true)
        if (hash) expect(pages.get(pathname.slice(1)), `${address}: ${target}`).toContain(`id="${hash.slice(1)}"`)
      }
    }
  })
})
