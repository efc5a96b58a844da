import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One message as the push service took it: opened as the browser would (RFC 8291), with who signed it (RFC 8292). */
export type Pushed = {
  path: string
  headers: IncomingHttpHeaders
  text: string
  /** The claims of the signature, which was right. */
  claims: { aud: string; exp: number; sub: string }
  /** The key that it was signed with, as browsers have it. */
  signedBy: string
}

/** A browser: its keys, and the address at the push service by which it is reached. */
export type PushBrowser = { endpoint: string; p256dh: string; auth: string }

/**
 * A push service of the tests' own (RFC 8030): it takes a message only with a valid signature for itself, opens it with the keys of the
 * browser, which a real one could not, and answers with `status`.
 */
export async function startPushService() {
  const pushed: Pushed[] = []
  const browsers = new Map<string, { keys: ECDH; auth: Buffer }>()
  const service = { url: '', pushed, refused: [] as string[], status: 201, addBrowser, close: () => {} }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      try {
        pushed.push({ path, headers: request.headers, ...open(path, request.headers, Buffer.concat(parts)) })
        response.writeHead(service.status).end()
      } catch (error) {
        service.refused.push(String(error))
        response.writeHead(403).end()
      }
    })
  })
  function addBrowser(): PushBrowser {
    const keys = createECDH('prime256v1')
    keys.generateKeys()
    const auth = randomBytes(16)
    const path = `/push/${randomBytes(16).toString('base64url')}`
    browsers.set(path, { keys, auth })
    return {
      endpoint: service.url + path,
      p256dh: keys.getPublicKey().toString('base64url'),
      auth: auth.toString('base64url'),
    }
  }
  function open(path: string, headers: IncomingHttpHeaders, body: Buffer) {
    const browser = browsers.get(path)
    if (!browser) throw new Error('no such browser')
    if (!/^\d+$/.test(headers['ttl']?.toString() ?? '')) throw new Error('a message without TTL')
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not the encoding of RFC 8188')
    return { text: decrypt(body, browser), ...checkSignature(headers.authorization ?? '', service.url) }
  }
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has the address of one
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  service.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return service
}

/** RFC 8291 and RFC 8188, in the words of their texts. */
function decrypt(body: Buffer, { keys, auth }: { keys: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const secret = keys.computeSecret(sender)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const ikm = Buffer.from(hkdfSync('sha256', secret, auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // the last record ends with 2 and zeros
  const end = padded.lastIndexOf(2)
  return padded.subarray(0, end).toString()
}

/** RFC 8292: `vapid t=<JWT of ES256>, k=<public key>`. */
function checkSignature(header: string, audience: string) {
  const [, head = '', payload = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(header) ?? []
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  })
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) throw new Error('the signature is wrong')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests look at its fields
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Pushed['claims']
  if (claims.aud !== audience) throw new Error(`signed for ${claims.aud}`)
  const nowSeconds = Temporal.Now.instant().epochMilliseconds / 1000
  if (claims.exp <= nowSeconds || claims.exp > nowSeconds + 24 * 3600)
    throw new Error('signed for too long or too short')
  return { claims, signedBy: key }
}
