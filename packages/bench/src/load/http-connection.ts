import { once } from 'node:events'
import { connect } from 'node:net'
import { addressOf, type RouteRequest } from '@gatehouse/contract/client.ts'

export type HttpAnswer = { status: number; body: string }
export type HttpConnection = { send(request: string): Promise<HttpAnswer>; close(): void }

const headEnd = '\r\n\r\n'

/**
 * One keep-alive connection with one request at a time. It does as little as HTTP allows: the load shares the machine with
 * what it measures, and a general client takes half as much time as the server.
 */
export async function openHttpConnection(url: string): Promise<HttpConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  socket.setEncoding('latin1')
  await once(socket, 'connect')
  let waiting: PromiseWithResolvers<HttpAnswer> | undefined
  let received = ''
  const end = (error: Error) => {
    waiting?.reject(error)
    waiting = undefined
  }
  socket.on('error', end)
  socket.on('close', () => end(new Error('the server closed the connection')))
  socket.on('data', (chunk: string) => {
    received += chunk
    const answer = readAnswer(received)
    if (!answer) return
    received = ''
    const done = waiting
    waiting = undefined
    done?.resolve(answer)
  })
  return {
    send(request) {
      if (socket.destroyed) return Promise.reject(new Error('the connection is closed'))
      waiting = Promise.withResolvers()
      socket.write(request)
      return waiting.promise
    },
    close: () => void socket.destroy(),
  }
}

/** The whole answer, once it is there. */
function readAnswer(text: string): HttpAnswer | undefined {
  const start = text.indexOf(headEnd)
  if (start < 0) return undefined
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, start + 2))?.[1]
  if (length === undefined) throw new Error(`an answer without a length: ${text.slice(0, start)}`)
  const body = text.slice(start + headEnd.length)
  return body.length < Number(length) ? undefined : { status: Number(text.slice(9, 12)), body }
}

/** A POST of JSON; ASCII only, so that characters are bytes. */
export const postRequest = (url: string, path: string, authorization: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nauthorization: ${authorization}\r\n` +
  `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`

/** A GET as a route makes it, with one header of our own. */
export const getRequest = (url: string, request: RouteRequest, header: string) =>
  `GET ${addressOf(request)} HTTP/1.1\r\nhost: ${new URL(url).host}\r\n${header}\r\n\r\n`
