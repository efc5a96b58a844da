import type { UpgradeFailure } from '@gatehouse/engine/upgrade/vocabulary.ts'

const reasons: ReadonlyMap<number, UpgradeFailure> = new Map<number, UpgradeFailure>([
  [-9, 'hash-wrong'],
  [-618, 'not-fetched'],
  [-1008, 'not-fetched'],
  [-725, 'timed-out'],
  [-730, 'timed-out'],
  [-1003, 'timed-out'],
  [-23, 'downgrade'],
  [-18, 'disk-full'],
  [-1001, 'disk-full'],
  [-1007, 'disk-full'],
  ...[-1, -13, -708, -801, -1002, -1004].map((code): [number, UpgradeFailure] => [code, 'not-supported']),
])

/** Why a terminal did not install firmware, by the code that it answered; -720 and what follows it are faults of the installation itself. */
export const reasonOfCode = (code: number): UpgradeFailure => reasons.get(code) ?? 'install-failed'
