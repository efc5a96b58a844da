import type { DoorNeed } from '@gatehouse/contract/features/floor-plans.ts'
import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { expect, it } from 'vitest'
import { doorsOfGuard, sitesOf } from './doors-of-guard.ts'

const site = (name: string) => ({ id: name, name })
const door = (name: string, siteName: string, ...needs: DoorNeed[]): LiveDoor => ({
  id: name,
  name,
  kind: 'door',
  site: site(siteName),
  fromArea: null,
  toArea: { id: 'a', name: 'Hall' },
  places: [],
  mark: 'closed',
  since: null,
  held: null,
  needs,
  alarm: null,
  deviceIds: ['d'],
})
const doors = [door('Door 10', 'Yard'), door('Door 2', 'Yard', 'fire'), door('Archive', 'Tower')]
const all: Parameters<typeof doorsOfGuard>[1] = { siteId: undefined, words: '', isNeedingOnly: false, language: 'en' }
const namesOf = (choice: Partial<typeof all>) =>
  doorsOfGuard(doors, { ...all, ...choice }).shown.map(({ name }) => name)

it('doors stand by name, however urgent they are: no button moves under a finger', () => {
  expect(namesOf({})).toEqual(['Archive', 'Door 2', 'Door 10'])
})

it('a guard sees the doors of a site, those that need somebody, or those of a name or an area', () => {
  expect(namesOf({ siteId: 'Tower' })).toEqual(['Archive'])
  expect(namesOf({ isNeedingOnly: true })).toEqual(['Door 2'])
  expect(namesOf({ words: ' door 1' })).toEqual(['Door 10'])
  expect(namesOf({ words: 'hall' })).toHaveLength(3)
})

it('the number of doors that need somebody is that of the site', () => {
  expect(doorsOfGuard(doors, all).needing).toBe(1)
  expect(doorsOfGuard(doors, { ...all, siteId: 'Tower' }).needing).toBe(0)
  expect(sitesOf(doors, 'en').map(({ name }) => name)).toEqual(['Tower', 'Yard'])
})
