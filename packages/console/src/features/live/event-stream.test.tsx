import type { LiveDoor, LiveEvent } from '@gatehouse/contract/features/live/board.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { sessionUserOf } from '../../../test/session-users.ts'
import { setUser } from '../../lib/session.ts'
import type { House } from './board-store.ts'
import { EventStream } from './event-stream.tsx'
import { houseTexts } from './live-feature.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(houseTexts)
  Element.prototype.scrollIntoView = vi.fn<() => void>()
})
afterEach(() => {
  cleanup()
  act(() => setUser(null))
  vi.useRealTimers()
})

const passage = (id: string, second: number): LiveEvent => ({
  type: 'passage',
  id,
  at: new Date(Date.UTC(2026, 10, 24, 9, 0, second)).toISOString(),
  doorId: 'front',
  doorName: 'Front',
  kind: 'staff',
  person: { id, name: `Person ${id}` },
  opened: true,
  direction: 'in',
  abnormal: 'none',
  face: null,
  host: null,
  hasRecord: true,
})
const alarm = (id: string, second: number): LiveEvent => ({
  type: 'alarm',
  id,
  at: new Date(Date.UTC(2026, 10, 24, 9, 1, second)).toISOString(),
  doorId: 'front',
  doorName: `Door ${id}`,
  alarm: 'tamper',
  code: 10001,
  times: 1,
  isOpen: true,
})
const doorAt = (id: string, site: LiveDoor['site']): LiveDoor => ({
  id,
  name: id,
  kind: 'door',
  site,
  fromArea: null,
  toArea: null,
  places: [],
  mark: 'closed',
  since: null,
  held: null,
  needs: [],
  alarm: null,
  deviceIds: [],
})
const houseOf = (...events: LiveEvent[]): House => ({
  readAt: '2026-11-24T09:00:00Z',
  doors: [],
  marks: new Map(),
  events,
  inside: { staff: 0, visitors: 0 },
  waitingVisits: undefined,
})

function draw(...events: LiveEvent[]) {
  const onOpen = vi.fn<(group: { id: string } | undefined) => void>()
  const stream = (openedId: string | undefined, ...now: LiveEvent[]) => (
    <EventStream house={houseOf(...now)} isLive openedId={openedId} onOpen={onOpen} />
  )
  const { rerender } = render(stream(undefined, ...events))
  return { onOpen, show: (openedId: string | undefined, ...now: LiveEvent[]) => rerender(stream(openedId, ...now)) }
}
const names = () => screen.getAllByRole('option').map((row) => row.querySelector('b')?.textContent)
const press = (key: string) => fireEvent.keyDown(screen.getByRole('listbox'), { key })

describe('the list of events', () => {
  it('an empty list says to a role that sees no passages that it waits for alarms of devices alone', () => {
    setUser(sessionUserOf('deviceAdmin'))
    draw()
    expect(screen.getByText('No alarm of a device')).toBeTruthy()
    expect(screen.queryByText('No events yet')).toBeNull()
    act(() => setUser(sessionUserOf('superAdmin')))
    expect(screen.getByText('No events yet')).toBeTruthy()
  })

  it('one stop of Tab has J, K, Enter and Space', () => {
    const { onOpen } = draw(passage('2', 2), passage('1', 1))
    const list = screen.getByRole('listbox', { name: 'Events, newest first' })
    expect(list.tabIndex).toBe(0)
    expect(screen.getAllByRole('option').every((row) => row.tabIndex === -1)).toBe(true)
    expect(list.getAttribute('aria-activedescendant')).toBe('event-2')
    press('j')
    expect(list.getAttribute('aria-activedescendant')).toBe('event-1')
    press('j')
    press('Enter')
    expect(onOpen).toHaveBeenLastCalledWith(expect.objectContaining({ id: '1' }))
    press('k')
    press(' ')
    expect(screen.getByText('Paused')).toBeTruthy()
    expect(list.getAttribute('aria-activedescendant')).toBe('event-2')
  })

  it('events of the day before stand below its name, and days before that below their dates', () => {
    setUser({ ...sessionUserOf('superAdmin'), timeZone: 'UTC' })
    const at = (id: string, day: string) => ({ ...passage(id, 1), at: `${day}T08:00:00Z` })
    draw(passage('4', 1), at('3', '2026-11-23'), at('2', '2026-11-23'), at('1', '2026-11-20'))
    const lines = [...screen.getByRole('listbox').children].map((line) => line.querySelector('b') ?? line)
    expect(lines.map((line) => line.textContent)).toEqual([
      'Person 4',
      'Yesterday',
      'Person 3',
      'Person 2',
      '2026-11-20',
      'Person 1',
    ])
    expect(screen.getAllByRole('option').map((row) => row.querySelector('time')?.textContent)).toEqual([
      '09:00:01',
      'Yesterday 08:00:00',
      'Yesterday 08:00:00',
      '2026-11-20 08:00:00',
    ])
  })

  it('of several sites the list follows the one that is shown, unless all are wanted', () => {
    const [works, depot] = ['works', 'depot'].map((id) => ({ id, name: id }))
    const house: House = {
      ...houseOf(passage('1', 1), { ...passage('2', 2), doorId: 'gate' }, { ...passage('3', 3), doorId: null }),
      doors: [doorAt('front', works!), doorAt('gate', depot!)],
    }
    setUser(sessionUserOf('superAdmin'))
    const stream = (site: { id: string; name: string }) => (
      <EventStream house={house} site={site} isLive openedId={undefined} onOpen={() => undefined} />
    )
    const { rerender } = render(stream(works!))
    // A passage whose door is not known concerns everybody.
    expect(names()).toEqual(['Person 1', 'Person 3'])
    act(() => screen.getByRole('listbox').focus())
    rerender(stream(depot!))
    expect(names()).toEqual(['Person 2', 'Person 3'])
    fireEvent.click(screen.getByRole('button', { name: 'All sites' }))
    expect(names()).toEqual(['Person 1', 'Person 2', 'Person 3'])
  })

  it('new events wait behind their number while the focus is inside, and come when it leaves or the number is pressed', () => {
    const { show } = draw(passage('1', 1))
    act(() => screen.getByRole('listbox').focus())
    show(undefined, passage('3', 3), passage('2', 2), passage('1', 1))
    expect(names()).toEqual(['Person 1'])
    fireEvent.click(screen.getByRole('button', { name: '2 new' }))
    expect(names()).toEqual(['Person 3', 'Person 2', 'Person 1'])
    show(undefined, passage('4', 4), passage('3', 3))
    expect(names()).toHaveLength(3)
    act(() => screen.getByRole('listbox').blur())
    expect(names()).toEqual(['Person 4', 'Person 3'])
  })

  it('the number that was pressed by a key leaves the focus in the list, and a screen reader hears what came', () => {
    const { show } = draw(passage('1', 1))
    act(() => screen.getByRole('listbox').focus())
    show(undefined, passage('3', 3), passage('2', 2), passage('1', 1))
    const fresh = screen.getByRole('button', { name: '2 new' })
    act(() => fresh.focus())
    fireEvent.click(fresh, { detail: 0 })
    expect(document.activeElement).toBe(screen.getByRole('listbox'))
    expect(screen.getByText('2 new events are shown at the top.').getAttribute('role')).toBe('status')
    // The next ones are a sentence of their own.
    show(undefined, passage('4', 4), passage('3', 3))
    expect(screen.queryByText(/shown at the top/)).toBeNull()
  })

  it('the number that was pressed by a pointer does not hold the list still once the pointer has left', () => {
    const { show } = draw(passage('1', 1))
    const stream = screen.getByRole('region', { name: 'Events' })
    fireEvent.pointerEnter(stream)
    show(undefined, passage('2', 2), passage('1', 1))
    const fresh = screen.getByRole('button', { name: '1 new' })
    act(() => fresh.focus())
    fireEvent.click(fresh, { detail: 1 })
    fireEvent.pointerLeave(stream)
    show(undefined, passage('3', 3), passage('2', 2))
    expect(names()).toEqual(['Person 3', 'Person 2'])
  })

  it('the row that is open moves with the keys', () => {
    const { onOpen, show } = draw(passage('2', 2), passage('1', 1))
    show('2', passage('2', 2), passage('1', 1))
    press('ArrowDown')
    expect(onOpen).toHaveBeenLastCalledWith(expect.objectContaining({ id: '1' }))
    press('Escape')
    expect(onOpen).toHaveBeenLastCalledWith(undefined)
  })

  it('a screen reader hears new alarms alone, and one sentence in five seconds', () => {
    vi.useFakeTimers()
    const { show } = draw(passage('1', 1))
    const said = () => screen.getAllByRole('status').at(-1)?.textContent
    show(undefined, passage('2', 2), passage('1', 1))
    act(() => void vi.advanceTimersByTime(6_000))
    expect(said()).toBe('')
    show(undefined, alarm('a', 1), passage('1', 1))
    act(() => void vi.advanceTimersByTime(10))
    expect(said()).toMatch(/^Alarm: .* at Door a$/)
    show(undefined, alarm('b', 2), alarm('a', 1))
    act(() => void vi.advanceTimersByTime(4_000))
    expect(said()).toContain('Door a')
    act(() => void vi.advanceTimersByTime(1_500))
    expect(said()).toContain('Door b')
  })

  it('of many events the first are drawn, and more as the keys or the eye come to their end', () => {
    const watched: (() => void)[] = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(see: (entries: { isIntersecting: boolean }[]) => void) {
          watched.push(() => see([{ isIntersecting: true }]))
        }
        observe() {}
        disconnect() {}
      },
    )
    draw(...Array.from({ length: 45 }, (_, n) => passage(`${100 - n}`, 59 - n)))
    expect(names()).toHaveLength(20)
    act(() => watched.at(-1)?.())
    expect(names()).toHaveLength(40)
    const list = screen.getByRole('listbox')
    fireEvent.keyDown(list, { key: 'End' })
    expect(names()).toHaveLength(45)
    expect(list.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option').at(-1)?.id)
    vi.unstubAllGlobals()
  })
})
