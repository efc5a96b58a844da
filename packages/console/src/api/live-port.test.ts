import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beatMs, type PageWord, serve, type WorkerWord } from './live-port.ts'
import type { LiveHints } from './live-stream.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const page = { address: '/live', ageMs: 400 }
const hint = (...topics: string[]): LiveHints => ({ isOpen: true, hasMissed: false, topics })

/** A page at one end of a channel, the worker at the other; what comes is heard only when the page says so. */
async function begin() {
  const { port1: ours, port2: theirs } = new MessageChannel()
  const came: WorkerWord[] = []
  const joined: { tell: (heard: LiveHints) => void; hasLeft: boolean }[] = []
  ours.addEventListener('message', ({ data }: MessageEvent<WorkerWord>) => came.push(data))
  ours.start()
  serve(theirs, (_, tell) => {
    const one = { tell, hasLeft: false }
    joined.push(one)
    return () => {
      one.hasLeft = true
    }
  })
  const say = (word: PageWord) => ours.postMessage(word)
  say(page)
  await vi.waitFor(() => expect(joined).toHaveLength(1))
  return { came, say, joined: joined[0]!, comes: (count: number) => vi.waitFor(() => expect(came).toHaveLength(count)) }
}

it('a page that sleeps has one message waiting, which gathers the topics and keeps that some were missed', async () => {
  const { came, say, joined, comes } = await begin()
  joined.tell(hint('records'))
  joined.tell(hint('devices'))
  joined.tell({ isOpen: false, hasMissed: true, topics: [] })
  joined.tell(hint('devices', 'alarms'))
  await comes(1)
  expect(came).toEqual([hint('records')])
  say('heard')
  await comes(2)
  expect(came[1]).toEqual({ isOpen: true, hasMissed: true, topics: ['devices', 'alarms'] })
  joined.tell(hint('staff'))
  say('heard')
  await comes(3)
  expect(came[2]).toEqual(hint('staff'))
})

it('the worker says that it is there, once to a page that sleeps', async () => {
  const { came, say, joined, comes } = await begin()
  vi.advanceTimersByTime(3 * beatMs)
  joined.tell(hint('records'))
  await comes(1)
  say('heard')
  await comes(2)
  expect(came).toEqual(['beat', hint('records')])
})

it('a page that leaves is followed no more and gets no beat', async () => {
  const { came, say, joined } = await begin()
  say('left')
  await vi.waitFor(() => expect(joined.hasLeft).toBe(true))
  expect(vi.getTimerCount()).toBe(0)
  expect(came).toEqual([])
})
