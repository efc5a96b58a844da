import { countInside, getPersonLocation, listInside } from '@gatehouse/contract/features/inside.ts'
import {
  askLockdownRelease,
  beginLockdown,
  getLockdownState,
  listActiveLockdowns,
  listLockdowns,
  releaseLockdown,
  updateLockdownRules,
} from '@gatehouse/contract/features/lockdown.ts'
import {
  endMuster,
  getMuster,
  listMusterPeople,
  markMusterPeople,
  startMuster,
} from '@gatehouse/contract/features/muster.ts'
import { createWebhook, type PublicApiScope, type webhookEvents } from '@gatehouse/contract/features/open-platform.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ApplicationCaller,
  buildApplication,
  buildKey,
  createApplicationCaller,
} from '../../../test/application-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { musterBuilder } from '../../../test/musters.ts'
import { type Received, signatureOf, startReceiver } from '../../../test/webhook-receiver.ts'

let house: TestGatehouse
let admin: Caller
let applicationId: string
let receiver: Awaited<ReturnType<typeof startReceiver>>
let build: ReturnType<typeof musterBuilder>
const secrets = new Map<string, string>()
beforeAll(async () => {
  house = await startTestGatehouse({ withJobs: true, environment: { WEBHOOK_NETWORKS: '127.0.0.0/8' } })
  admin = await house.asRole('superAdmin')
  applicationId = await buildApplication(house, admin)
  receiver = await startReceiver()
  build = musterBuilder(house, admin)
  await subscribe('/lockdowns', 'lockdown-begun', 'lockdown-released')
  await subscribe('/musters', 'muster')
  await subscribe('/movements', 'movement')
})
afterAll(async () => {
  await house.close()
  receiver.close()
})

async function subscribe(path: string, ...events: (typeof webhookEvents)[number][]) {
  const body = { url: `http://127.0.0.1:${receiver.port}${path}`, events }
  secrets.set(path, (await admin.ask(createWebhook, { params: { id: applicationId }, body })).secret)
}

const callerWith = async (...scopes: PublicApiScope[]): Promise<ApplicationCaller> =>
  createApplicationCaller(house, await buildKey(admin, applicationId, ...scopes))

/** The calls of a path that are ours, oldest first, each with a right signature. */
async function arrived(path: string, count: number, isOurs: (call: Received) => boolean): Promise<[string, unknown][]> {
  const calls = await until(() => {
    const found = receiver.received.filter((call) => call.path === path && isOurs(call))
    return found.length >= count && found
  }, `${count} calls of ${path}`)
  for (const call of calls) {
    expect(call.headers['webhook-signature']).toBe(signatureOf(secrets.get(path) ?? '', call))
    expect(call.headers['webhook-id']).toBe(call.id)
  }
  return calls.map(({ type, data }) => [type, data])
}

describe('programs at doors', () => {
  it.each(['lockdown', 'emergency-open'] as const)(
    'A program begins, sees and releases a %s with its key, and the signed webhook tells of both',
    async (kind) => {
      const { site } = await build.buildSite()
      const [writer, reader] = [await callerWith('lockdowns.write'), await callerWith('lockdowns.read')]
      const body = { kind, level: 'Red', scope: { kind: 'site' as const, id: site.id }, reason: 'Panel' }
      expect((await reader.call(beginLockdown, { body })).message).toBe('open-api.scope-missing')
      const { id, ...begun } = await writer.ask(beginLockdown, { body })
      expect(begun).toMatchObject({ kind, needsTwoPeople: false, begunBy: expect.stringContaining('Application') })
      expect((await reader.ask(listActiveLockdowns)).map((one) => one.id)).toContain(id)
      expect(await reader.ask(getLockdownState, { params: { id } })).toMatchObject({ id, releasedAt: null })
      const release = { params: { id }, body: { reason: 'Over' } }
      expect((await reader.call(releaseLockdown, release)).message).toBe('open-api.scope-missing')
      await writer.ask(releaseLockdown, release)
      expect((await writer.call(releaseLockdown, release)).message).toBe('lockdown.released')
      expect((await reader.ask(listLockdowns)).items[0]).toMatchObject({ id, releaseReason: 'Over' })
      expect(await arrived('/lockdowns', 2, ({ data }) => data.id === id)).toEqual([
        ['lockdown-begun', expect.objectContaining({ id, kind, level: 'Red' })],
        ['lockdown-released', expect.objectContaining({ id, releaseReason: 'Over' })],
      ])
      const { items } = await admin.ask(listOperations, { query: { module: 'lockdown', result: 'success', size: 2 } })
      const began = kind === 'lockdown' ? 'begin-lockdown' : 'begin-emergency'
      expect(items.map(({ event, side }) => [event, side])).toEqual([
        ['release-lockdown', 'open-api'],
        [began, 'open-api'],
      ])
    },
  )

  it('A program does not release what two people have to, and one with a wrong signature begins nothing', async () => {
    const { site } = await build.buildSite()
    const key = await buildKey(admin, applicationId, 'lockdowns.write')
    const [program, forger] = [key, { ...key, secret: 'wrong' }].map((one) => createApplicationCaller(house, one))
    const body = { kind: 'lockdown' as const, level: null, scope: { kind: 'site' as const, id: site.id }, reason: null }
    expect((await forger!.call(beginLockdown, { body })).status).toBe(401)
    await admin.ask(updateLockdownRules, { body: { needsTwoPeople: true } })
    const { id } = await program!.ask(beginLockdown, { body })
    await admin.ask(updateLockdownRules, { body: { needsTwoPeople: false } })
    const release = { params: { id }, body: { reason: 'Over' } }
    expect((await program!.call(releaseLockdown, release)).message).toBe('lockdown.second-person-needed')
    await (await house.asRole('mainAdmin')).ask(askLockdownRelease, release)
    expect((await program!.call(releaseLockdown, release)).message).toBe('lockdown.second-person-needed')
    await admin.ask(releaseLockdown, release)
    expect(await program!.ask(listActiveLockdowns)).toEqual([])
  })

  it('A program follows who is inside, and the signed webhook tells of each movement', async () => {
    const { site, hall } = await build.buildSite()
    const [entry, exit] = [await build.buildDoor(site.id, hall.id), await build.buildDoor(site.id, hall.id, 'exit')]
    const person = await build.comeIn(entry)
    const reader = await callerWith('inside.read')
    expect(await reader.ask(getPersonLocation, { params: { id: person.id } })).toMatchObject({ area: { id: hall.id } })
    expect((await reader.ask(listInside, { query: { siteId: site.id } })).total).toBe(1)
    await build.pass(exit, person.id, { recognisedAt: build.secondsAgo(10) })
    expect((await reader.ask(countInside)).areas.find(({ areaId }) => areaId === hall.id)?.people ?? 0).toBe(0)
    const isOurs = ({ text }: Received) => text.includes(person.id)
    expect((await arrived('/movements', 2, isOurs)).map(([type]) => type)).toEqual(['movement', 'movement'])
  })

  it('A program starts, marks and ends a muster with its key, and the signed webhook tells of start and end', async () => {
    const { site, hall } = await build.buildSite()
    await build.comeIn(await build.buildDoor(site.id, hall.id))
    const program = await callerWith('musters.write')
    const { id } = await program.ask(startMuster, { body: { siteId: site.id, isDrill: true } })
    const { items } = await program.ask(listMusterPeople, { params: { id } })
    await program.ask(markMusterPeople, {
      params: { id },
      body: { personIds: items.map((one) => one.id), state: 'safe' },
    })
    await program.ask(endMuster, { params: { id } })
    expect(await program.ask(getMuster, { params: { id } })).toMatchObject({
      counts: { people: 1, safe: 1, missing: 0 },
    })
    const told = await arrived('/musters', 2, ({ data }) => data.id === id)
    expect(told.map(([type]) => type)).toEqual(['muster', 'muster'])
    expect(told[1]?.[1]).toMatchObject({ id, endedAt: expect.any(String) as string })
  })
})
