import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { streamWriter } from './stream-writer.ts'

const server = createServer()
afterEach(() => void server.close())

/** A stream whose reader reads nothing, and the function that lets it read until the connection is closed. */
async function openUnread() {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  reader.on('error', () => {})
  const closed = new Promise((resolve) => reader.once('close', resolve))
  reader.write('GET / HTTP/1.1\r\nhost: live\r\nconnection: close\r\n\r\n')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the arguments of a request
  const [, stream] = (await once(server, 'request')) as [unknown, ServerResponse]
  return { stream, readAll: () => (reader.resume(), closed) }
}

it('a reader that does not keep up loses the connection, and so learns that hints are missing', async () => {
  const { stream, readAll } = await openUnread()
  const write = streamWriter(stream)
  // More than the buffers of both sides hold.
  for (let n = 0; n < 32_768; n++) write('x'.repeat(1024))
  expect(stream.destroyed).toBe(true)
  await readAll()
})

it('a stream that was ended is not written to: an error that nobody awaits would end the server', async () => {
  const { stream, readAll } = await openUnread()
  const errors: Error[] = []
  stream.on('error', (error) => errors.push(error))
  stream.write('begun')
  stream.end()
  streamWriter(stream)('one more')
  await readAll()
  expect(errors).toEqual([])
})
