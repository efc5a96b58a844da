import { randomUUID } from 'node:crypto'
import type { DeviceRoute } from '@gatehouse/contract/device/device-route.ts'
import {
  type DevicePerson,
  type DeviceVersions,
  hello,
  pairDevice,
  pullPeople,
  type WireRecord,
} from '@gatehouse/contract/device/link.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { connectAsync } from 'mqtt'
import type { z } from 'zod'
import { uuidAt } from './uuid-at.ts'
import type { Caller, TestGatehouse } from './gatehouse.ts'
import { type Answer, injectRequest, payloadOf, testRequestOf } from './inject-request.ts'
import { findDevice, seedPairingCode } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { until } from '@gatehouse/testkit/until.ts'

type Input<T extends DeviceRoute> = {
  params?: z.input<T['params']>
  query?: z.input<T['query']>
  body?: z.input<T['body']>
}

/** A device as the server sees it: `call` gives the whole answer, `ask` the data, and fails if it is no success. */
export type DeviceCaller = {
  call<T extends DeviceRoute>(route: T, input?: Input<T>, address?: string): Promise<Answer<z.output<T['response']>>>
  ask<T extends DeviceRoute>(route: T, input?: Input<T>): Promise<z.output<T['response']>>
}

export type PairedDevice = DeviceCaller & { id: string; ldid: string; secret: string; serialNumber: string }

/** Calls the device link with this `Authorization` header, or with none. */
export function deviceCaller({ gatehouse }: Pick<TestGatehouse, 'gatehouse'>, authorization?: string): DeviceCaller {
  const call: DeviceCaller['call'] = async (route, input = {}, address = '10.0.0.1') => {
    const request = testRequestOf(route, input)
    const { payload, headers } = await payloadOf(request)
    const own = { language: 'EN', ...(authorization ? { authorization } : {}) }
    const answer = await injectRequest(gatehouse.fastify, route, request, {
      payload,
      headers: { ...headers, ...own },
      address,
    })
    return answer as Answer<z.output<(typeof route)['response']>>
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

export const testVersions = (serialNumber: string = randomUUID()): DeviceVersions => ({
  serialNumber,
  type: 'GHT',
  model: 'Test terminal',
  manufacturer: 'Gatehouse',
  hardwareVersion: '1',
  firmwareVersion: '2',
  appVersion: '3',
  faceModelId: 'test-model',
  personCapacity: 1000,
  packageName: 'org.gatehouse.test',
  appVersionCode: 3,
  abilities: [],
})

/** A device that is completely paired. */
export async function pairTestDevice(house: TestGatehouse, admin: Caller, name = 'Main door'): Promise<PairedDevice> {
  const code = await seedPairingCode(admin.ask, { name, location: 'Lobby', direction: 'in' })
  const versions = testVersions()
  const { ldid, secret } = await deviceCaller(house).ask(pairDevice, { body: { code, versions } })
  return {
    ...deviceCaller(house, `Bearer ${ldid}.${secret}`),
    id: (await findDevice(admin.ask, ldid)).id,
    ldid,
    secret,
    serialNumber: versions.serialNumber,
  }
}

/** A member of staff in the default group, or in these. */
export async function buildStaff(admin: Caller, name: string, groupIds?: string[]) {
  return admin.ask(createStaff, {
    body: { name, departmentId: null, jobId: null, phone: null, ...(groupIds ? { groupIds } : {}) },
  })
}

/** Pulls pages until there are no more, as a terminal does, into its list. */
export async function pullAll(
  device: DeviceCaller,
  known: Map<string, DevicePerson>,
  cursor?: string,
  limit = 200,
  /** The people that earlier pages of the same full pull have named. */
  named = new Set<string>(),
): Promise<string> {
  for (;;) {
    const page = await device.ask(pullPeople, { query: { cursor, limit } })
    for (const person of page.upserts) known.set(person.id, person)
    for (const person of page.upserts) named.add(person.id)
    for (const id of page.removals) known.delete(id)
    cursor = page.cursor
    if (page.hasMore) continue
    if (page.isFull) for (const id of known.keys()) if (!named.has(id)) known.delete(id)
    return cursor
  }
}

/** A record that a terminal could have made. */
export function buildRecord(sequence: number, record: Partial<WireRecord> = {}): WireRecord {
  const recognisedAt = record.recognisedAt ?? Temporal.Now.instant().round('millisecond').toString()
  return {
    id: uuidAt(recognisedAt),
    sequence,
    kind: 'stranger',
    personId: null,
    recognisedAt,
    entryMode: 'face',
    cosine: null,
    liveness: 0.9,
    opened: false,
    abnormal: 'stranger',
    reasons: [{ code: 'face-not-known' }],
    capture: null,
    faceBox: null,
    candidates: [],
    ...record,
  }
}

/** The device connects to the broker and says goodbye: its last calls no longer bring it back. */
export async function goOffline(house: TestGatehouse, device: PairedDevice): Promise<void> {
  const becomes = (isOnline: boolean) =>
    until(async () => {
      const found = house.db.selectFrom('device').select('is_online').where('id', '=', device.id)
      return (await found.executeTakeFirstOrThrow()).is_online === isOnline
    })
  const { broker } = await device.ask(hello, {
    body: { versions: testVersions(device.serialNumber), clockAt: Temporal.Now.instant().toString(), nextSequence: 1 },
  })
  const client = await connectAsync(`mqtt://127.0.0.1:${broker.tcpPort}`, {
    clientId: device.ldid,
    username: device.ldid,
    password: device.secret,
    protocolVersion: 4,
  })
  await becomes(true)
  await client.endAsync()
  await becomes(false)
}
