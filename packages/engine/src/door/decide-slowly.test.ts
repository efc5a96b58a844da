import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seeded } from '../attendance/evaluate-slowly.ts'
import { decideAtDoor, decideAtDoorTogether } from './decide-at-door.ts'
import { arriveSlowly, decideFaceSlowly, decideSlowly, walkSlowly } from './decide-slowly.ts'
import type { DoorVerdict } from './door-question.ts'
import { applyPassage, presenceAfter } from './presence.ts'
import type { Presence } from './presence.ts'
import { parents } from './random-company.ts'
import { assumedRules, doorAlarms, presenceDoubts } from './vocabulary.ts'
import { walkCompany } from './walk-company.ts'
import type { Asked } from './walk-company.ts'

const tree = new Map(Object.entries(parents))

const withoutReasons = ({ opens, abnormal, recordedAs, alarms, assumed, floorIds }: DoorVerdict) => ({
  opens,
  abnormal,
  recordedAs,
  alarms,
  assumed,
  floorIds: floorIds ?? null,
})

function decideQuickly(asked: Asked) {
  if (!asked.entries) return withoutReasons(decideAtDoor(asked.question))
  const { verdict, main, others } = decideAtDoorTogether(asked.question, asked.entries)
  return { ...withoutReasons(verdict), mainId: main?.id ?? null, otherIds: others.map(({ id }) => id) }
}

/** Lets a company of this seed walk, compares everything, and gives the words that came up. */
function compareAll(seed: number, size: { faces: number; passages: number }): Set<string> {
  const words = new Set<string>()
  const arrived = walkCompany(seeded(seed), size, (asked) => {
    const quick = decideQuickly(asked)
    const slow = asked.entries ? decideFaceSlowly(asked.question, asked.entries) : decideSlowly(asked.question)
    if (JSON.stringify(quick) !== JSON.stringify(slow))
      expect({ seed, asked, ...quick }).toEqual({ seed, asked, ...slow })
    words.add(quick.abnormal)
    if (quick.floorIds) words.add(`floors ${quick.floorIds.length}`)
    for (const alarm of quick.alarms) words.add(`alarm ${alarm}`)
    for (const rule of quick.assumed) words.add(`assumed ${rule}`)
  })
  for (const passages of arrived) {
    let walked: Presence | null = null
    for (const [index, passage] of passages.entries()) {
      walked = applyPassage(walked, passage, tree)
      const sofar = passages.slice(0, index + 1)
      const quick = { walked, known: presenceAfter(sofar, tree) }
      const slow = { walked: walkSlowly(sofar, parents), known: arriveSlowly(sofar, parents) }
      if (JSON.stringify(quick) !== JSON.stringify(slow))
        expect({ seed, sofar, ...quick }).toEqual({ seed, sofar, ...slow })
      for (const doubt of quick.known?.doubts ?? []) words.add(doubt)
    }
  }
  return words
}

// One list, some words a line.
// oxfmt-ignore
const wordsOfDoors = [
  'none', 'lockdown', 'device-out-of-service', 'door-held-closed', 'blacklisted', 'suspended', 'left',
  'outside-validity', 'visitor-outside-validity', 'clock-unset', 'stranger', 'spoof', 'outside-passage-time',
  'timetable-unknown', 'anti-passback', 'occupancy-limit', 'interlock', 'escort-missing', 'too-few-people',
  'first-person-missing', 'state-unknown',
]

describe('a company that walks about', () => {
  it('Every decision of 10,000 passages, and the place of everybody after them, agrees with a slow, independent implementation', () => {
    const words = compareAll(20_261_124, { faces: 300, passages: 10_000 })
    const alarms = doorAlarms.map((alarm) => `alarm ${alarm}`)
    const assumed = assumedRules.map((rule) => `assumed ${rule}`)
    const floors = [1, 2, 3].map((count) => `floors ${count}`)
    // Those of the passage itself, which its device or its record gives.
    const givenDoubts: readonly string[] = ['clock-wrong', 'floor-unknown', 'contradictory']
    const all = [
      ...wordsOfDoors,
      ...floors,
      ...alarms,
      ...assumed,
      ...presenceDoubts.filter((doubt) => !givenDoubts.includes(doubt)),
    ]
    expect([...words].toSorted()).toEqual(all.toSorted())
  })

  it('Decisions and places agree in companies of any seed', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(compareAll(seed, { faces: 40, passages: 300 })).toContain('none')
      }),
      { numRuns: 10 },
    )
  })
})
