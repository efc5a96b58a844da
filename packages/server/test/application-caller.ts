import { createHash, randomUUID } from 'node:crypto'
import { addressOf } from '@gatehouse/contract/client.ts'
import { createApplication, createKey, type PublicApiScope } from '@gatehouse/contract/features/open-platform.ts'
import { publicApiHeaders, publicApiRoutes, publicApiSignedText } from '@gatehouse/contract/public-api.ts'
import type { BodyInput, ParamsInput, QueryInput, Reply, Route } from '@gatehouse/contract/route.ts'
import { approveCommand } from '../src/features/open-platform/open-platform-commands.ts'
import { signPublicApiCall } from '../src/features/open-platform/key-signing.ts'
import { readConfig } from '../src/lib/config.ts'
import type { Caller, TestGatehouse } from './gatehouse.ts'
import { type Answer, injectRequest, payloadOf, testRequestOf } from './inject-request.ts'

/** The settings that the operator's commands run with, on this installation. */
export const operatorConfig = (house: TestGatehouse, environment: Record<string, string> = {}) =>
  readConfig({ GATEHOUSE_DATA: house.dataFolder, DATABASE_URL: house.databaseUrl, ...environment })

let applications = 0

/** An application whose domain the operator has approved; gives its id. */
export async function buildApplication(house: TestGatehouse, admin: Caller, domain = '127.0.0.1'): Promise<string> {
  const name = `Application ${++applications}`
  const body = { name, type: 'server' as const, description: null, email: 'dev@example.com', domain }
  const { id } = await admin.ask(createApplication, { body })
  await approveCommand({ application: id }, operatorConfig(house))
  return id
}

export type KeyPair = { id: string; appKey: string; secret: string }

export async function buildKey(admin: Caller, applicationId: string, ...scopes: PublicApiScope[]): Promise<KeyPair> {
  const { key, secret } = await admin.ask(createKey, { params: { id: applicationId }, body: { name: 'Key', scopes } })
  return { id: key.id, appKey: key.appKey, secret }
}

type Input<T extends Route> = {
  params?: ParamsInput<T>
  query?: QueryInput<T>
  body?: BodyInput<T>
  image?: Buffer
  address?: string
  /** Used in place of the signed and sent values. */
  headers?: Record<string, string>
}

export type ApplicationCaller = {
  call<T extends Route>(route: T, input?: Input<T>): Promise<Answer<Reply<T>>>
  /** Fails the test when the answer is no success. */
  ask<T extends Route>(route: T, input?: Input<T>): Promise<Reply<T>>
}

export function signedHeaders(
  { appKey, secret }: Pick<KeyPair, 'appKey' | 'secret'>,
  {
    method,
    target,
    body = '',
    at = Temporal.Now.instant(),
  }: { method: string; target: string; body?: string | Buffer; at?: Temporal.Instant },
): Record<string, string> {
  const timestamp = String(at.epochMilliseconds)
  const nonce = randomUUID()
  const bodyHash = createHash('sha256').update(body).digest('hex')
  return {
    [publicApiHeaders.key]: appKey,
    [publicApiHeaders.timestamp]: timestamp,
    [publicApiHeaders.nonce]: nonce,
    [publicApiHeaders.sign]: signPublicApiCall(
      secret,
      publicApiSignedText({ method, target, timestamp, nonce, bodyHash }),
    ),
  }
}

/** A third party's program that calls the open API with this key. */
export function createApplicationCaller(
  { gatehouse, clock }: TestGatehouse,
  key: Pick<KeyPair, 'appKey' | 'secret'>,
): ApplicationCaller {
  const call: ApplicationCaller['call'] = async (route, input = {}) => {
    const path = [...publicApiRoutes.values()].find((open) => open.route === route)?.path ?? '/nowhere'
    const request = testRequestOf({ ...route, path }, input)
    const target = addressOf(request).replace('/api', '/openapi')
    const { payload, headers } = await payloadOf(request)
    const answer = await injectRequest(gatehouse.fastify, route, request, {
      url: target,
      payload,
      headers: {
        language: 'EN',
        ...headers,
        ...signedHeaders(key, { method: route.method, target, body: payload, at: clock.now() }),
        ...input.headers,
      },
      address: input.address ?? '127.0.0.1',
    })
    return answer as Answer<Reply<typeof route>>
  }
  return {
    call,
    async ask(route, input) {
      const answer = await call(route, input)
      if (answer.status !== 200) throw new Error(`${route.method} ${route.path} answered ${JSON.stringify(answer)}`)
      return answer.data
    },
  }
}
