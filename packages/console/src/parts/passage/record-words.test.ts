import { expect, it } from 'vitest'
import { doorOfRecord, placeOfRecord } from './record-words.ts'

const device = { id: null, name: 'Store controller', location: 'Yard' }

it.each([
  ['Store controller', 'Store controller', 'Store controller · Yard'],
  ['Side door', 'Store controller · Side door', 'Store controller · Side door · Yard'],
  [null, 'Store controller', 'Store controller · Yard'],
])('a record at the door %s is at “%s”', (name, door, place) => {
  const record = { device, door: name === null ? null : { id: '0199aaaa-0000-7000-8000-000000000001', name } }
  expect(doorOfRecord(record)).toBe(door)
  expect(placeOfRecord(record)).toBe(place)
})
