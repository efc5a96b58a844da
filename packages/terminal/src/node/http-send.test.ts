import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { WireRequest } from '../link/send.ts'
import { createHttpSend } from './http-send.ts'

/** A sender to a server that answers so; `isUrgent` as a question of a door is. */
async function sendTo(answer: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000 }, answer).listen(0, '127.0.0.1')
  const http = createHttpSend({ certificateAuthority: null })
  onTestFinished(() => {
    http.close()
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`)
  const request: WireRequest = { method: 'POST', url, headers: {}, body: new TextEncoder().encode('?'), isUrgent: true }
  return async (isUrgent = true) => (await http.send({ ...request, isUrgent })).status
}

it('Questions of a door go by one connection, past those that are busy', async () => {
  const sockets = new Set<Socket>()
  const send = await sendTo(({ socket }, response) => {
    sockets.add(socket)
    response.end()
  })
  for (let n = 0; n < 3; n++) expect(await send()).toBe(200)
  expect(sockets.size).toBe(1)
  await send(false)
  expect(sockets.size).toBe(2)
})

it('A question that meets a connection which the server has just closed is sent again, once', async () => {
  let asked = 0
  const send = await sendTo(({ socket }, response) => {
    asked++
    if (asked === 2) socket.destroy()
    else response.end()
  })
  expect([await send(), await send()]).toEqual([200, 200])
  expect(asked).toBe(3)
})

it('A server that cuts every connection is not asked again and again', async () => {
  let asked = 0
  const send = await sendTo(({ socket }) => {
    asked++
    socket.destroy()
  })
  await expect(send()).rejects.toThrow('no answer from')
  expect(asked).toBe(1)
})
