import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deviceMakes } from '@gatehouse/contract/device/capabilities.ts'
import { expect, it } from 'vitest'
import { capabilitiesOf } from './makes.ts'

const root = join(import.meta.dirname, '../../../..')
const names = deviceMakes.join('|')
/** A comparison with a make, in either order, a case of it, or a look-up by it. */
const comparison = new RegExp(
  String.raw`(?:[!=]==?\s*'(?:${names})'|'(?:${names})'\s*[!=]==?|case '(?:${names})':|\bmake\b\s*[!=]==?\s*['"])`,
)

const files = globSync('packages/{server,console,contract}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !file.includes('server/src/drivers/') && !/\.test\.tsx?$/.test(file),
)

it('nobody outside of the drivers decides by the make of a device', () => {
  expect(files.length).toBeGreaterThan(800)
  expect(files.filter((file) => comparison.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

it.each(["if (device.make === 'gatehouse') open()", "'gatehouse' !== make", "case 'gatehouse':", "make == 'other'"])(
  'the search finds %s',
  (text) => expect(comparison.test(text)).toBe(true),
)

it.each(deviceMakes)('devices of the make %s can do something, and say why not where they cannot', (make) => {
  const facts = { make, type: 'GATE', model: null, firmware_version: null, abilities: [] }
  const { commands, credentials, make: named } = capabilitiesOf(facts)
  expect(named).toBe(make)
  expect(Object.values(commands)).toContain(null)
  expect(Object.values(credentials)).toContain(null)
})

it('a terminal of before asks the server nothing at the door, and says that newer software does', () => {
  const facts = { make: 'gatehouse', type: 'GATE', model: null, firmware_version: null }
  expect(capabilitiesOf({ ...facts, abilities: [] }).rules['anti-passback']).toBe('older-software')
  expect(capabilitiesOf({ ...facts, abilities: ['surroundings'] }).rules['anti-passback']).toBeNull()
})

it('a device of a make that this release has no driver for is an error and not another make', () => {
  const facts = { make: 'nobody', type: 'X', model: null, firmware_version: null, abilities: [] }
  expect(() => capabilitiesOf(facts)).toThrow('no driver')
})
