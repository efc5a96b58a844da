import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import { createDoor } from './door.ts'
import { httpRelay, printingRelay, relays } from './relay.ts'

it('The door closes after its time, which starts again with each person who passes', async () => {
  const clock = createManualClock()
  const lines: string[] = []
  const door = createDoor({
    clock,
    relay: printingRelay((line) => lines.push(line)),
    onOpened() {},
    onClosed() {},
    onFailure() {},
  })
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
