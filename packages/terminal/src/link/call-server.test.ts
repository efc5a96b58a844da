import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  getConfiguration,
  getPackageFile,
  getSyncStatus,
  hashForm,
  pullCommands,
} from '@gatehouse/contract/device/link.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttpSend } from '../node/http-send.ts'
import { callServer, download, fetchBytes, type Caller } from './call-server.ts'

/** An answer in the place of a server. */
let respond: (request: IncomingMessage, response: ServerResponse) => void
const server = createServer((request, response) => respond(request, response))
const http = createHttpSend({ certificateAuthority: null })
let caller: Caller

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  caller = { send: http.send, serverUrl: new URL(`http://127.0.0.1:${port}/gate/`), credentials: 'GATE-1.secret' }
})
afterAll(() => {
  http.close()
  server.closeAllConnections()
  server.close()
})

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
  respond = (_request, response) => response.writeHead(status, headers).end(JSON.stringify(body))
}
const refusal = (message: string) => ({ code: '400', message, desc: 'Refused', data: null })
const pull = () => callServer(caller, pullCommands, {})

it('A call goes to the server’s own path as this terminal, and gives the data of the envelope', async () => {
  let asked: (string | undefined)[] = []
  respond = ({ method, url, headers }, response) => {
    asked = [method, url, headers.authorization]
    response.end(
      JSON.stringify({
        code: '200',
        message: 'success',
        desc: '',
        data: { configuration: true, people: false, commands: false, upgrades: false },
      }),
    )
  }
  const news = await callServer(caller, getSyncStatus, { query: { hashes: hashForm, people: '1..2' } })
  expect(news).toMatchObject({ configuration: true, people: false })
  expect(asked).toEqual(['GET', `/gate/device/v1/news?hashes=${hashForm}&people=1..2`, 'Bearer GATE-1.secret'])
})

it('A refusal carries the server’s code and text, and the time to wait', async () => {
  answer(503, refusal('server.busy'), { 'retry-after': '7' })
  await expect(pull()).rejects.toMatchObject({
    kind: 'refused',
    status: 503,
    code: 'server.busy',
    message: 'Refused (server.busy)',
    retryAfterMs: 7_000,
  })
  answer(503, refusal('server.busy'), { 'retry-after': '86400' })
  await expect(pull(), 'five minutes at most').rejects.toMatchObject({ retryAfterMs: 300_000 })
  answer(401, refusal('device.credentials-wrong'))
  await expect(pull(), 'somebody must act first').rejects.toMatchObject({ retryAfterMs: 30_000 })
})

it('An answer of a proxy for a server that is down counts as no answer', async () => {
  respond = (_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>')
  await expect(pull()).rejects.toMatchObject({ kind: 'unreachable', status: 502 })
  respond = (_request, response) => response.writeHead(200).end('<h1>Welcome</h1>')
  await expect(pull()).rejects.toMatchObject({ kind: 'misunderstood', status: 200 })
})

it('A redirect is not followed', async () => {
  respond = (_request, response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end()
  await expect(pull()).rejects.toThrow('wants to be called at https://elsewhere.example/')
})

it('An answer that another release wrote is named by the place that is wrong', async () => {
  answer(200, { code: '200', message: 'success', desc: '', data: { commands: [{ id: 7 }] } })
  await expect(pull()).rejects.toMatchObject({ kind: 'misunderstood' })
  await expect(pull()).rejects.toThrow(/^\/v1\/commands: unexpected answer at commands\.0\./)
  answer(200, { code: '200', message: 'success', desc: '' })
  await expect(callServer(caller, getConfiguration, {})).rejects.toMatchObject({ kind: 'misunderstood' })
})

it('A download asks for the missing part, and a refusal of it has a text', async () => {
  const params = { id: '0198c000-0000-7000-8000-000000000001' }
  let range: (string | undefined)[] = []
  respond = ({ headers }, response) => {
    range = [headers.range, headers['if-range']?.toString()]
    response.writeHead(206).end('rest')
  }
  const pieces: string[] = []
  const file = { from: 4, tag: 'abc', onData: (bytes: Uint8Array) => void pieces.push(Buffer.from(bytes).toString()) }
  await download(caller, getPackageFile, { params }, file)
  expect([range, pieces.join('')]).toEqual([['bytes=4-', '"abc"'], 'rest'])

  answer(404, refusal('package.not-found'))
  await expect(download(caller, getPackageFile, { params }, file)).rejects.toMatchObject({ code: 'package.not-found' })
  await expect(fetchBytes(caller, getPackageFile, { params })).rejects.toMatchObject({ code: 'package.not-found' })
})
