import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { openHttpConnection, postRequest } from './http-connection.ts'

let closeServer = () => {}
afterEach(() => closeServer())

/** A server that does this with every request; gives its address and how many connections it got. */
async function serve(answer: (socket: Socket) => void) {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('data', () => answer(socket))
    socket.on('error', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  closeServer = () => void server.close()
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, connections: () => connections }
}

it('an answer that comes in pieces is read whole, and the connection used again', async () => {
  const server = await serve((socket) => {
    for (const piece of ['HTTP/1.1 200 OK\r\ncontent-', 'length: 5\r\n\r\nhel', 'lo']) socket.write(piece)
  })
  const connection = await openHttpConnection(server.url)
  const request = postRequest(server.url, '/x', 'me', '{}')
  expect(await connection.send(request)).toEqual({ status: 200, body: 'hello' })
  expect(await connection.send(request)).toEqual({ status: 200, body: 'hello' })
  expect(server.connections()).toBe(1)
  connection.close()
})

it('a server that goes away fails the request under way and every later one', async () => {
  const server = await serve((socket) => socket.destroy())
  const connection = await openHttpConnection(server.url)
  await expect(connection.send(postRequest(server.url, '/x', 'me', '{}'))).rejects.toThrow(/closed|ECONNRESET|hang up/)
  await expect(connection.send('')).rejects.toThrow('the connection is closed')
})
