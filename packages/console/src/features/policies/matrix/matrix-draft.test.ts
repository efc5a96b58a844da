import { expect, it } from 'vitest'
import {
  accessOf,
  cellsOf,
  type Draft,
  noAccess,
  paintCells,
  paintedFits,
  shownAccess,
  stepBack,
  withoutOvertaken,
} from './matrix-draft.ts'

const gate = { groupId: 'staff', deviceId: 'gate' }
const lab = { groupId: 'staff', deviceId: 'lab' }
const cells = cellsOf([
  { ...gate, isBound: true, timetableIds: [] },
  { ...lab, isBound: true, timetableIds: ['day', 'night'] },
])
const none: Draft = new Map()

it('[PASS-02] painted cells are changes that know how the cell was', () => {
  const draft = paintCells(none, cells, [gate, lab], 'day')
  expect([...draft.values()]).toEqual([
    { ...gate, was: { isBound: true, timetableIds: [] }, becomes: 'day' },
    { ...lab, was: { isBound: true, timetableIds: ['day', 'night'] }, becomes: 'day' },
  ])
  expect(shownAccess(draft, cells, lab)).toEqual({ isBound: true, timetableIds: ['day'] })
  expect(shownAccess(none, cells, lab)).toEqual({ isBound: true, timetableIds: ['day', 'night'] })
})

it('[PASS-02] a cell that is painted with what it is saved with is no change', () => {
  expect(paintCells(none, cells, [gate], 'always').size).toBe(0)
  expect(paintCells(none, cells, [{ groupId: 'team', deviceId: 'gate' }], 'none').size).toBe(0)
  const painted = paintCells(none, cells, [gate], 'day')
  expect(paintCells(painted, cells, [gate], 'always').size).toBe(0)
  expect(accessOf('none')).toEqual({ isBound: false, timetableIds: [] })
})

it('[PASS-02] a change keeps the cell as it was seen, and those that others overtook are dropped', () => {
  const draft = paintCells(paintCells(none, cells, [gate], 'day'), cells, [lab], 'none')
  const newer = cellsOf([{ ...lab, isBound: true, timetableIds: ['night', 'day'] }])
  expect(paintCells(draft, newer, [gate], 'night').get('staff gate')?.was).toEqual({ isBound: true, timetableIds: [] })
  expect([...withoutOvertaken(draft, newer).keys()]).toEqual(['staff lab'])
})

it('[PASS-02] a step back undoes what is seen, past strokes that changed nothing', () => {
  const first = paintCells(none, cells, [gate], 'day')
  const second = paintCells(first, cells, [lab], 'none')
  expect(stepBack([first, second])).toEqual([first])
  expect(stepBack([first, second, paintCells(second, cells, [lab], 'none')])).toEqual([first])
  expect(stepBack([first])).toEqual([])
})

it('[PASS-02] the timetables of groups at a device do not count beside those that are painted there, and at another device they do', () => {
  const of = (groupId: string, deviceId: string, becomes: 'day' | 'always' | 'none') => ({
    groupId,
    deviceId,
    was: noAccess,
    becomes,
  })
  const fits = paintedFits([
    of('staff', 'gate', 'day'),
    of('team', 'gate', 'none'),
    of('staff', 'hall', 'day'),
    of('team', 'hall', 'none'),
    of('staff', 'lab', 'day'),
    of('guests', 'lab', 'always'),
  ])
  expect(fits).toMatchObject([
    { timetableId: 'day', deviceIds: ['gate', 'hall'], groupIds: ['staff', 'team'], opensToSome: false },
    { timetableId: 'day', deviceIds: ['lab'], groupIds: ['guests', 'staff'], opensToSome: true },
  ])
})
