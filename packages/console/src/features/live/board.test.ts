import type { LiveAlarm, LiveBoard, LiveDoor, LivePassage } from '@gatehouse/contract/features/live/board.ts'
import { describe, expect, it, vi } from 'vitest'
import { createBoardStore, houseAfter } from './board-store.ts'
import { faceMs, facesAfter, maxFaces, noFaces } from './faces-at-doors.ts'
import { groupEvents, passesFilter } from './group-events.ts'
import { inOrderOf, sortDoors } from './sort-doors.ts'

const atSecond = (second: number) => new Date(Date.UTC(2026, 10, 24, 9, 0, 0) + second * 1000).toISOString()
const passage = (id: string, second: number, more: Partial<LivePassage> = {}): LivePassage => ({
  type: 'passage',
  id,
  at: atSecond(second),
  doorId: 'front',
  doorName: 'Front',
  kind: 'staff',
  person: { id: 'mina', name: 'Mina' },
  opened: true,
  direction: 'in',
  abnormal: 'none',
  face: null,
  host: null,
  hasRecord: true,
  ...more,
})
const alarm = (id: string, second: number): LiveAlarm => ({
  type: 'alarm',
  id,
  at: atSecond(second),
  doorId: 'front',
  doorName: 'Front',
  alarm: 'tamper',
  code: 10001,
  times: 2,
  isOpen: true,
})
const door = (id: string, more: Partial<LiveDoor> = {}): LiveDoor => ({
  id,
  name: id,
  kind: 'door',
  site: { id: 'site', name: 'Site' },
  fromArea: null,
  toArea: null,
  places: [],
  mark: 'closed',
  since: null,
  held: null,
  needs: [],
  alarm: null,
  deviceIds: ['device'],
  ...more,
})
const board = (more: Partial<LiveBoard> = {}): LiveBoard => ({
  cursor: 'a.1',
  isWhole: true,
  readAt: atSecond(0),
  doors: [door('a'), door('b')],
  events: [],
  inside: { staff: 1, visitors: 0 },
  ...more,
})

describe('events of one person at one door', () => {
  it('events within a minute of the next are one group with its count', () => {
    const events = [passage('4', 130), passage('3', 100), passage('2', 50), passage('1', -30)]
    expect(groupEvents(events).map(({ id, times }) => [id, times])).toEqual([
      ['4', 3],
      ['1', 1],
    ])
  })

  it('events at other doors, of other people and with another result stay apart, and alarms count by themselves', () => {
    const events = [
      passage('4', 4, { doorId: 'back' }),
      passage('3', 3, { person: { id: 'quinn', name: 'Quinn' } }),
      passage('2', 2, { opened: false }),
      passage('1', 1),
      alarm('0', 0),
    ]
    expect(groupEvents(events).map(({ id, times }) => [id, times])).toEqual([
      ['4', 1],
      ['3', 1],
      ['2', 1],
      ['1', 1],
      ['0', 2],
    ])
    expect(events.filter(passesFilter.refused).map(({ id }) => id)).toEqual(['2'])
    expect(events.filter(passesFilter.alarms).map(({ id }) => id)).toEqual(['0'])
  })
})

describe('the tiles of doors', () => {
  it('tiles stand by need and then by name, and keep their order while somebody is there', () => {
    const doors = [
      door('Side 10'),
      door('Side 2'),
      door('Dock', { needs: ['offline'] }),
      door('Lab', { needs: ['alarm', 'offline'] }),
    ]
    const order = sortDoors(doors, 'en').map(({ id }) => id)
    expect(order).toEqual(['Lab', 'Dock', 'Side 2', 'Side 10'])
    const changed = [door('New'), door('Side 2', { needs: ['fire'] }), door('Lab'), door('Dock')]
    expect(inOrderOf(order, changed).map(({ id }) => id)).toEqual(['Lab', 'Dock', 'Side 2', 'New'])
  })
})

describe('faces at doors', () => {
  it('a face stays three seconds, a door has one, and those without room become a number', () => {
    const many = Array.from({ length: maxFaces + 2 }, (_, n) => passage(String(n), n, { doorId: `door ${n}` }))
    const shown = facesAfter(noFaces, many, 0)
    expect([shown.faces.length, shown.more]).toEqual([maxFaces, 2])
    const next = facesAfter(shown, [passage('again', 9, { doorId: 'door 0' })], 1_000)
    expect(next.faces.filter((face) => face.passage.doorId === 'door 0').map((face) => face.passage.id)).toEqual([
      'again',
    ])
    expect(facesAfter(next, [], faceMs + 500).faces.map((face) => face.passage.id)).toEqual(['again'])
    expect(facesAfter(next, [], faceMs + 1_000)).toBe(noFaces)
  })
})

describe('the board of the page', () => {
  it('changes replace the doors they are about, and a map of marks without a change stays the same', () => {
    const first = houseAfter(undefined, board())
    const same = houseAfter(first, board({ isWhole: false, doors: [door('a', { passagesToday: 3 })] }))
    expect(same.marks).toBe(first.marks)
    expect(same.doors?.map(({ id, passagesToday }) => [id, passagesToday])).toEqual([
      ['a', 3],
      ['b', undefined],
    ])
    const open = houseAfter(same, board({ isWhole: false, doors: [door('b', { mark: 'open' })] }))
    expect([...open.marks]).toEqual([
      ['a', 'closed'],
      ['b', 'open'],
    ])
    expect(houseAfter(open, board({ doors: [door('b')] })).doors).toHaveLength(1)
  })

  it('sixty events are kept, however many come', () => {
    let house = houseAfter(undefined, board())
    for (let second = 0; second < 500; second += 10) {
      const events = Array.from({ length: 10 }, (_, n) => passage(`${second + n}`, second + n))
      house = houseAfter(house, board({ isWhole: false, doors: [], events }))
    }
    expect(house.events).toHaveLength(60)
    expect(house.events[0]?.id).toBe('499')
  })

  it('answers of one frame are drawn once, with the events of all of them', async () => {
    const frames: (() => void)[] = []
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
    let second = 0
    const store = createBoardStore(() => {
      second += 1
      return Promise.resolve(board({ isWhole: second === 1, doors: [], events: [passage(String(second), second)] }))
    })
    let drawn = 0
    store.subscribe(() => (drawn += 1))
    await store.ask()
    frames.pop()?.()
    expect(store.state().arrived).toEqual([])
    await store.ask()
    await store.ask()
    expect(frames).toHaveLength(1)
    frames.pop()?.()
    expect(drawn).toBe(2)
    expect(store.state().arrived.map(({ id }) => id)).toEqual(['3', '2'])
    vi.unstubAllGlobals()
  })

  it('a failure keeps what is shown, and the next answer takes it away', async () => {
    const frames: (() => void)[] = []
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
    const answers = [Promise.resolve(board()), Promise.reject(new Error('away')), Promise.resolve(board())]
    const store = createBoardStore(() => answers.shift() ?? Promise.reject(new Error('over')))
    for (const error of [undefined, new Error('away'), undefined]) {
      await store.ask()
      frames.pop()?.()
      expect(store.state().error).toEqual(error)
      expect(store.state().house?.doors).toHaveLength(2)
    }
    vi.unstubAllGlobals()
  })
})
