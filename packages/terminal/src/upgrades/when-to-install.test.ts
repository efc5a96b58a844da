import { expect, it } from 'vitest'
import { whenToInstall } from './when-to-install.ts'

const nowMs = Temporal.Instant.from('2026-11-20T10:00:00Z').epochMilliseconds
const idle = { nowMs, timeZone: 'Asia/Shanghai', isAgreed: false, isIdle: true }
const silent = { strategy: 'silent', isForced: false, timedAt: null } as const
const normal = { ...silent, strategy: 'normal' } as const
const timed = { ...silent, strategy: 'timed', timedAt: '2026-11-20T18:30' } as const

it.each([
  ['silent: at once when idle', silent, idle, 'now'],
  ['silent: a busy terminal looks again a little later', silent, { ...idle, isIdle: false }, 5_000],
  ['normal: somebody is asked', normal, idle, 'ask'],
  ['normal: installed once they agreed', normal, { ...idle, isAgreed: true }, 'now'],
  [
    'forced: nobody is asked, and it waits for nobody',
    { ...normal, isForced: true },
    { ...idle, isIdle: false },
    'now',
  ],
  ["timed: at its time by the terminal's own clock, 18:30 in Shanghai", timed, idle, 30 * 60_000],
  ['timed: the same wall clock elsewhere is another moment', timed, { ...idle, timeZone: 'UTC' }, 8.5 * 3_600_000],
  ['timed: after its time, when idle', timed, { ...idle, nowMs: nowMs + 3_600_000 }, 'now'],
  ['timed and forced: still at its time', { ...timed, isForced: true }, idle, 30 * 60_000],
  ['a zone that is not known here counts as UTC', timed, { ...idle, timeZone: 'Mars/Base' }, 8.5 * 3_600_000],
] as const)('[UPG-04] %s', (_, offer, moment, expected) => {
  expect(whenToInstall(offer, moment)).toBe(expected)
})
