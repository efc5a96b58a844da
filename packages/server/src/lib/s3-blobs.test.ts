import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createNetServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '../http/envelope.ts'
import { createS3Blobs, proveBucket } from './s3-blobs.ts'

/*
 * A small S3 of our own: keeps objects in memory and checks every signature (AWS Signature Version 4) as the real one
 * does, from the canonical request that arrived.
 */
const credentials = { key: 'GHKEY', secret: 'a secret/with+signs' }
const objects = new Map<string, Buffer>()
let server: Server
let url: string

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const [, scope = '', names = '', signature] =
    /Credential=GHKEY\/(\S+), SignedHeaders=(\S+), Signature=(\w+)/.exec(request.headers.authorization ?? '') ?? []
  const [day = '', region = '', service = ''] = scope.split('/')
  const { pathname } = new URL(request.url ?? '/', 'http://x')
  const sent = String(request.headers['x-amz-content-sha256'])
  const bodyHash = sent === 'UNSIGNED-PAYLOAD' ? sent : createHash('sha256').update(body).digest('hex')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, pathname, '', headers.join(''), names, bodyHash].join('\n')
  const stamp = String(request.headers['x-amz-date'])
  const text = ['AWS4-HMAC-SHA256', stamp, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const signingKey = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${credentials.secret}`, day))
  return signature === hmac(signingKey, text).toString('hex')
}

beforeEach(async () => {
  objects.clear()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const name = request.url ?? ''
    if (!isSigned(request, body)) return void response.writeHead(403).end()
    if (!name.startsWith('/faces/')) return void response.writeHead(404).end()
    if (request.method === 'PUT') objects.set(name, body)
    if (request.method === 'DELETE') objects.delete(name)
    const found = objects.get(name)
    if (request.method === 'GET') return void response.writeHead(found ? 200 : 404).end(found)
    response.writeHead(request.method === 'DELETE' ? 204 : 200).end()
  }
  server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  url = `http://${credentials.key}:${encodeURIComponent(credentials.secret)}@127.0.0.1:${port}/faces`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const key = randomBytes(32)

describe('pictures in S3', () => {
  it('pictures in S3 are stored sealed, once, given back, and deleted', async () => {
    const blobs = createS3Blobs(url, key)
    const hash = await blobs.put(Buffer.from('the bytes of a face'))
    await blobs.put(Buffer.from('the bytes of a face'))
    expect([...objects.keys()]).toEqual([`/faces/${hash.toString('hex').slice(0, 2)}/${hash.toString('hex')}`])
    expect([...objects.values()][0]?.includes('face')).toBe(false)
    expect((await blobs.get(hash))?.toString()).toBe('the bytes of a face')
    await blobs.delete(hash)
    expect(await blobs.get(hash)).toBeUndefined()
  })

  it('S3 with a wrong secret or a missing bucket fails with an error and loses no picture', async () => {
    await expect(createS3Blobs(url.replace('secret', 'other'), key).put(Buffer.from('x'))).rejects.toThrow(
      /S3 answered 403/,
    )
    await expect(createS3Blobs(url.replace('/faces', '/none'), key).put(Buffer.from('x'))).rejects.toThrow(
      /does not exist/,
    )
  })

  it('a store in S3 that does not answer is reported as unavailable for a while', async () => {
    const nobody = url.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1')
    const failure = await createS3Blobs(nobody, key)
      .put(Buffer.from('x'))
      .catch((error: unknown) => error)
    expect(codeOf(failure)).toBe('server.storage-away')
  })

  it('the start checks S3: a bucket that cannot be written is refused in one line, an unavailable one is waited for', async () => {
    const warnings: unknown[] = []
    const log = { ...console, warn: (...said: unknown[]) => void warnings.push(said) }
    await proveBucket(createS3Blobs(url, key), log)
    expect([objects.size, warnings.length]).toEqual([0, 0])
    const refused = /^The bucket of S3_URL cannot be written \(.*(?:403|does not exist).*\): make it/
    await expect(proveBucket(createS3Blobs(url.replace('secret', 'other'), key), log)).rejects.toThrow(refused)
    await expect(proveBucket(createS3Blobs(url.replace('/faces', '/none'), key), log)).rejects.toThrow(refused)
    await proveBucket(createS3Blobs(url.replace(/:\d+\/faces/, ':1/faces'), key), log)
    expect(warnings).toHaveLength(1)
  })

  it('a request to S3 is given up when S3 accepts the connection and answers nothing, and when it stops in the middle', async () => {
    const sockets = new Set<Socket>()
    let head = ''
    const mute = createNetServer((socket) => {
      sockets.add(socket.on('error', () => {}).on('data', () => socket.write(head)))
    }).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const address = mute.address()
    const there = url.replace(/:\d+\/faces/, `:${typeof address === 'object' ? address?.port : ''}/faces`)
    const blobs = createS3Blobs(there, key, 300)
    const problemOf = (work: Promise<unknown>) => work.catch((error: unknown) => codeOf(error))
    expect(await problemOf(blobs.put(Buffer.from('x')))).toBe('server.storage-away')
    expect(await problemOf(blobs.get(randomBytes(32)))).toBe('server.storage-away')
    head = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'
    expect(await problemOf(blobs.get(randomBytes(32)))).toBe('server.storage-away')
    for (const socket of sockets) socket.destroy()
    mute.close()
  })
})
