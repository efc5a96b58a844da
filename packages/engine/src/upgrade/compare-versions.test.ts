import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareVersions } from './compare-versions.ts'

it.each([
  ['1.2.3', '1.2.3', 0],
  ['1.2.10', '1.2.9', 1],
  ['1.2', '1.2.0', 0],
  ['v2.0', '2.0', 0],
  ['2.0.0-rc.1', '2.0.0', -1],
  ['2.0.0-rc.2', '2.0.0-rc.10', -1],
  ['V3.4.1.20260101', 'V3.4.1.20251231', 1],
  ['1.0.b', '1.0.a', 1],
  ['ZAM180-NF-Ver1.1.17', 'ZAM180-NF-Ver1.1.9', 1],
  ['AC Ver 9.0.18', 'AC Ver 19.0.18', -1],
  ['Ver 8.0.4.3-20260101', 'Ver 8.0.4.3-20251231', 1],
])('%s against %s is %d', (one, other, expected) => {
  expect(Math.sign(compareVersions(one, other))).toBe(expected)
  expect(compareVersions(one, other) + compareVersions(other, one)).toBe(0)
})

it('numbers of any length are compared as numbers, whichever comes first', () => {
  const version = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(version, version, (a, b) => {
      const [one, other] = [a.join('.'), b.join('.')]
      expect(compareVersions(one, other) + compareVersions(other, one)).toBe(0)
      expect(compareVersions(one, one)).toBe(0)
    }),
  )
})
