import { expect, it } from 'vitest'
import { reachedFloor } from './reached-floor.ts'

const tree = new Map([
  ['building', null],
  ['first', 'building'],
  ['archive', 'first'],
  ['second', 'building'],
  ['elsewhere', null],
])
const lift = { kind: 'elevator', direction: 'entry', entersAreaId: 'first' } as const

it.each([
  ['one floor', lift, ['second'], 'second', true],
  ['several floors', lift, ['first', 'second'], 'building', false],
  ['a floor inside another', lift, ['first', 'archive'], 'first', false],
  ['no floor', lift, [], 'first', false],
  ['a floor of another building', lift, ['elsewhere'], 'first', false],
  ['a floor that is not known', lift, ['gone'], 'first', false],
  ['a way out', { ...lift, direction: 'exit', entersAreaId: null } as const, ['second'], null, true],
  ['a door', { ...lift, kind: 'door' } as const, ['second'], 'first', true],
] as const)('%s leads to the right area', (_title, door, floorIds, areaId, isKnown) => {
  expect(reachedFloor(door, floorIds, tree)).toEqual({ areaId, isKnown })
})
