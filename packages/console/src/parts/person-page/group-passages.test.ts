import type { TimelineEntry } from '@gatehouse/contract/features/people/timeline.ts'
import { expect, it } from 'vitest'
import { groupAlike } from './group-passages.ts'

/** Only the parts of a record that decide. */
function passage(at: string, door: string, part: { opened?: boolean; direction?: 'in' | 'out' } = {}): TimelineEntry {
  const record = { device: { id: door, name: door }, opened: true, abnormal: null, direction: 'in', ...part }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other forty fields of a record say nothing here
  return { kind: 'passages', id: `${at} ${door}`, at: `2026-11-27T${at}Z`, record } as unknown as TimelineEntry
}
const told = (entries: TimelineEntry[]) =>
  groupAlike(entries).map(({ entry, times, since }) => `${entry.at.slice(11, 16)} ${times} ${since.slice(11, 16)}`)

it('passages at one door within minutes of each other are told once, with the first of them', () => {
  const entries = [passage('09:08:00', 'Lab'), passage('09:04:00', 'Lab'), passage('09:00:00', 'Lab')]
  expect(told(entries)).toEqual(['09:08 3 09:00'])
})

it('a longer pause, another door, another end and another way begin again', () => {
  expect(told([passage('09:08:00', 'Lab'), passage('09:02:59', 'Lab')])).toHaveLength(2)
  expect(told([passage('09:08:00', 'Lab'), passage('09:07:00', 'Hall')])).toHaveLength(2)
  expect(told([passage('09:08:00', 'Lab'), passage('09:07:00', 'Lab', { opened: false })])).toHaveLength(2)
  expect(told([passage('09:08:00', 'Lab'), passage('09:07:00', 'Lab', { direction: 'out' })])).toHaveLength(2)
})
