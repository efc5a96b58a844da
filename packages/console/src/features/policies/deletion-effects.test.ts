import type { Policy } from '@gatehouse/contract/features/policies.ts'
import { describe, expect, it } from 'vitest'
import { deletionEffects } from './deletion-effects.ts'

const policy = (device: string, timetable: string, more: Partial<Policy> = {}): Policy => ({
  id: `${device} ${timetable}`,
  device: { id: device, name: device, location: null },
  group: { id: 'staff', name: 'Staff', kind: 'staff', isDefault: true },
  timetable: { id: timetable, name: timetable },
  isBound: true,
  pairCount: 1,
  createdAt: '2026-01-01T00:00:00Z',
  ...more,
})
const inWords = (policies: Policy[]) =>
  deletionEffects(policies).map(({ device, kind, timetables }) => `${device.name} ${kind} ${timetables.join('+')}`)

describe('[PASS-02] the effects of deleting policies', () => {
  it.each<[string, Policy[], string[]]>([
    ['the last one of a door lets the group pass at any time', [policy('Gate', 'day')], ['Gate always day']],
    ['one of two closes the door in its hours', [policy('Gate', 'day', { pairCount: 2 })], ['Gate closes day']],
    [
      'both of two leave none',
      [policy('Gate', 'day', { pairCount: 2 }), policy('Gate', 'night', { pairCount: 2 })],
      ['Gate always day+night'],
    ],
    [
      'one of a group that is not bound changes nothing',
      [policy('Gate', 'day', { isBound: false })],
      ['Gate none day'],
    ],
    [
      'several doors are told one by one',
      [policy('Gate', 'day'), policy('Lab', 'day', { pairCount: 3 })],
      ['Gate always day', 'Lab closes day'],
    ],
  ])('the deletion of policies: %s', (_what, policies, effects) => {
    expect(inWords(policies)).toEqual(effects)
  })
})
