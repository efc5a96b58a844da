import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type LiveHints, liveStream, wayMs } from './live-stream.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A connection of the browser, of which the test says what comes by it. */
class Connection extends EventTarget {
  readyState: number = 0
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
  }
  open() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  hint(data: string) {
    this.dispatchEvent(new MessageEvent('hint', { data }))
  }
  fail(readyState: 0 | 2) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
  close() {
    this.readyState = 2
  }
}

function begin() {
  const connections: Connection[] = []
  const { join } = liveStream((address) => {
    const connection = new Connection(address)
    connections.push(connection)
    return connection
  })
  /** A tab, and what it has been told. */
  const tab = (ageMs = 400) => {
    const told: LiveHints[] = []
    const leave = join({ address: `/live?tab=${connections.length}`, ageMs }, (heard) => told.push(heard))
    return { told, leave }
  }
  const last = () => connections.at(-1)!
  return { tab, connections, last }
}
const nothingNew = { isOpen: true, hasMissed: false, topics: [] }
const closed = { isOpen: false, hasMissed: false, topics: [] }

it('eight tabs have one connection, and all of them hear each hint once', () => {
  const { tab, connections, last } = begin()
  const tabs = Array.from({ length: 8 }, () => tab())
  last().open()
  last().hint('{"topic":"records","id":"7"}')
  expect(connections).toHaveLength(1)
  for (const { told } of tabs)
    expect(told).toEqual([nothingNew, { isOpen: true, hasMissed: false, topics: ['records'] }])
})

it('a tab that comes later hears the hints since it began to load, and none from before', () => {
  const { tab, last } = begin()
  tab()
  last().open()
  last().hint('{"topic":"devices"}')
  vi.advanceTimersByTime(10_000)
  last().hint('{"topic":"records"}')
  vi.advanceTimersByTime(1_000)
  expect(tab(1_500).told).toEqual([{ isOpen: true, hasMissed: false, topics: ['records'] }])
})

it('a tab that began to load before anything was known here is told that it has missed something', () => {
  const { tab, last } = begin()
  tab(400)
  last().open()
  expect(tab(9_000).told).toEqual([{ ...nothingNew, hasMissed: true }])
})

it('after a gap all tabs hear that they have missed something, and so does one that began to load during it', () => {
  const { tab, last } = begin()
  const first = tab()
  last().open()
  vi.advanceTimersByTime(60_000)
  last().fail(0)
  vi.advanceTimersByTime(5_000)
  last().open()
  expect(first.told).toEqual([nothingNew, closed, { ...nothingNew, hasMissed: true }])
  vi.advanceTimersByTime(1_000)
  expect(tab(3_000).told).toEqual([{ ...nothingNew, hasMissed: true }])
})

it('a connection that opens late may have missed what the server did not count back to', () => {
  const { tab, last } = begin()
  const { told } = tab()
  vi.advanceTimersByTime(wayMs + 1)
  last().open()
  expect(told).toEqual([{ ...nothingNew, hasMissed: true }])
})

it('an answer that is no stream is asked again after a second, then after two', () => {
  const { tab, connections, last } = begin()
  tab()
  last().fail(2)
  vi.advanceTimersByTime(999)
  expect(connections).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(connections).toHaveLength(2)
  last().fail(2)
  vi.advanceTimersByTime(1_999)
  expect(connections).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(connections).toHaveLength(3)
})

it('the connection stays while one tab is left, ends with the last, and opens again for the next', () => {
  const { tab, connections, last } = begin()
  const [one, other] = [tab(), tab()]
  last().open()
  one.leave()
  one.leave()
  expect(last().readyState).toBe(1)
  other.leave()
  expect(last().readyState).toBe(2)
  const next = tab()
  expect(connections).toHaveLength(2)
  last().open()
  expect(next.told).toEqual([nothingNew])
})

it('nothing asks again for a tab that has left', () => {
  const { tab, last } = begin()
  const { leave } = tab()
  last().fail(2)
  leave()
  expect(vi.getTimerCount()).toBe(0)
})

it('data that is no hint is nothing to a tab', () => {
  const { tab, last } = begin()
  const { told } = tab()
  last().open()
  for (const data of ['', '7', 'null', '{"topic":7}']) last().hint(data)
  expect(told).toEqual([nothingNew])
})
