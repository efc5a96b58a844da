import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from '@gatehouse/contract/errors.ts'
import { maxConnectionsPerAddress } from '../../lib/connection-limiter.ts'
import { networkOf } from '../../lib/network-of.ts'
import { isWithin, readNetworks } from '../../lib/ssrf-guard.ts'
import type { FoundDevice } from '../device-events.ts'
import type { Driver, DriverParts } from '../driver.ts'
import { answerCall, versionsOf } from './answer-call.ts'
import { maxBytesOf, tooLong } from './body-limits.ts'
import type { ZkCall, ZkReply } from './zk-call.ts'
import { asksOptions, isFromTerminal, isGreeting } from './check-caller.ts'
import { hasItsToken } from './check-token.ts'
import { noteExchange } from './conversation/note-exchange.ts'
import { listenApart } from './listen-apart.ts'
import { readAddress } from './protocol/read-address.ts'
import { momentsJob } from './take-records.ts'
import { createReplyForm } from './reply-form.ts'
import { createStrangerLimiter } from './stranger-limiter.ts'
import { createZkSessions, type ZkParts, type ZkSession } from './zk-session.ts'
import { dialectTypes, zktecoMake } from './zkteco-make.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The terminal that calls, once it is known; nothing of a body is read before. */
    zkSession?: ZkSession
  }
}

/** Photographs come in base64, and bundles hold the records of weeks. */
const bodyLimit = 16 * 1024 * 1024
const largeBytes = 1024 * 1024

/** Terminals of ZKTeco and of makes that speak its protocol call `/iclock/`. While it is off there is no such address: the protocol protects nothing. */
export const zktecoDriver: Driver = {
  make: zktecoMake.make,
  jobs: (services) => [momentsJob(services)],
  async start({ fastify, services, events, intents, config, makes, disk }) {
    const nowMs = () => services.clock.now().epochMilliseconds
    const parts: ZkParts = { services, events, intents, sessions: createZkSessions(nowMs, createReplyForm) }
    const isOn = () => makes.isOn('zkteco')
    await fastify.register(async (scope) => mount(scope, parts, { disk, isOn }))
    const { HOST: host, ZKTECO, ZKTECO_PORT: port, TRUST_PROXY } = config
    const perAddress = TRUST_PROXY === undefined ? maxConnectionsPerAddress : null
    const isApart = port !== undefined && ZKTECO !== 'off'
    const own = isApart ? await listenApart(fastify, { host, port, perAddress }) : undefined
    return {
      tell: ({ id }, what) => parts.sessions.wake(id, what),
      forget: (ldid) => parts.sessions.forget(ldid),
      forgetAll: () => parts.sessions.wake(),
      connected: () => [],
      isReachable: () => true,
      close: async () => {
        own?.closeAllConnections()
        own?.close()
      },
    }
  },
}

const unauthorized: ZkReply = { status: 401, body: 'Device Unauthorized' }

type Gate = { disk: DriverParts['disk']; isOn: () => boolean }

function mount(scope: FastifyInstance, parts: ZkParts, { disk, isOn }: Gate): void {
  // The type of a body says nothing: real terminals name any, or none.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body))
  scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    // There is no room for its body now: it sends the same again.
    const isBusy = error instanceof AppError && error.code === 'server.busy'
    const status = isBusy ? 503 : (error.statusCode ?? 500)
    if (status >= 500 && !isBusy)
      request.log.error({ err: error }, 'a call of a terminal failed; it will send the same again')
    return reply
      .code(status >= 400 ? status : 500)
      .type('text/plain')
      .send('ERROR')
  })
  const strangers = createStrangerLimiter()
  const answered: Omit<RouteOptions, 'url'> = {
    method: ['GET', 'POST'],
    bodyLimit,
    exposeHeadRoute: false,
    // Its serial number is all that a terminal shows before its body is read: it has the part of strangers.
    config: { knowsCaller: false, needsNoHost: true },
    onRequest: async (request, reply) => {
      // The console's page, which answers other addresses that do not exist, would look like a server to a terminal.
      if (!isOn()) return send(parts, reply, { status: 404, body: 'Not Found' })
      Reflect.deleteProperty(request.raw.headers, 'content-type')
      // A body that says it is compressed is known as such by its first bytes, like one that does not say so.
      Reflect.deleteProperty(request.raw.headers, 'content-encoding')
      const early = await recognise(parts, strangers, request)
      // The rest of its body is not read.
      if (early) return send(parts, reply.header('connection', 'close'), early)
      const most = maxBytesOf(readAddress(request.raw.url ?? '', request.method))
      const isTooLong = most !== null && Number(request.headers['content-length'] ?? 0) > most
      if (isTooLong) return send(parts, reply.header('connection', 'close'), tooLong)
      const isHeldUp = request.method === 'POST' && (disk.isReadOnly() || !takeTurn(request, reply))
      return isHeldUp ? send(parts, reply, { status: 503, body: 'ERROR' }) : undefined
    },
    handler: async (request, reply) => {
      const { call, query, serialNumber } = readAddress(request.raw.url ?? '', request.method)
      const session = request.zkSession
      if (!session || call === null || serialNumber === null)
        return send(parts, reply, { status: 404, body: 'Not Found' })
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const { method, ip: address } = request
      const asked = { call, query, serialNumber, body, method, address, range: request.headers.range }
      return send(parts, reply, await answerNoted(parts, session, asked, reply))
    },
  }
  // The second where somebody typed the server's address with a slash at its end.
  for (const start of ['/', '//']) scope.route({ ...answered, url: `${start}:prefix(^[iI][cC][lL][oO][cC][kK]$)/*` })
}

/** A terminal sends one after another: several large ones at once are somebody's who wants memory. */
function takeTurn({ headers, zkSession: session }: FastifyRequest, reply: FastifyReply): boolean {
  const isLarge = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > largeBytes
  if (!isLarge || !session) return true
  if (session.isSendingLarge) return false
  session.isSendingLarge = true
  reply.raw.once('close', () => (session.isSendingLarge = false))
  return true
}

async function answerNoted(parts: ZkParts, session: ZkSession, call: ZkCall, reply: FastifyReply): Promise<ZkReply> {
  const note = (answer: ZkReply) =>
    noteExchange(parts, session, call, { reply: answer, tookMs: Math.round(reply.elapsedTime) })
  try {
    const answer = await answerCall(parts, session, call)
    note(answer)
    return answer
  } catch (error) {
    note({ status: 500, body: 'ERROR' })
    throw error
  }
}

/** Finds the terminal before anything of its body is read; gives the answer to one that nobody has accepted. */
async function recognise(
  parts: ZkParts,
  strangers: ReturnType<typeof createStrangerLimiter>,
  request: FastifyRequest,
): Promise<ZkReply | undefined> {
  const { call, query, serialNumber } = readAddress(request.raw.url ?? '', request.method)
  if (call === null) return { status: 404, body: 'Not Found' }
  if (serialNumber === null) return { status: 400, body: 'ERROR' }
  const network = networkOf(request.ip)
  const known = parts.sessions.known(serialNumber)
  const mayAsk = known !== undefined || strangers.mayAsk(network, serialNumber)
  const device = mayAsk ? await parts.events.find('zkteco', serialNumber) : undefined
  if (device && !isFromItsNetwork(device, request.ip)) {
    if (strangers.mayGreet(network, serialNumber)) await parts.events.cloneSeen(device, 'not its network', request.ip)
    return unauthorized
  }
  if (device) {
    const session = parts.sessions.of(device, serialNumber)
    if (!(await isFromTerminal(parts, session, request.ip, { call, query, method: request.method })))
      return unauthorized
    const isShown = isGreeting({ call, query, method: request.method }) || call === 'push'
    const kind = `${call} ${query.get('table')?.toLowerCase().slice(0, 40) ?? ''}`
    const shown = { cookie: request.headers.cookie, serialNumber, address: request.ip, isGreeting: isShown, kind }
    if (!(await hasItsToken(parts, session, shown))) return unauthorized
    parts.events.heard(device.ldid)
    request.zkSession = session
    return undefined
  }
  const isAccess =
    /^acc/i.test(query.get('devicetype') ?? '') ||
    (query.get('devicetype') === undefined && query.get('language') === undefined)
  const isFirst = asksOptions({ call, query, method: request.method })
  if (isFirst && mayAsk && strangers.mayGreet(network, serialNumber)) {
    const versions = versionsOf(
      serialNumber,
      isAccess ? dialectTypes.access : dialectTypes.attendance,
      { model: '', firmware: '' },
      1_000,
    )
    await parts.events.appeared({ make: 'zkteco', versions, address: request.ip })
  }
  // To an access terminal this says that it is not registered; it gets no data, and asks again.
  if (isFirst && isAccess) return { status: 200, body: 'OK' }
  return call === 'registry' ? { status: 406, body: 'Refused' } : unauthorized
}

/** A device that somebody has limited to a network is listened to nowhere else. */
const isFromItsNetwork = ({ source_network: network }: FoundDevice, address: string): boolean =>
  network === null || isWithin(readNetworks(network), address)

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The terminal sets its clock by the header: it has the time of the product, which may differ from that of the machine. */
function dateHeader(now: Temporal.Instant): string {
  const at = now.toZonedDateTimeISO('UTC')
  const two = (number: number) => String(number).padStart(2, '0')
  return `${days[at.dayOfWeek - 1]}, ${two(at.day)} ${months[at.month - 1]} ${at.year} ${two(at.hour)}:${two(at.minute)}:${two(at.second)} GMT`
}

function send(
  { services }: ZkParts,
  reply: FastifyReply,
  { status, body, headers = {}, closes = false }: ZkReply,
): FastifyReply {
  if (closes) void reply.header('connection', 'close')
  return reply
    .code(status)
    .header('date', dateHeader(services.clock.now()))
    .header('cache-control', 'no-store')
    .type('text/plain')
    .headers(headers)
    .send(body)
}
