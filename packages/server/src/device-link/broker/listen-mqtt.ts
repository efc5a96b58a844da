import { once } from 'node:events'
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createWebSocketStream, WebSocketServer } from 'ws'
import type { Log } from '../../ctx.ts'

export const webSocketPath = '/mqtt'

/**
 * Without its TCP port the broker continues over WebSocket: another program on the port must not keep doors from the
 * server.
 */
export async function listenTcp(
  { host, log }: { host: string; log: Log },
  port: number,
  accept: (socket: Socket) => void,
) {
  const server = createServer(accept)
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    log.warn(
      { err: error, port },
      'MQTT over TCP is off: the port cannot be opened (set MQTT_PORT). Terminals use WebSocket',
    )
    return undefined
  }
  server.on('error', (error) => log.error({ err: error }, 'MQTT over TCP'))
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : port, stop: () => void server.close() }
}

/** Gives a function that ends it. */
export function acceptWebSockets(
  httpServer: HttpServer,
  accept: (stream: Duplex, socket: Socket, request: IncomingMessage) => void,
): () => void {
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: 16_384,
    perMessageDeflate: false,
    handleProtocols: (protocols) => (protocols.has('mqtt') ? 'mqtt' : false),
  })
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = request.url?.split('?')[0]
    if (path !== webSocketPath) return void socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      const stream = createWebSocketStream(webSocket)
      // Broken connections are an everyday event; the broker sees them without our help.
      stream.on('error', () => {})
      accept(stream, request.socket, request)
    })
  }
  httpServer.on('upgrade', upgrade)
  return () => {
    httpServer.off('upgrade', upgrade)
    webSockets.close()
  }
}
