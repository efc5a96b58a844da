import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { createDoor } from './door.ts'
import { httpRelay, printingRelay, relays } from './relay.ts'

function printingDoor() {
  const clock = createManualClock()
  const lines: string[] = []
  const relay = printingRelay((line) => lines.push(line))
  const door = createDoor({ clock, relay, onOpened() {}, onClosed() {}, onFailure() {} })
  return { door, lines, clock }
}

it('The door closes after its time, which starts again with each person who passes', async () => {
  const { door, lines, clock } = printingDoor()
  await door.open('Li Wei', 6)
  clock.advance(4_000)
  await door.open('Wang Fang', 6)
  clock.advance(5_999)
  expect(door.isOpen).toBe(true)
  clock.advance(1)
  expect(door.isOpen).toBe(false)
  expect(lines).toEqual(['door opened for Li Wei', 'door opened for Wang Fang', 'door closed'])
})

it('A relay on the network is called with the seconds, and its refusal is reported', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response.writeHead(asked.length === 1 ? 200 : 500).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const printed: string[] = []
  const both = relays(
    httpRelay(`http://127.0.0.1:${port}/on?t={seconds}`),
    printingRelay((line) => printed.push(line)),
  )
  await both.open('Li Wei', 6)
  await expect(both.open('Li Wei', 6)).rejects.toThrow('the relay answered 500')
  expect(asked).toEqual(['/on?t=6', '/on?t=6'])
  expect(printed).toHaveLength(2)
})

it('A door that is released stays open, whatever is set, and then is held as it was', async () => {
  const { door, lines, clock } = printingDoor()
  await door.hold('held-closed')
  door.release(true)
  door.release(true)
  await door.open('Li Wei', 6)
  clock.advance(60_000)
  expect(door.isOpen).toBe(true)
  door.release(false)
  expect(door.isOpen).toBe(false)
  await expect(door.open('Li Wei', 6)).rejects.toThrow('the door is held closed')
  await door.letOut(6)
  expect(door.isOpen).toBe(true)
  expect(lines).toEqual(['door held open', 'door closed', 'door opened for the exit button'])
})

it('A door that is opened for a person stays open when it is released before their time is over', async () => {
  const { door, clock } = printingDoor()
  await door.open('Li Wei', 6)
  door.release(true)
  clock.advance(6_000)
  expect(door.isOpen).toBe(true)
})

it('A locked-down door is not held open, opens for single people, and is held open again afterwards', async () => {
  const { door, lines, clock } = printingDoor()
  await door.hold('held-open')
  await door.lockDown(true)
  await door.lockDown(true)
  expect(door.isOpen).toBe(false)
  await door.open('a guard', 6)
  clock.advance(6_000)
  expect(door.isOpen).toBe(false)
  door.release(true)
  expect(door.isOpen).toBe(true)
  door.release(false)
  expect(door.isOpen).toBe(false)
  await door.lockDown(false)
  expect(door.isOpen).toBe(true)
  door.stop()
  expect(lines.slice(0, 4)).toEqual(['door held open', 'door closed', 'door opened for a guard', 'door closed'])
})

it('A door that is locked down takes the command to be held open, which counts afterwards', async () => {
  const { door } = printingDoor()
  await door.lockDown(true)
  await door.hold('held-open')
  expect([door.mode, door.isOpen]).toEqual(['held-open', false])
  await door.lockDown(false)
  expect(door.isOpen).toBe(true)
})

it('A relay that cannot be held gets its impulse again and again in an emergency', async () => {
  const clock = createManualClock()
  const opened: string[] = []
  const failures: unknown[] = []
  const door = createDoor({
    clock,
    relay: {
      open: async (forWhom) => void opened.push(forWhom),
      hold: () => Promise.reject(new Error('this relay cannot be held open')),
      close: async () => {},
    },
    onOpened() {},
    onClosed() {},
    onFailure: (error) => failures.push(error),
  })
  door.release(true)
  await until(() => opened.length === 1)
  clock.advance(5_000)
  await until(() => opened.length === 2)
  door.release(false)
  clock.advance(60_000)
  expect([opened.length, failures.length]).toEqual([2, 2])
})

it('A lockdown of a door whose relay does not close is refused, so that it is tried again', async () => {
  const clock = createManualClock()
  let isBroken = true
  const door = createDoor({
    clock,
    relay: {
      ...printingRelay(() => {}),
      close: async () => (isBroken ? Promise.reject(new Error('no answer')) : undefined),
    },
    onOpened() {},
    onClosed() {},
    onFailure() {},
  })
  await door.hold('held-open')
  await expect(door.lockDown(true)).rejects.toThrow('no answer')
  isBroken = false
  await door.lockDown(true)
  expect(door.isOpen).toBe(false)
})
