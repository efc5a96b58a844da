import { expect, it } from 'vitest'
import { decideNext, lanes, type OpenCommand } from './next-command.ts'

const second = 1000
const data = (number: number, more: Partial<OpenCommand> = {}): OpenCommand => ({
  number,
  lane: lanes.data,
  state: 'waiting',
  sentCount: 0,
  sentMs: null,
  isAside: false,
  isAgain: false,
  person: null,
  isZone: false,
  closes: false,
  expiresMs: null,
  ...more,
})
const sent = (number: number, sentCount: number, sentMs: number, more: Partial<OpenCommand> = {}) =>
  data(number, { state: 'sent', sentCount, sentMs, ...more })
const opening = (number: number, more: Partial<OpenCommand> = {}) =>
  data(number, { lane: lanes.door, expiresMs: 60 * second, ...more })
const next = (open: OpenCommand[], nowMs = 10 * second, onlineSinceMs = 0) => {
  const { send, over } = decideNext(open, { nowMs, onlineSinceMs })
  return [send[0]?.number ?? null, over.map(({ command, state }) => [command.number, state])]
}

it('the first of data is sent, and nothing overtakes one without an answer', () => {
  expect(next([data(1), data(2)])).toEqual([1, []])
  expect(next([sent(1, 1, 0), data(2)])).toEqual([null, []])
})

it('the door goes first, even while data wait for an answer', () => {
  expect(next([opening(9), sent(1, 1, 0), data(2)])).toEqual([9, []])
})

it('a door that does not answer that it closes counts as open, and nothing waits for it', () => {
  const closing = opening(9, { state: 'sent', sentCount: 1, sentMs: 0, closes: true, expiresMs: 9_000 * second })
  expect(next([closing, data(1)], 59 * second)).toEqual([1, []])
  expect(next([closing, data(1)], 60 * second)).toEqual([1, [[9, 'unknown']]])
})

it('a command at the door is sent once, and never after its time', () => {
  expect(next([opening(9, { state: 'sent', sentCount: 1, sentMs: 0 }), data(1)], 59 * second)).toEqual([1, []])
  expect(next([opening(9, { state: 'sent', sentCount: 1, sentMs: 0 })], 60 * second)).toEqual([null, [[9, 'unknown']]])
  expect(next([opening(9)], 60 * second)).toEqual([null, [[9, 'expired']]])
})

it.each([
  [1, 60],
  [2, 300],
  [3, 900],
  [4, 3600],
])('data that were sent %i times are sent again after %i seconds', (count, seconds) => {
  expect(next([sent(1, count, 0)], seconds * second - 1)).toEqual([null, []])
  expect(next([sent(1, count, 0)], seconds * second)).toEqual([1, []])
})

it('a command that takes rights away is sent again sooner', () => {
  expect(next([sent(1, 1, 0, { lane: lanes.removal })], 30 * second)).toEqual([1, []])
})

it('the clock does not run while the terminal is offline', () => {
  expect(next([sent(1, 1, 0)], 1000 * second, 950 * second)).toEqual([null, []])
  expect(next([sent(1, 1, 0)], 1010 * second, 950 * second)).toEqual([1, []])
})

it('after five times without an answer it is given up, and the next one goes on', () => {
  expect(next([sent(1, 5, 0), data(2)], 3600 * second)).toEqual([2, [[1, 'unknown']]])
})

it('several go at once in their order, and none past one without an answer', () => {
  const numbers = (open: OpenCommand[], nowMs = 0) =>
    decideNext(open, { nowMs, onlineSinceMs: 0, most: 3 }).send.map(({ number }) => number)
  expect(numbers([data(1), data(2), data(3), data(4)])).toEqual([1, 2, 3])
  expect(numbers([sent(1, 1, 0), data(2)])).toEqual([])
  expect(numbers([data(1, { lane: lanes.removal }), sent(2, 1, 0), data(3)])).toEqual([1])
  expect(numbers([opening(9), data(1), data(2)])).toEqual([9])
})

it('a command that is sent again goes by itself, also at a terminal that takes several', () => {
  const open = [sent(1, 1, 0), sent(2, 1, 0), data(3)]
  expect(decideNext(open, { nowMs: 60 * second, onlineSinceMs: 0, most: 3 }).send.map(({ number }) => number)).toEqual([
    1,
  ])
})

it('people who go do not wait for zones, and the others do', () => {
  const zone = sent(1, 1, 0, { lane: lanes.zone })
  expect(next([zone, data(2, { lane: lanes.removal }), data(3)])).toEqual([2, []])
  expect(next([zone, data(3)])).toEqual([null, []])
  expect(next([zone, sent(2, 1, 0, { lane: lanes.removal }), data(3)])).toEqual([null, []])
})

it('a command that was refused for now holds up no other, and goes before the rest where it takes rights away', () => {
  const aside = (more: Partial<OpenCommand> = {}) => sent(1, 1, 0, { isAside: true, ...more })
  expect(next([data(3), aside()])).toEqual([3, []])
  expect(next([aside()])).toEqual([null, []])
  expect(next([aside()], 60 * second)).toEqual([1, []])
  const going = aside({ lane: lanes.removal })
  expect(next([going, data(3)], 29 * second)).toEqual([3, []])
  expect(next([going, data(3)], 30 * second)).toEqual([1, []])
  expect(next([{ ...going, sentCount: 5 }, data(3)], 300 * second)).toEqual([3, [[1, 'failed']]])
})

it('a zone that was refused for now holds up the people whose rights name it, and no other zone', () => {
  const zone = sent(1, 1, 0, { lane: lanes.zone, isZone: true, isAside: true })
  expect(next([zone, data(2, { lane: lanes.zone, isZone: true }), data(3)])).toEqual([2, []])
  expect(next([zone, data(3)])).toEqual([null, []])
  expect(next([zone, data(3)], 30 * second)).toEqual([1, []])
  expect(next([{ ...zone, sentCount: 5 }, data(3)], 300 * second)).toEqual([3, [[1, 'failed']]])
  // Holidays are named by no rights.
  expect(next([{ ...zone, isZone: false }, data(3)])).toEqual([3, []])
})

it('many that were refused for now hold up no zone, and everything else for one poll', () => {
  const many = Array.from({ length: 80 }, (_, at) => sent(at + 1, 1, 0, { lane: lanes.removal, isAside: true }))
  const zones = [90, 91].map((number) => data(number, { lane: lanes.zone, isZone: true }))
  const nowMs = 3600 * second
  const numbers = (open: OpenCommand[], more: Partial<Parameters<typeof decideNext>[1]> = {}) =>
    decideNext(open, { nowMs, onlineSinceMs: 0, ...more }).send.map(({ number }) => number)
  expect(numbers([...zones, ...many])).toEqual([90])
  expect(numbers([...zones, ...many], { most: 3 })).toEqual([90, 91])
  const refused = sent(89, 1, 0, { lane: lanes.zone, isZone: true, isAside: true })
  expect(numbers([...zones, refused, ...many])).toEqual([90])
  expect(numbers([refused, ...many])).toEqual([89])
  expect(numbers([data(92), ...many])).toEqual([1])
  expect(numbers([data(92), data(93), ...many], { wasAside: true, most: 3 })).toEqual([92, 93])
  expect(numbers(many, { wasAside: true })).toEqual([1])
})

it('a face that was refused for now holds up nobody, goes when nothing else does, and is given up after five times', () => {
  const aside = (count: number) => sent(1, count, 0, { isAside: true })
  expect(next([data(2), aside(1)])).toEqual([2, []])
  expect(next([data(2), aside(1)], 60 * second)).toEqual([2, []])
  expect(next([sent(2, 1, 59 * second), aside(1)], 60 * second)).toEqual([null, []])
  expect(next([aside(1)], 59 * second)).toEqual([null, []])
  expect(next([aside(1)], 60 * second)).toEqual([1, []])
  expect(next([aside(5)], 3600 * second)).toEqual([null, [[1, 'failed']]])
})

it('somebody of whom something is taken again goes behind the others of the lane, with all that is theirs', () => {
  const removal = (number: number, more: Partial<OpenCommand>) => data(number, { lane: lanes.removal, ...more })
  const again = removal(1, { person: 7, isAgain: true })
  const rest = removal(2, { person: 7 })
  const first = removal(3, { person: 8 })
  expect(next([again, rest, first])).toEqual([3, []])
  expect(next([{ ...again, state: 'sent', sentCount: 1, sentMs: 9 * second }, rest, first])).toEqual([3, []])
  expect(next([again, rest])).toEqual([1, []])
  expect(next([{ ...again, state: 'sent', sentCount: 1, sentMs: 9 * second }, rest])).toEqual([null, []])
})

it('a door that was told to close once more holds up nobody, and is over when its answer does not come', () => {
  const closing = sent(1, 1, 0, { lane: lanes.removal, closes: true, isAgain: true })
  expect(next([closing, data(2)])).toEqual([2, []])
  expect(next([closing, data(2, { lane: lanes.removal })])).toEqual([2, []])
  expect(next([closing])).toEqual([null, []])
  expect(next([closing, data(2)], 30 * second)).toEqual([2, [[1, 'unknown']]])
})

it('settings go before people and wait for no answer of theirs, and people wait for no setting', () => {
  const setting = (number: number, more: Partial<OpenCommand> = {}) => data(number, { lane: lanes.setting, ...more })
  expect(next([setting(2), data(1)])).toEqual([2, []])
  expect(next([setting(2), sent(1, 1, 0)])).toEqual([2, []])
  expect(next([sent(2, 1, 0, { lane: lanes.setting }), data(1)])).toEqual([1, []])
  expect(next([sent(2, 1, 0, { lane: lanes.setting }), setting(3)]), 'their own order is kept').toEqual([null, []])
  expect(next([data(9, { lane: lanes.zone }), data(8, { lane: lanes.removal }), setting(2)])).toEqual([9, []])
})
