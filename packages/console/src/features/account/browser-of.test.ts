import { expect, it } from 'vitest'
import { browserOf } from './browser-of.ts'

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge, Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome, Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari, iOS'],
  ['curl/8.5', 'curl'],
  ['something else', undefined],
  [null, undefined],
])('the user agent %s is shown as %s', (userAgent, name) => {
  expect(browserOf(userAgent)).toBe(name)
})
