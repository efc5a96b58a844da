import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { joinLive } from './join-live.ts'
import { beatMs, serve } from './live-port.ts'
import { type LiveHints, liveStream } from './live-stream.ts'

/** The browser's connection to the server, and its shared workers, neither of which this environment has. */
class Line extends EventTarget {
  static readonly all: Line[] = []
  readyState = 1
  constructor() {
    super()
    Line.all.push(this)
  }
  close() {
    this.readyState = 2
  }
  open() {
    this.dispatchEvent(new Event('open'))
  }
  hint(topic: string) {
    this.dispatchEvent(new MessageEvent('hint', { data: JSON.stringify({ topic }) }))
  }
}
class Worker extends EventTarget {
  static readonly all: Worker[] = []
  /** Whether one that starts serves its pages. */
  static isAlive = true
  readonly port: MessagePort
  readonly theirs: MessagePort
  constructor() {
    super()
    const channel = new MessageChannel()
    this.port = channel.port1
    this.theirs = channel.port2
    if (Worker.isAlive) serve(this.theirs, liveStream().join)
    Worker.all.push(this)
  }
  /** As the browser does it: nobody is told. */
  end() {
    this.theirs.close()
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  Line.all.length = 0
  Worker.all.length = 0
  Worker.isAlive = true
  vi.stubGlobal('EventSource', Line)
  vi.stubGlobal('SharedWorker', Worker)
})
afterEach(() => {
  for (const { port } of Worker.all) port.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function join(onTell: (heard: LiveHints) => void = () => {}) {
  const told: LiveHints[] = []
  const leave = joinLive({ address: '/live', ageMs: 400 }, (heard) => {
    told.push(heard)
    onTell(heard)
  })
  const hears = (heard: Partial<LiveHints>) => vi.waitFor(() => expect(told.at(-1)).toMatchObject(heard))
  return { told, leave, hears }
}
const line = (number: number) => vi.waitFor(() => Line.all[number] ?? Promise.reject(new Error('no line yet')))
const pass = (beats: number) => {
  for (let beat = 0; beat < beats; beat += 1) vi.advanceTimersByTime(beatMs)
}

it('a page whose shared worker has ended says so, joins a new one and asks for everything', async () => {
  const { told, leave, hears } = join()
  ;(await line(0)).open()
  await hears({ isOpen: true, hasMissed: false })
  Worker.all[0]!.end()
  pass(3)
  expect(told.at(-1)).toEqual({ isOpen: false, hasMissed: false, topics: [] })
  expect(Worker.all).toHaveLength(2)
  ;(await line(1)).open()
  await hears({ isOpen: true, hasMissed: true })
  ;(await line(1)).hint('records')
  await hears({ isOpen: true, hasMissed: false, topics: ['records'] })
  leave()
})

it('a page goes alone where a worker never says a word, and asks for everything', async () => {
  Worker.isAlive = false
  const { leave, hears } = join()
  pass(3)
  const alone = await line(0)
  alone.open()
  await hears({ isOpen: true, hasMissed: true })
  leave()
  expect(alone.readyState).toBe(2)
})

it('a page goes alone where the file of the worker is gone', async () => {
  Worker.isAlive = false
  const { leave, hears } = join()
  Worker.all[0]!.dispatchEvent(new Event('error'))
  ;(await line(0)).open()
  await hears({ isOpen: true, hasMissed: false })
  pass(3)
  await hears({ isOpen: true })
  expect(Line.all).toHaveLength(1)
  leave()
})

it('a page hears the next hint after one that a listener could not take', async () => {
  // a port reports what a listener throws as nobody's error, of which the test runner would take note
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  const failures: unknown[] = []
  process.on('uncaughtException', (error) => failures.push(error))
  onTestFinished(() => {
    process.removeAllListeners('uncaughtException')
    for (const listener of others) process.on('uncaughtException', listener)
  })
  const failed = new Error('a listener failed')
  let isFirst = true
  const { leave, hears } = join(() => {
    if (!isFirst) return
    isFirst = false
    throw failed
  })
  const first = await line(0)
  first.open()
  await hears({ isOpen: true })
  first.hint('records')
  await hears({ topics: ['records'] })
  expect(failures).toEqual([failed])
  leave()
})
