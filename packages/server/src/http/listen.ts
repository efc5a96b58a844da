import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../lib/config.ts'
import { createConnectionLimiter, maxConnectionsPerAddress } from '../lib/connection-limiter.ts'
import { readCertificate } from './certificate.ts'
import { askedOf, redirectToHttps } from './redirect-to-https.ts'
import type { Certificate } from './self-signed-ca.ts'

export class ListenError extends Error {
  override readonly name = 'ListenError'
}

export type Listening = { protocol: 'http' | 'https'; port: number; close(): Promise<void> }

type Limits = {
  /** The limit for a connection that has sent nothing. */
  firstByteMs: number
  /** For the whole TLS handshake. */
  handshakeMs: number
  /** Connections of one address (of IPv6: its network). */
  perAddress: number
}

const usual: Limits = { firstByteMs: 10_000, handshakeMs: 10_000, perAddress: maxConnectionsPerAddress }

/** First byte of a TLS handshake record (RFC 8446, section 5.1). */
const tlsHandshake = 0x16

/**
 * Opens the port. With a certificate, one port speaks both: a TLS handshake gets the product, plain HTTP gets a
 * redirect to the same address over HTTPS. The limits of `fastify.server` end slow connections, with or without TLS.
 * @throws ListenError with one line that says what to do
 */
export async function listen(
  fastify: FastifyInstance,
  config: Config,
  servesPlain: ServesPlain,
  limits = usual,
): Promise<Listening> {
  await fastify.ready()
  const certificate = await readCertificate(config)
  const inner = certificate && innerServers(fastify, certificate, { config, servesPlain, limits })
  const server = inner ? sniffingServer(inner, limits) : fastify.server
  // Behind a proxy everybody comes from one address; there the proxy limits connections.
  if (config.TRUST_PROXY === undefined) boundPerAddress(server, limits.perAddress)
  server.listen(config.PORT, config.HOST)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new ListenError(explain(cause, config), { cause })
  }
  const address = server.address()
  return {
    protocol: certificate ? 'https' : 'http',
    port: typeof address === 'object' && address ? address.port : config.PORT,
    close: async () => {
      server.close()
      // Ends idle connections behind the port too.
      inner?.secure.close()
      inner?.redirect.close()
    },
  }
}

function explain(cause: unknown, { PORT, HOST }: Config): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EADDRINUSE') return `Port ${PORT} is taken: stop the other program, or set PORT to a free one.`
  if (code === 'EACCES') return `Port ${PORT} may not be opened by this user: set PORT to one above 1024.`
  if (code === 'EADDRNOTAVAIL')
    return `This machine does not have the address ${HOST}: set HOST to one of its own, or to 0.0.0.0.`
  return `Port ${PORT} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`
}

/** Some terminals speak plain HTTP and follow no redirect: whether this address is theirs. */
export type ServesPlain = (url: string | undefined) => boolean

/** The servers behind the port: neither listens itself, each gets its connections from here. */
function innerServers(
  fastify: FastifyInstance,
  certificate: Certificate,
  { config, servesPlain, limits }: { config: Config; servesPlain: ServesPlain; limits: Limits },
) {
  const secure = createHttpsServer({ ...certificate, handshakeTimeout: limits.handshakeMs, requireHostHeader: false })
  // Fastify's own server does the work; the TLS server only unwraps for it.
  secure.on('request', (request, response) => fastify.server.emit('request', request, response))
  secure.on('upgrade', (request, socket, head) => fastify.server.emit('upgrade', request, socket, head))
  const lead = redirectToHttps(config, certificate.cert)
  const redirect = createHttpServer({ requireHostHeader: false }, (request, response) => {
    if (servesPlain(request.url)) fastify.server.emit('request', request, response)
    else response.writeHead(308, { location: lead(askedOf(request)) }).end()
  })
  for (const server of [secure, redirect]) endSlowOnes(server, fastify.server)
  return { secure, redirect }
}

/** Gives a server the time limits of another. */
export function takeLimits(server: HttpServer, like: HttpServer): void {
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = like
  const interval = 'connectionsCheckingInterval' in like && {
    connectionsCheckingInterval: like.connectionsCheckingInterval,
  }
  Object.assign(server, { headersTimeout, requestTimeout, keepAliveTimeout, timeout, ...interval })
}

/** The same for a server that does not listen; Node starts the check of them when a server listens. */
function endSlowOnes(server: HttpServer, like: HttpServer): void {
  takeLimits(server, like)
  server.emit('listening')
}

function sniffingServer({ secure, redirect }: ReturnType<typeof innerServers>, { firstByteMs }: Limits): Server {
  return createServer((socket: Socket) => {
    socket.on('error', () => socket.destroy())
    socket.setTimeout(firstByteMs, () => socket.destroy())
    socket.once('readable', () => {
      const first: unknown = socket.read(1)
      if (!Buffer.isBuffer(first)) return
      // From here on the server that takes the connection keeps the time.
      socket.setTimeout(0)
      socket.unshift(first)
      ;(first[0] === tlsHandshake ? secure : redirect).emit('connection', socket)
    })
  })
}

/** Ends connections of an address that has as many as it may have. */
export function boundPerAddress(server: Server, most: number): void {
  const places = createConnectionLimiter(most)
  server.prependListener('connection', (socket: Socket) => {
    const leave = places.take(socket.remoteAddress ?? '')
    if (!leave) return void socket.destroy()
    socket.once('close', leave)
  })
}
