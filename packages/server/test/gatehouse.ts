import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Role, roleId } from '@gatehouse/contract/permissions.ts'
import { type CallableRoute, type ReplyOf, requestOf, type RouteRequest } from '@gatehouse/contract/client.ts'
import type { BodyInput, ParamsInput, QueryInput, Reply, Route } from '@gatehouse/contract/route.ts'
import type { Ask } from '@gatehouse/testkit/ask-server.ts'
import pino from 'pino'
import { commonErrors } from '@gatehouse/contract/errors.ts'
import { buildApp, type Gatehouse } from '../src/app.ts'
import type { FaceLimits } from '../src/create-parts.ts'
import type { Db, PoolLimits } from '../src/db/open-database.ts'
import type { DiskGuard } from '../src/db/disk-guard.ts'
import { makeInstallKeys } from '../src/lib/install-keys.ts'
import { hashPassword } from '../src/lib/password.ts'
import { insertSession } from '../src/http/session-store.ts'
import type { DiskProbe } from '../src/lib/disk-space.ts'
import { readConfig } from '../src/lib/config.ts'
import { createActivatedDatabase, createTestDatabase, type TestDatabase } from './database.ts'
import { type Answer, injectRequest, payloadOf, type TestFile, testRequestOf } from './inject-request.ts'
import { settableClock } from './settable-clock.ts'

type Input<T extends Route> = {
  params?: ParamsInput<T>
  query?: QueryInput<T>
  body?: BodyInput<T>
  image?: Buffer
  files?: readonly TestFile[]
}

/** A caller: `call` gives the whole answer; `ask` the data, and fails the test when the answer is no success. */
export type Caller = {
  token: string
  call<T extends Route>(route: T, input?: Input<T>, headers?: Record<string, string>): Promise<Answer<Reply<T>>>
  ask: Ask
}

export type TestGatehouse = {
  gatehouse: Gatehouse
  db: Db
  databaseUrl: string
  dataFolder: string
  clock: ReturnType<typeof settableClock>
  nobody: Caller
  /** A fresh account of that role (superAdmin: the one there is) with a session. */
  asRole(role: Role): Promise<Caller>
  withToken(token: string): Caller
  /** Another server process of the same installation, as the caller of this session sees it. */
  startAnother(token: string): Promise<Caller & { close(): Promise<void> }>
  close(): Promise<void>
}

/** The whole server on a database of its own, called by `inject`; activated unless told otherwise. */
export async function startTestGatehouse({
  isActivated = true,
  environment = {},
  withJobs = false,
  measureDisk,
  database: given,
  databaseLimits,
  faceLimits,
  disk,
}: {
  isActivated?: boolean
  environment?: Record<string, string>
  withJobs?: boolean
  measureDisk?: DiskProbe
  /** A database that a test has written to before; it is dropped at the end like any other. */
  database?: TestDatabase
  databaseLimits?: PoolLimits
  faceLimits?: FaceLimits
  disk?: DiskGuard
} = {}): Promise<TestGatehouse> {
  const database = given ?? (await (isActivated ? createActivatedDatabase() : createTestDatabase()))
  const dataFolder = await mkdtemp(join(tmpdir(), 'gatehouse-data-'))
  const clock = settableClock()
  const config = readConfig({ GATEHOUSE_DATA: dataFolder, MQTT_PORT: '0', FACE_WORKERS: '1', ...environment })
  // Its key is here already, as in the folder of the server that has written to it.
  if (given) makeInstallKeys(config)
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const start = () =>
    buildApp({
      config,
      databaseUrl: database.url,
      log,
      clock,
      withJobs,
      ...(measureDisk && { measureDisk }),
      ...(databaseLimits && { databaseLimits }),
      ...(faceLimits && { faceLimits }),
      ...(disk && { disk }),
    })
  const gatehouse = await start()
  const { db } = gatehouse.services
  let count = 0

  const withToken = (token: string, asked = gatehouse): Caller => ({
    token,
    call: (route, input = {}, headers = {}) => send(asked, token, route, testRequestOf(route, input), headers),
    async ask(route, ...input) {
      const answer = await send<ReplyOf<typeof route>>(asked, token, route, requestOf(route, ...input))
      if (answer.status !== 200) throw new Error(`${route.method} ${route.path} answered ${JSON.stringify(answer)}`)
      return answer.data
    },
  })

  return {
    gatehouse,
    db,
    databaseUrl: database.url,
    dataFolder,
    clock,
    nobody: withToken(''),
    withToken: (token) => withToken(token),
    async startAnother(token) {
      const other = await start()
      return { ...withToken(token, other), close: () => other.close() }
    },
    async asRole(role) {
      const account = await ensureAccount(db, role, `${role}${++count}`)
      return withToken(await insertSession(db, clock, { accountId: account, address: '127.0.0.1', userAgent: 'test' }))
    },
    async close() {
      await gatehouse.close()
      await database.drop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Made once: a hash is slow by design. */
let hashed: Promise<string> | undefined

async function ensureAccount(db: Db, role: Role, name: string): Promise<string> {
  if (role === 'superAdmin') {
    const existing = await db.selectFrom('account').select('id').where('role', '=', 0).executeTakeFirst()
    if (existing) return existing.id
  }
  const { id } = await db
    .insertInto('account')
    .values({
      account: name,
      name,
      role: roleId(role),
      email: null,
      password_hash: await (hashed ??= hashPassword(testPassword)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The password that every account of `asRole` has. */
export const testPassword = 'Correct_horse_1'

let phones = 0

/** A route as a client has it; those of the contract say what may go wrong, too. */
type SentRoute = CallableRoute & { replyKind?: string; errors?: readonly string[] }

async function send<T>(
  { fastify }: Gatehouse,
  token: string,
  route: SentRoute,
  request: RouteRequest,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const { payload, headers: own } = await payloadOf(request)
  // Public calls are throttled by address: each comes from a phone of its own.
  const phone = () => `10.${++phones >> 16}.${(phones >> 8) & 255}.${phones & 255}`
  const answer = await injectRequest<T>(fastify, route, request, {
    payload,
    headers: { ...own, 'auth-token': token, language: 'EN', ...headers },
    address: route.prefix === '/public' ? phone() : '127.0.0.1',
  })
  // A client relies on the errors that a route declares: an answer that it does not declare is a fault, whatever the
  // test expects.
  if (answer.code !== '' && answer.status >= 400 && !declaredBy(route).includes(answer.message))
    throw new Error(`${route.method} ${route.path} answered ${answer.message}, which it does not declare`)
  return answer
}

const declaredBy = ({ errors = [] }: SentRoute): readonly string[] => [...commonErrors, ...errors]
