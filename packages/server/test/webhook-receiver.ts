import { createHmac } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  path: string
  id: string
  type: string
  data: { id: string; status?: string; device?: { id: string } }
  headers: Record<string, string>
  text: string
}

/** A receiver of a third party: `answer` decides how it answers a call, by default with 204. */
export function startReceiver() {
  const received: Received[] = []
  const receiver = {
    received,
    port: 0,
    answer: (_: Received, response: ServerResponse): void => void response.writeHead(204).end(),
    close: () => {},
  }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const body = JSON.parse(text) as Pick<Received, 'id' | 'type' | 'data'>
      const one = { ...body, path: request.url ?? '', headers: request.headers as Record<string, string>, text }
      received.push(one)
      receiver.answer(one, response)
    })
  })
  receiver.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return new Promise<typeof receiver>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      receiver.port = (server.address() as AddressInfo).port
      resolve(receiver)
    })
  })
}

/** The signature that a call has to have, made from the secret of the webhook as the document says. */
export function signatureOf(secret: string, { headers, text }: Pick<Received, 'headers' | 'text'>): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = createHmac('sha256', key).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`)
  return `v1,${signed.digest('base64')}`
}
