import {
  endMuster,
  getMuster,
  listMusterPeople,
  listMusters,
  markMusterPeople,
  startMuster,
} from '@gatehouse/contract/features/muster.ts'
import { createWebhook, listDeliveries } from '@gatehouse/contract/features/open-platform.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { listSiteNames } from '@gatehouse/contract/features/sites.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApplication, buildKey, createApplicationCaller } from '../../../test/application-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { musterBuilder } from '../../../test/musters.ts'
import { readMusters } from './muster-reads.ts'

let house: TestGatehouse
let admin: Caller
let builder: ReturnType<typeof musterBuilder>
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  builder = musterBuilder(house, admin)
})
afterAll(() => house.close())

it('a program starts, marks and ends a muster by the open API, and its key for reading does none of it', async () => {
  const { site, hall } = await builder.buildSite()
  const person = await builder.comeIn(await builder.buildDoor(site.id, hall.id))
  const applicationId = await buildApplication(house, admin)
  const writer = createApplicationCaller(house, await buildKey(admin, applicationId, 'musters.write'))
  const reader = createApplicationCaller(house, await buildKey(admin, applicationId, 'musters.read'))
  const sites = await reader.ask(listSiteNames)
  expect(sites).toContainEqual({ id: site.id, name: site.name })
  const body = { siteId: site.id, isDrill: false, note: 'Alarm panel' }
  expect((await reader.call(startMuster, { body })).message).toBe('open-api.scope-missing')
  const { id, ...muster } = await writer.ask(startMuster, { body })
  expect(muster).toMatchObject({
    startedHow: 'api',
    startedBy: expect.stringContaining('Application'),
    note: 'Alarm panel',
  })
  expect((await writer.call(startMuster, { body })).message).toBe('muster.running')
  const { items } = await reader.ask(listMusterPeople, { params: { id } })
  expect(items).toMatchObject([{ person: { id: person.id, name: person.name } }])
  const marks = { personIds: items.map((one) => one.id), state: 'safe' as const }
  await writer.ask(markMusterPeople, { params: { id }, body: marks })
  expect(await reader.ask(listMusterPeople, { params: { id } })).toMatchObject({ items: [{ mark: { how: 'api' } }] })
  expect((await reader.call(endMuster, { params: { id } })).message).toBe('open-api.scope-missing')
  await writer.ask(endMuster, { params: { id } })
  expect((await reader.ask(getMuster, { params: { id } })).endedAt).not.toBeNull()
  expect((await reader.ask(listMusters, { query: { siteId: site.id } })).total).toBe(1)
  const lines = await admin.ask(listOperations, { query: { module: 'muster', result: 'success', size: 3 } })
  expect(lines.items.map(({ event, side }) => [event, side])).toEqual([
    ['end', 'open-api'],
    ['mark', 'open-api'],
    ['start', 'open-api'],
  ])
})

it('a webhook hears of a muster when it starts and when it ends, and of nothing else', async () => {
  const { site } = await builder.buildSite()
  const applicationId = await buildApplication(house, admin)
  const body = { url: 'http://127.0.0.1:9/events', events: ['muster' as const] }
  const { webhook } = await admin.ask(createWebhook, { params: { id: applicationId }, body })
  expect(webhook.events).toEqual(['muster'])
  const { id } = await builder.start(site.id)
  await admin.ask(endMuster, { params: { id } })
  const { items } = await admin.ask(listDeliveries, { params: { id: webhook.id }, query: { size: 200 } })
  expect(items.map(({ kind, subjectId }) => [kind, subjectId])).toEqual([
    ['muster', id],
    ['muster', id],
  ])
  expect(await readMusters(house.db, [id])).toMatchObject([
    { id, site: { name: site.name }, endedAt: expect.any(String) },
  ])
})
