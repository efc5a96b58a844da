import { expect, it } from 'vitest'
import { doorsOfGroups } from './group-doors.ts'

const cell = (deviceId: string, groupId: string, timetableIds: string[] = [], isBound = true) => ({
  deviceId,
  groupId,
  timetableIds,
  isBound,
})
const cells = [
  cell('entrance', 'staff'),
  cell('lab', 'staff', ['lab hours']),
  cell('office', 'staff', ['office hours']),
  cell('lab', 'night', ['nights']),
  cell('office', 'night'),
  cell('store', 'night', ['nights'], false),
]
const told = (groupIds: string[], withoutHours = '') => {
  const { doors, always, byTimetables } = doorsOfGroups(cells, groupIds, (id) => (id === withoutHours ? undefined : id))
  return [doors, always, Object.fromEntries(byTimetables)]
}

it('the doors of groups are counted once, by the widest hours that any of the groups has', () => {
  expect(told(['staff'])).toEqual([3, 1, { 'lab hours': 1, 'office hours': 1 }])
  expect(told(['night', 'staff'])).toEqual([3, 2, { 'lab hours + nights': 1 }])
})

it('a policy of a group that no device knows opens nothing, and neither does no group', () => {
  expect(told(['night'])).toEqual([2, 1, { nights: 1 }])
  expect(told([])).toEqual([0, 0, {}])
})

it('a timetable without hours opens no door', () => {
  expect(told(['staff'], 'lab hours')).toEqual([2, 1, { 'office hours': 1 }])
  expect(told(['night', 'staff'], 'lab hours')).toEqual([3, 2, { nights: 1 }])
})
