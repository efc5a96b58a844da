import { type ErrorCode, errorDefinitions } from '@gatehouse/contract/errors.ts'
import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import { pairDevice } from '@gatehouse/contract/device/link.ts'
import { can, roles } from '@gatehouse/contract/permissions.ts'
import type { Route } from '@gatehouse/contract/route.ts'
import { apiRoutes } from '@gatehouse/contract/routes.ts'
import { problemsEn } from '@gatehouse/contract/texts/problems.ts'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { executeAlone } from '../../test/execute-alone.ts'
import { exampleOf } from '../../test/example-of.ts'
import { operationLines } from '../../test/operation-lines.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'

let test: TestGatehouse
const callers = new Map<string, Caller>()
beforeAll(async () => {
  test = await startTestGatehouse()
  for (const role of roles) callers.set(role, await test.asRole(role))
})
afterAll(() => test.close())

const routes = [...apiRoutes].map(([name, route]) => ({ name, route, title: `${route.method} ${route.path}` }))
// An event stream never ends; `inject` would wait for it. Its own test is live.test.ts.
const answering = routes.filter(({ name }) => name !== 'live')

// The OpenID provider calls it back, with any parameters it likes.
const strict = answering.filter(({ name }) => name !== 'finishOpenId')

/** The routes that are open to everybody and change something, each with the refusal of a stranger's call. */
const openChanges: Record<string, ErrorCode> = {
  // They need a key of `rsapub` and a password, or a ticket of the provider in the browser that began.
  'POST /v2/login': 'auth.key-expired',
  'POST /v2/openid/session': 'openid.off',
  // The screen of a lobby holds a link.
  'POST /v1/inside-display': 'inside.display-over',
  // For people without an account: each has a link that somebody with one gave away.
  'POST /attendance/:token/corrections': 'attendance-link.not-found',
  'POST /attendance/:token/punches': 'attendance-link.not-found',
  'POST /portrait-requests/:token': 'portrait.link-over',
  'POST /portrait-requests/:token/portraits': 'portrait.link-over',
  'POST /registrations/:token': 'registration.link-unknown',
  'POST /registrations/:token/portraits': 'registration.link-unknown',
  'POST /v1/steward/marks': 'muster.link-unknown',
  'POST /v1/hosts/:token': 'visit.link-over',
  'POST /v1/visits/:token': 'visit.link-over',
  'POST /v1/visits/:token/portrait': 'visit.link-over',
  'POST /v1/walk-ins/:token': 'visit.link-over',
  'POST /v1/walk-ins/:token/portrait': 'visit.link-over',
}

/** A call that passes validation; ids in it are random, so mostly it ends with a refusal further in. */
const validInput = (route: Route) => ({
  params: exampleOf(route.params) as object,
  query: exampleOf(route.query, false) as object,
  body: exampleOf(route.body) as object,
  ...(route.bodyKind === 'image' ? { image: Buffer.from('not a picture') } : {}),
})

describe('every route', () => {
  it('every route has a method and path of its own', () => {
    const titles = routes.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    expect(routes.length).toBeGreaterThan(20)
  })

  it.each(routes.filter(({ route }) => route.permission !== 'public'))(
    '[PERM-08] $title refuses a caller without a session',
    async ({ route }) => {
      const answer = await test.nobody.call(route, validInput(route))
      expect([answer.status, answer.message]).toEqual([401, 'auth.session-expired'])
    },
  )

  it('a route that asks for a session answers 401 for the session only: a wrong code must not look like its end', () => {
    const others = routes
      .filter(({ route }) => route.permission !== 'public')
      .flatMap(({ route, title }) => route.errors.map((code) => ({ title, code })))
      .filter(({ code }) => errorDefinitions[code].status === 401 && code !== 'auth.session-expired')
    expect(others).toEqual([])
  })

  it.each(answering.flatMap((entry) => roles.map((role) => ({ ...entry, role }))))(
    '[PERM-08] $title admits $role exactly when the table says so',
    async ({ route, role }) => {
      // Logging out would end the session of the tests that follow.
      const caller = route.path === '/v2/logout' ? await test.asRole(role) : callers.get(role)
      if (!caller) throw new Error(`no caller for ${role}`)
      const answer = await caller.call(route, validInput(route))
      const { permission } = route
      const mayEnter = permission === 'public' || permission === 'session' || can(role, permission)
      if (mayEnter) expect(answer.message).not.toBe('auth.session-expired')
      // Routes for every session decide inside, by the requested item (whose picture).
      if (permission !== 'session') expect(answer.message === 'auth.permission-denied').toBe(!mayEnter)
      expect(answer.status).toBeLessThan(500)
    },
  )

  it.each(answering)(
    '[BU-03] $title leaves exactly one line in the operation log when it changes something',
    async ({ route, title }) => {
      const caller = await test.asRole('superAdmin')
      const answer = await caller.call(route, validInput(route))
      const lines = await test.db
        .selectFrom('operation_log')
        .select(['module', 'event', 'side', 'result', 'error_code'])
        .where('request_id', '=', String(answer.headers['x-request-id']))
        .execute()
      // A link that does not exist, or a key that was never given, leaves none: anybody on the network could fill the log.
      const isOpen = route.permission === 'public'
      expect(lines).toHaveLength(route.audit === undefined || isOpen ? 0 : 1)
      if (lines[0]) expect(lines[0].result).toBe(answer.status === 200 ? 'success' : 'failure')
      if (lines[0]) expect(lines[0].error_code).toBe(answer.status === 200 ? null : answer.message)
      if (lines[0])
        expect([`${lines[0].module} ${lines[0].event}`, lines[0].side]).toEqual([operationLines[title], 'console'])
    },
  )

  it('[BU-03] a route with an audit leaves a line with its module and event, and no other route leaves one', () => {
    const declared = routes.flatMap(({ route: { audit }, title }) =>
      typeof audit === 'object' ? [[title, `${audit.module} ${audit.event}`]] : [],
    )
    expect(Object.fromEntries(declared)).toEqual(operationLines)
  })

  it('[BU-03] a route that exports data of many people in one file leaves a line', () => {
    const files = routes.filter(
      ({ route }) => route.replyKind === 'stream' && /export|images$|\/data$/.test(route.path),
    )
    expect(files.map(({ title }) => title).toSorted()).toEqual([
      'GET /v2/attendance/export',
      'GET /v2/musters/:id/report/export',
      'GET /v2/people/:id/data',
      'GET /v2/records/export',
      'GET /v2/records/images',
      'GET /v2/sites/:id/paper-list/export',
      'GET /v2/staff/export',
    ])
    for (const { route, title } of files) expect(route.audit, title).toBeDefined()
  })

  it.each(routes.filter(({ route }) => route.replyKind === 'stream'))(
    'HEAD instead of $title ends at once, and leaves no line',
    async ({ route }) => {
      const caller = await test.asRole('superAdmin')
      const params = Object.entries(exampleOf(route.params) as Record<string, unknown>)
      const answer = await test.gatehouse.fastify.inject({
        method: 'HEAD',
        url: params.reduce((path, [name, value]) => path.replace(`:${name}`, String(value)), route.prefix + route.path),
        query: validInput(route).query as Record<string, string>,
        headers: { 'auth-token': caller.token },
      })
      expect([answer.statusCode, answer.body]).toEqual([200, ''])
      const id = String(answer.headers['x-request-id'])
      expect(await test.db.selectFrom('operation_log').select('id').where('request_id', '=', id).execute()).toEqual([])
      const stranger = await test.gatehouse.fastify.inject({ method: 'HEAD', url: route.prefix + route.path })
      if (route.permission !== 'public') expect(stranger.statusCode).toBe(401)
    },
  )

  it.each(strict)('$title refuses a key of the query that it does not know, and names it', async ({ route }) => {
    const caller = await test.asRole('superAdmin')
    const valid = validInput(route)
    const answer = await caller.call(route, { ...valid, query: { ...valid.query, unheardOf: 'x' } })
    expect([answer.status, answer.message]).toEqual([400, 'request.unknown-key'])
    expect(answer.desc).toContain('unheardOf')
  })

  it.each(strict.filter(({ route }) => route.bodyKind === 'json' && !['GET', 'DELETE'].includes(route.method)))(
    '$title refuses a key of the body that it does not know, and names it',
    async ({ route }) => {
      const caller = await test.asRole('superAdmin')
      const valid = validInput(route)
      const answer = await caller.call(route, { ...valid, body: { ...valid.body, unheardOf: 'x' } })
      expect([answer.status, answer.message]).toEqual([400, 'request.unknown-key'])
      expect(answer.desc).toContain('unheardOf')
    },
  )

  it('every route that is open to everybody and changes something is listed with its refusal of a stranger', () => {
    const open = routes.filter(({ route }) => route.permission === 'public' && route.method !== 'GET')
    expect(open.map(({ title }) => title).toSorted()).toEqual(Object.keys(openChanges).toSorted())
    const whileNotActivated = routes.filter(({ route }) => route.openWhile).map(({ title }) => title)
    expect(whileNotActivated.toSorted()).toEqual(['POST /v2/authorize/active', 'POST /v2/authorize/trial'])
  })

  it.each(Object.entries(openChanges))('%s changes nothing for a stranger: %s', async (title, refusal) => {
    const found = routes.find((entry) => entry.title === title)
    if (!found) throw new Error(`no route ${title}`)
    const answer = await test.nobody.call(found.route, validInput(found.route))
    // If no example fits a body's rules, it is refused for those; the link itself stays closed all the same.
    expect([refusal, 'request.invalid']).toContain(answer.message)
    expect(answer.status).toBe(errorDefinitions[answer.message === refusal ? refusal : 'request.invalid'].status)
  })

  it('a caller without a session cannot fill the operation log', async () => {
    for (const { route } of answering.filter(({ route }) => route.permission !== 'public')) {
      const answer = await test.nobody.call(route, validInput(route))
      const id = String(answer.headers['x-request-id'])
      expect(await test.db.selectFrom('operation_log').select('id').where('request_id', '=', id).execute()).toEqual([])
    }
  })
})

it('nobody fills the operation log by repeating a call that is open to everybody', async () => {
  const open = answering.filter(({ route }) => route.permission === 'public')
  const lines = async () => (await test.db.selectFrom('operation_log').select('id').execute()).length
  const before = await lines()
  for (const { route } of open)
    for (let n = 0; n < 50; n++) await test.nobody.call(route, validInput(route), { 'x-forwarded-for': `10.0.0.${n}` })
  const { fastify } = test.gatehouse
  const { versions } = exampleOf(pairDevice.body) as { versions: object }
  for (let n = 0; n < 50; n++) {
    const payload = { code: `ABC${100 + n}`, versions }
    expect((await fastify.inject({ method: 'POST', url: '/device/v1/pair', payload })).statusCode).toBeLessThan(500)
  }
  // A wrong pairing code was tried, and leaves a line until the address has to wait; later attempts share one.
  expect((await lines()) - before).toBeLessThanOrEqual(8)
})

/** Wrong types, and text that breaks careless programs: each takes the place of each field in turn. */
const poisons: unknown[] = [
  null,
  -1,
  1e308,
  true,
  '',
  'x'.repeat(5000),
  '\u0000',
  '\ud800',
  "'; drop table person; --",
  '../<script>alert(1)</script>',
  '😀'.repeat(200),
  [],
  { toString: 1 },
  ['a'],
]

/** Years that a database, a calendar or a column cannot hold, and days that do not exist. */
const oddDates = ['0000-01-01', '0001-01-01', '1582-10-10', '9999-12-31', '2026-02-30', '-271821-04-20', '275760-09-14']
const oddTimes = oddDates.flatMap((on) => [`${on}T00:00:00Z`, `${on}T23:59:59.999999999-23:59`])

/** The same with an odd date in the place of each date, at any depth. */
function* withOddDates(example: unknown): Generator<unknown> {
  if (typeof example === 'string') {
    if (/^\d{4}-\d{2}-\d{2}$/.test(example)) yield* oddDates
    if (/^\d{4}-\d{2}-\d{2}T/.test(example)) yield* oddTimes
  } else if (Array.isArray(example)) {
    for (const [at, part] of example.entries()) for (const odd of withOddDates(part)) yield example.with(at, odd)
  } else if (typeof example === 'object' && example !== null) {
    for (const [name, part] of Object.entries(example))
      for (const odd of withOddDates(part)) yield { ...example, [name]: odd }
  }
}

function* datedInputs(route: Route): Generator<object> {
  const valid = validInput(route)
  for (const part of ['params', 'query', 'body'] as const)
    for (const odd of withOddDates(exampleOf(route[part]))) yield { ...valid, [part]: odd }
}

const refusal = z.object({
  issues: z.array(z.object({ label: z.string(), code: z.string(), problem: z.string() })),
})
const examples =
  /\b(GB|IC|IP|PIN|PEM|CHN|true|false|Asia\/Shanghai|2026-11-20T08|door\.example\.com|https:\/\/example\.com\/events)\b/g
/** Words of a Chinese sentence that are no Chinese, but for units, standards and examples. */
const latinIn = (text: string) => text.replaceAll(examples, '').match(/[A-Za-z]+/g) ?? []

/** In the path of an address everything is text. */
const texts = poisons.filter((poison) => typeof poison === 'string' || typeof poison === 'number')

describe('mutated input', () => {
  it.each(answering.filter(({ route }) => route.path !== '/v2/logout'))(
    '$title answers every mutation with a success or a 4xx with a known code, never a 500',
    async ({ route }) => {
      const caller = await test.asRole('superAdmin')
      const valid = validInput(route)
      const tries: object[] = []
      for (const part of ['params', 'query', 'body'] as const)
        for (const name of Object.keys(exampleOf(route[part]) as object))
          for (const poison of part === 'params' ? texts : poisons)
            tries.push({ ...valid, [part]: { ...valid[part], [name]: poison } })
      for (const poison of [[], 'text', 1, [[[[]]]]]) tries.push({ ...valid, body: poison })
      for (const input of tries) {
        const answer = await caller.call(route, input)
        const isKnown = answer.status === 200 || errorDefinitions[answer.message as ErrorCode].status === answer.status
        expect(
          isKnown && answer.status < 500,
          `${JSON.stringify(input).slice(0, 300)} gave ${answer.status} ${answer.message}`,
        ).toBe(true)
      }
    },
    60_000,
  )

  it.each(answering.filter(({ route }) => [...datedInputs(route)].length > 0))(
    '$title answers odd dates with a success or a 4xx, never a 500',
    async ({ route }) => {
      const caller = await test.asRole('superAdmin')
      for (const input of datedInputs(route)) {
        const answer = await caller.call(route, input)
        expect(
          answer.status,
          `${JSON.stringify(input).slice(0, 300)} gave ${answer.status} ${answer.message}`,
        ).toBeLessThan(500)
      }
    },
  )

  it.each(answering.filter(({ route }) => route.path !== '/v2/logout'))(
    '[ERR-03] $title names the problem in Chinese, with the labels that people know',
    async ({ route }) => {
      const caller = await test.asRole('superAdmin')
      const valid = validInput(route)
      for (const part of ['params', 'query', 'body'] as const)
        for (const name of Object.keys(exampleOf(route[part]) as object))
          for (const poison of part === 'params' ? ['no id'] : [{ a: 1 }, -1, 'x'.repeat(5000), ['x']]) {
            const input = { ...valid, [part]: { ...valid[part], [name]: poison } }
            const answer = await caller.call(route, input, { language: 'ZH' })
            if (answer.message !== 'request.invalid') continue
            const { issues } = refusal.parse(answer.data)
            expect(latinIn(answer.desc)).toEqual([])
            for (const { label, code, problem } of issues) {
              expect(Object.keys(problemsEn)).toContain(code)
              expect(latinIn(label)).toEqual([])
              // The allowed values are data.
              if (code !== 'one-of') expect(latinIn(problem)).toEqual([])
            }
          }
    },
    60_000,
  )

  it('a full disk is reported with its own code and a time to call again', async () => {
    await sql`create function fill_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(
      test.db,
    )
    await executeAlone(test.db, sql`create trigger full_disk before insert on department execute function fill_disk()`)
    const admin = await test.asRole('superAdmin')
    const answer = await admin.call(createDepartment, { body: { name: 'Archive', parentId: null } })
    expect([answer.status, answer.message, answer.headers['retry-after']]).toEqual([503, 'server.disk-full', '30'])
    await executeAlone(test.db, sql`drop trigger full_disk on department`)
  })

  it('[REQ-02] a body that is no JSON, or too large, is refused with a code', async () => {
    const { fastify } = test.gatehouse
    const post = (payload: string, type = 'application/json') =>
      fastify.inject({ method: 'POST', url: '/api/v2/login', payload, headers: { 'content-type': type } })
    expect((await post('{"account":')).json()).toMatchObject({ code: '400', message: 'request.invalid' })
    expect((await post(JSON.stringify({ account: 'x'.repeat(10_000_000) }))).json()).toMatchObject({
      code: '413',
      message: 'request.too-large',
    })
    // Only the last would count, unnoticed.
    for (const twice of ['{"account":"a","account":"b"}', '{"password":1,"a":{"b":1,"b":2}}'])
      expect((await post(twice)).json()).toMatchObject({
        code: '400',
        message: 'request.invalid',
        data: { issues: [{ code: 'key-twice' }] },
      })
    // ADR 35: for other servers than this one.
    const form = await post('account=a&password=b&rsa_id=c', 'application/x-www-form-urlencoded')
    expect(form.json()).toMatchObject({ code: '415', message: 'request.unsupported-type' })
    for (const url of ['/api/get/v2/authorize/status', '/api/get/v2/authorize/status/terminal'])
      expect((await fastify.inject({ url })).json()).toMatchObject({ code: '404', message: 'request.not-found' })
    expect((await post('a=b', 'text/weird')).json()).toMatchObject({ code: '415', message: 'request.unsupported-type' })
    expect((await fastify.inject({ url: '/api/v2/nothing' })).json()).toMatchObject({
      code: '404',
      message: 'request.not-found',
    })
  })

  it.each(['gzip', 'br', 'gzip, identity'])(
    'a compressed body (%s) is refused with words at every entry point',
    async (encoding) => {
      const { fastify } = test.gatehouse
      const send = (url: string, headers: object = {}) =>
        fastify.inject({
          method: 'POST',
          url,
          payload: gzipSync('{"account":"a"}'),
          headers: { 'content-type': 'application/json', 'content-encoding': encoding, ...headers },
        })
      const doors = ['/api/v2/login', '/public/v1/visits/x', '/device/v1/pair']
      for (const url of doors) {
        const answer = await send(url)
        expect([url, answer.json()]).toMatchObject([url, { code: '415', message: 'request.encoded' }])
        expect(answer.json<{ desc: string }>().desc).toContain(encoding)
      }
      expect((await send('/api/v2/login', { 'content-encoding': 'identity' })).json()).not.toMatchObject({
        code: '415',
      })
    },
  )
})
