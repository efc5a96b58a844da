import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFetchSend } from './fetch-send.ts'

const parts = 25
const server = createServer(({ url }, response) => {
  response.write('part')
  if (url === '/slow') goOn(response, 1)
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function goOn(response: ServerResponse, sent: number): void {
  if (sent === parts) return void response.end()
  setTimeout(() => {
    response.write('part')
    goOn(response, sent + 1)
  }, 100)
}

const get = (path: string, silenceMs: number) => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const url = new URL(path, `http://127.0.0.1:${port}`)
  return createFetchSend(silenceMs).send({ method: 'GET', url, headers: {}, body: null })
}

it('A page takes a long answer as long as it comes', async () => {
  const { body } = await get('/slow', 1_500)
  expect(new TextDecoder().decode(body)).toBe('part'.repeat(parts))
})

it('A page gives up an answer that stops half-way', async () => {
  await expect(get('/stops', 300)).rejects.toMatchObject({ kind: 'unreachable' })
})
