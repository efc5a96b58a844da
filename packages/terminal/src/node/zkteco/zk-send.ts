import { request } from 'node:http'

export type ZkRequest = {
  method: 'GET' | 'POST'
  path: string
  contentType?: string
  body?: Buffer
  /** The head `Cookie`. */
  cookie?: string
  /** The part of a file that it wants: a `Range` header. */
  range?: string
}
/** `bytes`: the same as they came, of which a file is made. */
export type ZkAnswer = { status: number; text: string; date: string | undefined; bytes?: Buffer }
/** Sends one request to the server; throws when no answer arrives. */
export type ZkSend = (request: ZkRequest) => Promise<ZkAnswer>

const answerMs = 30_000

/** Over HTTP, as these terminals do it: no redirect is followed, and an upload may name no type of its body. */
export function sendOverHttp(server: string): ZkSend {
  const base = new URL(server)
  return ({ method, path, contentType, body, cookie, range }) =>
    new Promise((resolve, reject) => {
      const headers = {
        'user-agent': 'iClock Proxy/1.09',
        connection: 'close',
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        ...(range === undefined ? {} : { range }),
        ...(body === undefined ? {} : { 'content-length': body.length }),
        ...(cookie === undefined ? {} : { cookie }),
      }
      const asked = request(new URL(path, base), { method, headers, timeout: answerMs }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(parts).toString(),
            date: response.headers.date,
            bytes: Buffer.concat(parts),
          }),
        )
        response.once('error', reject)
      })
      asked.once('timeout', () => asked.destroy(new Error('the server does not answer')))
      asked.once('error', reject)
      asked.end(body)
    })
}
