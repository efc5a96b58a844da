import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { askDatabase, type Db } from '../db/open-database.ts'

/**
 * The headers of proxies. Behind a proxy that is not trusted every caller has the proxy's address, which may be this
 * machine's.
 */
const ofProxies = /^(?:x-forwarded-|x-real-ip$|forwarded$|via$)/i

const isLocal = ({ ip, raw }: FastifyRequest) =>
  /^(127\.|::1$|::ffff:127\.)/.test(ip) && !raw.rawHeaders.some((name, at) => at % 2 === 0 && ofProxies.test(name))

/** The caller waits for some seconds. */
const readyWithinMs = 3_000

/**
 * `/healthz` (the process answers), `/readyz` (this process serves: it has started, does not end, the database answers,
 * and there is no `problem`), `/metrics` (Prometheus). Metrics reveal the activity of a company, so only callers from
 * this machine itself or with the token get them.
 */
export function mountHealth(
  fastify: FastifyInstance,
  db: Db,
  {
    metricsToken,
    isBrokerReachable,
    problem,
  }: { metricsToken: string | undefined; isBrokerReachable: () => boolean; problem: () => string | undefined },
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'mqtt_broker_reachable',
    help: '1 while this server reaches the MQTT broker; at 0 terminals hear of changes only when they ask',
    registers: [registry],
    collect() {
      this.set(isBrokerReachable() ? 1 : 0)
    },
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  fastify.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }))

  fastify.get('/readyz', { logLevel: 'silent' }, async (_, reply) => {
    const found = problem()
    if (found !== undefined) return reply.code(503).send({ status: found })
    try {
      await within(readyWithinMs, askDatabase(db))
      return { status: 'ok' }
    } catch {
      return reply.code(503).send({ status: 'database unreachable' })
    }
  })

  fastify.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    const mayRead = metricsToken ? request.headers.authorization === `Bearer ${metricsToken}` : isLocal(request)
    if (!mayRead) return reply.code(403).send({ status: 'forbidden' })
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), ms)
  try {
    await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
