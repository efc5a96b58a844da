import { describe, expect, it } from 'vitest'
import { doorsNobodyOpens, type FirstPersonDoor } from './first-person-circle.ts'

const everybody = ['managers', 'guards', 'staff']
const door = (
  id: string,
  [fromAreaId, toAreaId]: readonly [string | null, string | null],
  firstGroupIds: string[] | null = null,
  boundGroupIds: string[] = everybody,
): FirstPersonDoor => ({ id, fromAreaId, toAreaId, firstGroupIds, boundGroupIds })
const noTree = new Map<string, string | null>()

describe('doors that wait for ever', () => {
  it('a door whose first person comes from outside is opened', () => {
    expect(doorsNobodyOpens([door('main', [null, 'hall'], ['managers'])], noTree)).toEqual([])
  })

  it('a second door is opened by a person who comes in after the first person of the first door', () => {
    const doors = [door('main', [null, 'hall'], ['managers']), door('lab', ['hall', 'laboratory'], ['guards'])]
    expect(doorsNobodyOpens(doors, noTree)).toEqual([])
  })

  it('two doors that wait for people who can only come through the other one are both named', () => {
    const doors = [
      door('north', [null, 'hall'], ['guards'], ['managers']),
      door('south', [null, 'hall'], ['managers'], ['guards']),
      door('inner north', ['hall', 'yard'], ['guards']),
    ]
    // Neither knows the group that it waits for: that is the fault of the groups, and the inner door is behind them.
    expect(doorsNobodyOpens(doors, noTree)).toEqual(['inner north'])
  })

  it('a circle of two inner doors is named', () => {
    const doors = [
      door('gate', [null, 'hall'], ['staff'], ['staff']),
      door('left', [null, 'left'], ['guards'], ['managers', 'staff']),
      door('right', ['left', 'right'], ['managers'], ['managers']),
    ]
    expect(doorsNobodyOpens(doors, noTree)).toEqual(['right'])
  })

  it('the way back never waits', () => {
    const doors = [
      door('side', [null, 'yard']),
      door('gate', ['hall', 'yard'], ['guards']),
      door('lab', ['hall', 'laboratory'], ['guards']),
    ]
    expect(doorsNobodyOpens(doors, noTree)).toEqual([])
  })

  it('a person in an area stands in the areas around it', () => {
    const tree = new Map([
      ['hall', 'house'],
      ['house', null],
    ])
    const doors = [door('main', [null, 'hall']), door('lift', ['house', 'cellar'], ['guards'])]
    expect(doorsNobodyOpens(doors, tree)).toEqual([])
  })
})
