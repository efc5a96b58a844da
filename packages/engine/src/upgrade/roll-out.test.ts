import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateRollOut, pickShare, type RollOutCounts, type RollOutPlan } from './roll-out.ts'
import { failuresThatStop } from './vocabulary.ts'

const plan: RollOutPlan = { advance: 'manual', waitMinutes: 60, mostFailedPercent: 20, forgivenFailures: 0 }
const forgiving: RollOutPlan = { ...plan, forgivenFailures: 1 }
const timed: RollOutPlan = { ...plan, advance: 'timed' }

describe('[UPG-04] the next step of a roll-out', () => {
  it.each<[string, RollOutPlan, 'first' | 'all', RollOutCounts, number, string]>([
    ['goes on while the first are at it', plan, 'first', { downloading: 3, unbegun: 7 }, 5, 'running first'],
    ['waits for somebody when the first are done', plan, 'first', { done: 3, unbegun: 7 }, 5_000, 'running first'],
    ['lets the rest follow at its time', timed, 'first', { done: 2, offered: 1, unbegun: 7 }, 60, 'running all'],
    ['not before its time', timed, 'first', { done: 3, unbegun: 7 }, 59, 'running first'],
    ['not while none has shown that it works', timed, 'first', { offered: 3, unbegun: 7 }, 90, 'running first'],
    ['stops when one of three fails', plan, 'first', { failed: 1, downloading: 2, unbegun: 7 }, 1, 'stopped first'],
    [
      'a device that rolled back has failed',
      plan,
      'first',
      { 'rolled-back': 1, done: 2, unbegun: 7 },
      1,
      'stopped first',
    ],
    [
      'a failure that was known when it was resumed stops it no more',
      forgiving,
      'first',
      { failed: 1, done: 2, unbegun: 7 },
      1,
      'running first',
    ],
    ['another one does', forgiving, 'first', { failed: 2, done: 1, unbegun: 7 }, 1, 'stopped first'],
    ['goes on at exactly the share', plan, 'all', { failed: 2, done: 7, offered: 1, unbegun: 0 }, 1, 'running all'],
    ['stops above it in the second stage too', plan, 'all', { failed: 3, done: 7, unbegun: 0 }, 1, 'stopped all'],
    ['is done when nobody is under way', plan, 'all', { done: 9, failed: 1, unbegun: 0 }, 1, 'done all'],
    [
      'who is superseded or cancelled does not count',
      plan,
      'all',
      { done: 1, superseded: 5, cancelled: 2, unbegun: 0 },
      1,
      'done all',
    ],
    ['a first stage with nobody after it ends', plan, 'first', { done: 3, unbegun: 0 }, 1, 'done all'],
    ['for nobody it is done at once', plan, 'all', { unbegun: 0 }, 0, 'done all'],
    ['one that tries again later keeps it open', plan, 'all', { done: 9, waiting: 1, unbegun: 0 }, 0, 'running all'],
  ])('%s', (_, plan, stage, counts, minutes, expected) => {
    const step = evaluateRollOut(plan, stage, counts, minutes)
    expect(`${step.state} ${step.stage}`).toBe(expected)
  })
})

describe('the first share of a roll-out', () => {
  it('A first share is at least one device, none of no devices, and spread over the list', () => {
    expect(pickShare([], 10)).toEqual([])
    expect(pickShare([1, 2, 3], 1)).toEqual([1])
    expect(pickShare([...Array(10).keys()], 30)).toEqual([0, 3, 6])
  })
  it('A first share never names a device twice, and all at 100 %', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 100 }), (count, percent) => {
        const picked = pickShare([...Array(count).keys()], percent)
        expect(new Set(picked).size).toBe(picked.length)
        expect(picked.length).toBe(Math.max(1, Math.ceil((count * percent) / 100)))
      }),
    )
  })
})

it.each([
  [3, 20, 1],
  [5, 20, 2],
  [100, 20, 21],
  [3, 0, 1],
  [3, 100, 4],
])('of %i devices with %i %% allowed, failure number %i is one too many', (devices, percent, failures) => {
  expect(failuresThatStop(devices, percent)).toBe(failures)
})
