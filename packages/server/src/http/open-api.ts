import { commonErrors, type ErrorCode, errorDefinitions } from '@gatehouse/contract/errors.ts'
import { publicApiErrors, publicApiHeaders, publicApiRoutes } from '@gatehouse/contract/public-api.ts'
import { apiRoutes } from '@gatehouse/contract/routes.ts'
import type { Route } from '@gatehouse/contract/route.ts'
import { movement } from '@gatehouse/contract/features/inside.ts'
import { musterSummary } from '@gatehouse/contract/features/muster.ts'
import { alarm } from '@gatehouse/contract/features/alarms.ts'
import { recognitionRecord } from '@gatehouse/contract/features/records.ts'
import type { z } from 'zod'
import { release } from '../lib/release.ts'
import { describeSchemas, type Json, schemaOf } from './open-api-schemas.ts'
import { imageTypes } from './read-image-body.ts'

/** A route as the document shows it: its address, and the credentials of a caller. */
type Described = {
  name: string
  route: Route
  path: string
  needs: string
  security: Json[]
}
type Schemas = ReturnType<typeof describeSchemas>

function parametersOf(schema: z.ZodType, place: 'path' | 'query'): Json[] {
  const { properties, required } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || (required?.includes(name) ?? false),
    schema,
  }))
}

function bodyOf(route: Route, schemas: Schemas): Json | undefined {
  if (route.method === 'GET' || route.method === 'DELETE') return undefined
  if (route.bodyKind === 'image') {
    const bytes = { schema: { type: 'string', format: 'binary' } }
    const file = { type: 'object', properties: { file: bytes.schema }, required: ['file'], additionalProperties: false }
    const raw = Object.fromEntries(imageTypes.map((type) => [type, bytes]))
    return { required: true, content: { ...raw, 'multipart/form-data': { schema: file } } }
  }
  if (route.bodyKind === 'files') {
    const files = { type: 'array', items: { type: 'string', format: 'binary' } }
    const form = { type: 'object', properties: { file: files }, required: ['file'] }
    return { required: true, content: { 'multipart/form-data': { schema: form } } }
  }
  return {
    required: true,
    content: { 'application/json': { schema: schemas.bodyOf(route) } },
  }
}

const retryAfter = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } }

const envelope = (data: Json) => ({
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' }, desc: { type: 'string' }, data },
  required: ['code', 'message', 'desc', 'data'],
})

function failureOf(status: string, codes: readonly ErrorCode[]): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorDefinitions[code].en}`).join('\n\n'),
    ...(status === '429' ? { headers: retryAfter } : {}),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  }
}

const byStatus = (codes: readonly ErrorCode[]) =>
  Object.entries(Object.groupBy([...new Set(codes)], (code) => String(errorDefinitions[code].status)))

/** The failures that each call of a document may end with stand once, as `components/responses`. */
const commonFailures = (errors: readonly ErrorCode[]) =>
  Object.fromEntries(byStatus(errors).map(([status, codes = []]) => [`Failure${status}`, failureOf(status, codes)]))

function answersOf(route: Route, schemas: Schemas, errors: readonly ErrorCode[]): Json {
  const success =
    route.replyKind === 'stream'
      ? { description: 'Bytes' }
      : { description: 'Success', content: { 'application/json': { schema: envelope(schemas.responseOf(route)) } } }
  const answers = byStatus([...errors, ...route.errors]).map(([status, codes = []]): [string, Json] => [
    status,
    codes.every((code) => errors.includes(code))
      ? { $ref: `#/components/responses/Failure${status}` }
      : failureOf(status, codes),
  ])
  return { '200': success, ...Object.fromEntries(answers) }
}

/** The calls, and the components that they refer to. `errors` are those that each call may end with. */
function describe(all: readonly Described[], errors: readonly ErrorCode[], events: Record<string, z.ZodType> = {}) {
  const schemas = describeSchemas(all.map(({ name, route }) => [name, route] as const))
  const paths = pathsOf(all, schemas, errors)
  const webhooks = webhooksOf(events, schemas)
  const failure = envelope({})
  const used = schemas.usedIn({ paths, webhooks })
  return { paths, webhooks, components: { schemas: { Failure: failure, ...used }, responses: commonFailures(errors) } }
}

/** The events that webhooks send, by their type. */
const webhooksOf = (events: Record<string, z.ZodType>, schemas: Schemas): Json =>
  Object.fromEntries(
    Object.entries(events).map(([type, data]) => {
      const properties = {
        id: { type: 'string', format: 'uuid' },
        type: { const: type },
        createdAt: { type: 'string', format: 'date-time' },
        data: schemas.answerOf(data),
      }
      const schema = { type: 'object', properties, required: Object.keys(properties) }
      const post = {
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { '2XX': { description: 'Received; after any other answer the event is sent again' } },
      }
      return [type, { post }]
    }),
  )

function pathsOf(all: readonly Described[], schemas: Schemas, errors: readonly ErrorCode[]): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const described of all) {
    const { name, route, needs, security } = described
    const path = described.path.replaceAll(/:(\w+)/g, '{$1}')
    const body = bodyOf(route, schemas)
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = {
      operationId: name,
      // The word after the version: account, departments, devices …
      tags: [route.path.split('/')[2] ?? 'other'],
      summary: route.summary,
      description: needs,
      security,
      parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
      ...(body ? { requestBody: body } : {}),
      responses: answersOf(route, schemas, errors),
    }
  }
  return paths
}

const description = `The calls of the Gatehouse console. A program of yours takes the open API instead (\`/openapi/v1/docs\`), with a key of an application: it \
needs no account and no password, and its paths last.

Sign in: 1. \`GET /api/v2/rsapub\` gives a key for one password: \`module\` is the modulus and \`empoent\` the exponent, in hex. 2. Encrypt the password with it \
(RSA, PKCS #1 v1.5), as hex. 3. \`POST /api/v2/login\` with that and \`rsa_id\`; send the \`token\` of the answer as \`AUTH-TOKEN\`.`

/** The OpenAPI 3.1 document of everything under `/api` and `/public`, made from the contract. */
export function openApiDocument(): Json {
  const routes = [...apiRoutes].map(([name, route]) => ({
    name,
    route,
    path: route.prefix + route.path,
    needs: `Permission: \`${route.permission}\``,
    security: route.permission === 'public' ? [] : [{ token: [] }],
  }))
  const { paths, components } = describe(routes, commonErrors)
  return {
    openapi: '3.1.0',
    info: { title: 'Gatehouse', version: release.version, description },
    components: { ...components, securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'AUTH-TOKEN' } } },
    paths,
  }
}

const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description })

/** The API for third parties, under `/openapi`; the same handlers, another entry point. */
export function publicApiDocument(): Json {
  const routes = [...publicApiRoutes].map(([name, { route, path, scopes }]) => ({
    name,
    route,
    path: `/openapi${path}`,
    needs: `Scopes, one of: ${scopes.map((scope) => `\`${scope}\``).join(', ')}`,
    security: [{ key: [], timestamp: [], nonce: [], sign: [] }],
  }))
  const { paths, webhooks, components } = describe(
    routes,
    [...publicApiErrors, ...commonErrors.filter((code) => !code.startsWith('auth.') && code !== 'request.unsigned')],
    { record: recognitionRecord, alarm, movement, muster: musterSummary },
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse open API',
      version: '1',
      description:
        'Every call is signed with the secret of an application’s key. Bodies are JSON; one picture comes as its bytes, or as the field `file` of a form.',
    },
    components: {
      ...components,
      securitySchemes: {
        key: header(publicApiHeaders.key, 'The app key'),
        timestamp: header(publicApiHeaders.timestamp, 'Milliseconds since 1970; at most five minutes off'),
        nonce: header(publicApiHeaders.nonce, '8 to 64 letters, digits, `-` or `_`; never the same twice'),
        sign: header(
          publicApiHeaders.sign,
          'Lower-case hex HMAC-SHA-256, with the secret, over METHOD, path with query, timestamp, nonce and the lower-case hex SHA-256 of the body, each on a line of its own',
        ),
      },
    },
    paths,
    webhooks,
  }
}
