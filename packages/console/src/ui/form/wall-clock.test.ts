import fc from 'fast-check'
import { expect, it } from 'vitest'
import { instantOfWall, wallTimeOf } from './wall-clock.ts'

it('a wall clock is read in its own zone', () => {
  expect(instantOfWall('2026-11-21T08:30:00', 'Asia/Shanghai')).toBe('2026-11-21T00:30:00.000Z')
  expect(instantOfWall('2026-07-01T08:30:00', 'America/New_York')).toBe('2026-07-01T12:30:00.000Z')
})

it('a repeated hour is read as its first, and a skipped time as one hour later', () => {
  expect(instantOfWall('2026-10-25T02:30:00', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  expect(wallTimeOf(instantOfWall('2026-03-29T02:30:00', 'Europe/Berlin'), 'Europe/Berlin')).toBe('2026-03-29T03:30:00')
})

it('a wall clock shows the time that it was set to, at every minute that exists', () => {
  const zones = ['Asia/Shanghai', 'Europe/London', 'America/St_Johns', 'Pacific/Chatham', 'UTC']
  const minutes = fc.integer({ min: 27_000_000, max: 31_000_000 })
  fc.assert(
    fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
      const wall = wallTimeOf(new Date(minute * 60_000).toISOString(), zone)
      expect(wallTimeOf(instantOfWall(wall, zone), zone)).toBe(wall)
    }),
  )
})
