import { expect, it } from 'vitest'
import { entryModeOf, nextFactor } from './verification.ts'
import type { Factor, VerificationMode } from './verification.ts'

it.each([
  ['face', ['face'], 'enough'],
  ['face', ['ic-card'], 'useless'],
  ['face-or-card', ['ic-card'], 'enough'],
  ['face-and-card', ['face'], 'ic-card'],
  ['face-and-card', ['ic-card'], 'face'],
  ['face-and-card', ['ic-card', 'face'], 'enough'],
  ['face-and-pin', ['face'], 'pin'],
  ['card-and-pin', ['face'], 'useless'],
  ['card-and-pin', ['ic-card'], 'pin'],
  ['face-and-card-and-pin', ['ic-card'], 'face'],
  ['face-and-card-and-pin', ['ic-card', 'face'], 'pin'],
  ['face-and-card-and-pin', ['ic-card', 'face', 'pin'], 'enough'],
  ['face-or-qr-code-or-card', ['ic-card'], 'enough'],
  ['face-and-qr-code', ['qr-code'], 'face'],
  ['face-and-qr-code', ['face'], 'qr-code'],
] satisfies [VerificationMode, Factor[], string][])('[DEV-03] by %s, after %j: %s', (mode, shown, next) => {
  expect(nextFactor(mode, shown)).toBe(next)
})

it.each([
  [['face'], 'face'],
  [['ic-card'], 'ic-card'],
  [['ic-card', 'face'], 'face-and-ic-card'],
  [['face', 'pin'], 'face-and-pin'],
  [['qr-code', 'face'], 'face-and-qr-code'],
  [['ic-card', 'pin'], 'ic-card-and-pin'],
  [['face', 'ic-card', 'pin'], 'face-and-ic-card-and-pin'],
] satisfies [Factor[], string][])('the record of %j has the entry mode %s', (shown, entryMode) => {
  expect(entryModeOf(shown)).toBe(entryMode)
})
