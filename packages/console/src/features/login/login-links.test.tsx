import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@gatehouse/contract/envelope.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { login } from '../../i18n/en/login.ts'
import { documents } from '../../lib/documentation-address.ts'
import { keepLanguage } from '../../lib/language.ts'
import { LoginLinks } from './login-links.tsx'

afterEach(() => {
  cleanup()
  keepLanguage('en')
})

const shipped = (address: string) => join(import.meta.dirname, '../../../public', address)

describe('[LOGIN-10] introduction, website, open platform, help, privacy and terms', () => {
  it.each(languages)('lead in %s to pages that the product ships', (language) => {
    keepLanguage(language)
    render(<LoginLinks texts={login.links} />)
    const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
    expect(addresses).toHaveLength(6)
    expect(new Set(addresses).size).toBe(6)
    for (const address of addresses) expect(existsSync(shipped(address)), address).toBe(true)
  })

  it('each page has the language it says, a title, and links that lead somewhere', () => {
    for (const language of languages) {
      for (const name of documents) {
        const html = readFileSync(shipped(`/docs/${language}/${name}.html`), 'utf8')
        expect(html).toContain(`<html lang="${{ zh: 'zh-CN', 'zh-tw': 'zh-TW', en: 'en' }[language]}">`)
        expect(html).toMatch(/<h1>[^<]+<\/h1>/)
        for (const [, target = ''] of html.matchAll(/href="([^"]+)"/g)) {
          if (/^\/(api|openapi|login)/.test(target)) continue
          const path = target.startsWith('/') ? shipped(target) : join(shipped(`/docs/${language}`), target)
          expect(existsSync(path), `${language}/${name}: ${target}`).toBe(true)
        }
      }
    }
  })
})
