import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { topicPrefix } from '@gatehouse/contract/device/link.ts'
import { Aedes, type AedesOptions, type Client } from 'aedes'
import type { Log } from '../../ctx.ts'
import { createConnectionLimiter, maxConnectionsPerAddress } from '../../lib/connection-limiter.ts'
import { type DeviceBroker, hintPayload, keepaliveSeconds } from './device-broker.ts'
import { maySubscribe, mayPublish, mayUseClientId } from './device-policy.ts'
import { asDeviceStream } from './device-stream.ts'
import { acceptWebSockets, listenTcp, webSocketPath } from './listen-mqtt.ts'

export type EmbeddedBrokerOptions = {
  /** The server's own HTTP server, on whose address MQTT over WebSocket is spoken. */
  httpServer: HttpServer
  host: string
  /** TCP port, 0 for any free one; null for none. */
  port: number | null
  /** Rejects when the secret is not the device's. */
  authenticate: (credentials: { ldid: string; secret: string }, address: string) => Promise<unknown>
  /** Over WebSocket everybody comes from the address of a proxy, which limits connections in our place. */
  isBehindProxy: boolean
  /** Connections of one address; fewer in tests. */
  limits?: Limits
  log: Log
}

type Limits = {
  perAddress: number
  /**
   * The limit for those of them that are not authenticated yet. Terminals behind one router that all return at once
   * authenticate in moments.
   */
  unknown: number
}

const usual: Limits = { perAddress: maxConnectionsPerAddress, unknown: 512 }

/** Devices of other makers may send less often than ours, within reason. */
const maxKeepaliveSeconds = 60
/** MQTT 3.1.1, section 3.2.2.3. */
const badCredentials = 4
const notAuthorised = 5

/** An MQTT broker inside this process, for devices only. */
export async function createEmbeddedBroker(options: EmbeddedBrokerOptions): Promise<DeviceBroker> {
  const { log } = options
  const admission = createAdmission(options.limits ?? usual)
  const devices = createConnectedDevices(admission)
  const aedes = await Aedes.createBroker({
    connectTimeout: 10_000,
    keepaliveLimit: maxKeepaliveSeconds,
    queueLimit: 10,
    maxTopicLevels: 8,
    maxInflightInbound: 8,
    ...createChecks(options, devices),
  })
  aedes.on('clientReady', devices.enter)
  aedes.on('clientDisconnect', devices.leave)
  aedes.on('clientError', (client, error) =>
    log.debug({ err: error, ldid: devices.ldidOf(client) }, 'a device was disconnected'),
  )
  aedes.on('connectionError', (_, error) => log.debug({ err: error }, 'a connection to the broker was refused'))

  const streams = new Set<Duplex>()
  const accept = (stream: Duplex, socket: Socket, request?: IncomingMessage) => {
    const isCountedElsewhere = request !== undefined && options.isBehindProxy
    if (!isCountedElsewhere && !admission.admit(stream, socket.remoteAddress ?? '')) return
    // The kernel checks the connection after 3 s of silence and then each second: a dead one is closed after 8 s.
    socket.setKeepAlive(true, 3_000, 1_000, 5)
    socket.setNoDelay(true)
    streams.add(stream)
    stream.once('close', () => streams.delete(stream))
    aedes.handle(asDeviceStream(stream), request)
  }
  const tcp =
    options.port === null ? undefined : await listenTcp(options, options.port, (socket) => accept(socket, socket))
  const stopWebSockets = acceptWebSockets(options.httpServer, accept)

  return {
    address: { url: null, webSocketPath, tcpPort: tcp?.port ?? null, keepaliveSeconds },
    hint(ldid, what) {
      if (!devices.connected.has(ldid)) return
      const packet = { cmd: 'publish', qos: 1, dup: false, retain: false } as const
      aedes.publish({ ...packet, topic: `${topicPrefix(ldid)}/down`, payload: hintPayload(what) }, (error) => {
        if (error) log.debug({ err: error, ldid }, 'a hint could not be sent')
      })
    },
    connected: () => [...devices.connected.keys()],
    isReachable: () => true,
    onPresence: devices.onPresence,
    disconnect: (ldid) => devices.connected.get(ldid)?.close(),
    async close() {
      stopWebSockets()
      tcp?.stop()
      await new Promise<void>((resolve) => aedes.close(resolve))
      // The connections that never authenticated.
      for (const stream of streams) stream.destroy()
    },
  }
}

type Admission = ReturnType<typeof createAdmission>

/** Counts connections by address, and among them those that are not authenticated yet. */
function createAdmission(limits: Limits) {
  const places = createConnectionLimiter(limits.perAddress)
  const waiting = createConnectionLimiter(limits.unknown)
  /** The functions that free the place of connections that are not authenticated yet. */
  const arrivals = new WeakMap<object, () => void>()
  return {
    /** Counts the stream under its address; if there is no place left, it ends. */
    admit(stream: Duplex, address: string): boolean {
      const leave = places.take(address)
      const arrive = waiting.take(address)
      if (leave && arrive) {
        arrivals.set(stream, arrive)
        stream.once('close', leave).once('close', arrive)
        return true
      }
      leave?.()
      arrive?.()
      stream.destroy()
      return false
    },
    /** The connection is authenticated. */
    arrived: (stream: object): void => arrivals.get(stream)?.(),
  }
}

type ConnectedDevices = ReturnType<typeof createConnectedDevices>

/** The connected devices; reports connects and disconnects. */
function createConnectedDevices(admission: Admission) {
  const ldids = new WeakMap<Client, string>()
  const connected = new Map<string, Client>()
  let notify: (ldid: string, isOnline: boolean) => void = () => {}
  const ldidOf = (client: Client | null): string => (client && ldids.get(client)) ?? ''
  return {
    connected,
    ldidOf,
    identify: (client: Client, ldid: string): void => void ldids.set(client, ldid),
    enter(client: Client): void {
      const ldid = ldidOf(client)
      if (!ldid || client.closed) return
      admission.arrived(client.conn)
      const before = connected.get(ldid)
      connected.set(ldid, client)
      // A device has one connection: an older one is a leftover of a cut wire.
      if (before && before !== client) before.close()
      notify(ldid, true)
    },
    leave(client: Client): void {
      const ldid = ldidOf(client)
      if (connected.get(ldid) !== client) return
      connected.delete(ldid)
      notify(ldid, false)
    },
    onPresence: (listener: typeof notify): void => void (notify = listener),
  }
}

/** The rules for connections, and for the topics of devices. */
function createChecks({ authenticate }: EmbeddedBrokerOptions, devices: ConnectedDevices) {
  const withWrongWill = new WeakSet<Client>()
  return {
    preConnect(client, packet, done) {
      // A will that the device may not publish is refused now, not when it is due.
      if (packet.will && !mayPublish(packet.username ?? '', packet.will)) withWrongWill.add(client)
      // Nothing is kept for disconnected devices: hints are worthless later.
      packet.clean = true
      done(null, true)
    },
    authenticate(client, username, password, done) {
      const credentials = { ldid: username ?? '', secret: password?.toString() ?? '' }
      const refuse = (returnCode: number) => done(Object.assign(new Error('refused'), { returnCode }), null)
      if (withWrongWill.has(client)) return refuse(notAuthorised)
      if (!mayUseClientId(credentials.ldid, client.id)) return refuse(badCredentials)
      authenticate(credentials, addressOf(client)).then(
        () => {
          devices.identify(client, credentials.ldid)
          done(null, true)
        },
        () => refuse(badCredentials),
      )
    },
    authorizeSubscribe: (client, subscription, done) =>
      done(null, maySubscribe(devices.ldidOf(client), subscription.topic) ? subscription : null),
    authorizePublish(client, packet, done) {
      if (packet.qos > 1 || !mayPublish(devices.ldidOf(client), packet))
        return done(new Error('this topic is not allowed'))
      // Presence is read off the connection; a copy for later subscribers would only take memory.
      packet.retain = false
      done()
    },
  } satisfies AedesOptions
}

const addressOf = (client: Client): string => {
  const socket = client.req?.socket ?? client.conn
  return ('remoteAddress' in socket && socket.remoteAddress) || ''
}
