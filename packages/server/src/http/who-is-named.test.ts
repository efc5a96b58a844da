import { randomBytes, randomUUID } from 'node:crypto'
import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import { pushAlarms } from '@gatehouse/contract/device/link.ts'
import { getAlarm, listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { startMuster } from '@gatehouse/contract/features/muster.ts'
import type { PublicApiScope } from '@gatehouse/contract/features/open-platform.ts'
import { can, roles } from '@gatehouse/contract/permissions.ts'
import type { Route } from '@gatehouse/contract/route.ts'
import { apiRoutes } from '@gatehouse/contract/routes.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApplication, buildKey, createApplicationCaller } from '../../test/application-caller.ts'
import { buildStaff } from '../../test/device-caller.ts'
import { buildDoors, type DoorDevice, passageOf, sendRecords } from '../../test/door-devices.ts'
import { exampleOf } from '../../test/example-of.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'
import { jpegWith } from '../../test/jpeg-with.ts'

const name = 'Quillon Zebedee'

/** Answers that name a member of staff to roles that see no staff, each with its reason. */
const named: Record<string, string> = {
  'GET /v2/devices/:id/people':
    'decisions "Devices": for each person on a device waiting, done, or failed with the reason',
  'GET /v2/visitors/hosts': 'who receives visitors chooses whom they visit',
}

let house: TestGatehouse
let admin: Caller
let device: DoorDevice
let ids: { person: string; alarm: string; record: string; site: string; muster: string }
const callers = new Map<string, Caller>()
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  const build = buildDoors(house, admin)
  const { site, hall } = await build.site()
  device = await build.door(site, null, hall.id)
  const { id: person } = await buildStaff(admin, name)
  const at = house.clock.now().round('millisecond').toString()
  await sendRecords(device, passageOf(device, person, { recognisedAt: at }))
  await device.ask(pushAlarms, {
    body: {
      alarms: [
        {
          id: randomUUID(),
          sequence: device.nextEvent++,
          code: alarmCodes['anti-passback'],
          state: 'raised',
          description: null,
          at,
          canRelease: false,
          personId: person,
          image: jpegWith(randomBytes(2_000)).toString('base64'),
        },
      ],
    },
  })
  const record = await until(async () => (await admin.ask(listRecords, { query: {} })).items[0])
  const alarm = await until(async () => (await admin.ask(listAlarms, { query: {} })).items[0])
  const muster = await admin.ask(startMuster, { body: { siteId: site.id, isDrill: true, note: null } })
  ids = { person, record: record.id, alarm: alarm.id, site: site.id, muster: muster.id }
  for (const role of roles) callers.set(role, await house.asRole(role))
})
afterAll(() => house.close())

const sightless = roles.filter((role) => !can(role, 'staff.read'))
// An event stream never ends; its lines name topics and ids. Logging out ends the session of the calls that follow.
const skipped = new Set(['live', 'logout'])
const reading = [...apiRoutes].flatMap(([key, route]) =>
  route.method === 'GET' && !skipped.has(key) ? [{ route, title: `${route.method} ${route.path}` }] : [],
)

/** The thing that a path with an id is about, as far as there is one of it here. */
function idIn(path: string): string {
  const [, , noun = ''] = path.split('/')
  const known: Record<string, string> = {
    alarms: ids.alarm,
    devices: device.id,
    doors: device.doorId,
    sites: ids.site,
    records: ids.record,
    musters: ids.muster,
  }
  return known[noun] ?? ids.person
}

function askOf(route: Route) {
  const query = {
    ...(exampleOf(route.query, false) as Record<string, unknown>),
    ...('deviceIds' in asShape(route) && { deviceIds: device.id }),
  }
  const params = exampleOf(route.params) as Record<string, unknown>
  return { params: 'id' in params ? { ...params, id: idIn(route.path) } : params, query }
}
const asShape = (route: Route): object => ('shape' in route.query ? (route.query.shape as object) : {})

describe('names of people in answers', () => {
  it('somebody who may see staff finds the name where it belongs', async () => {
    const answers = await Promise.all(
      reading.map(async ({ route, title }) => {
        const answer = await admin.call(route, askOf(route))
        return JSON.stringify(answer).includes(name) ? [title] : []
      }),
    )
    // The routes of the test are asked about the things that it has made.
    expect(answers.flat()).toEqual(
      expect.arrayContaining([
        'GET /v2/alarms',
        'GET /v2/alarms/:id',
        'GET /v2/alarms/unseen',
        'GET /v2/records/:id',
        'GET /v2/live/board',
        'GET /v2/operation-log',
      ]),
    )
  })

  it.each(sightless)('[PERM-08] no answer names a member of staff to %s', async (role) => {
    const telling: string[] = []
    for (const { route, title } of reading) {
      const answer = await callers.get(role)?.call(route, askOf(route))
      if (JSON.stringify(answer).includes(name) && !(title in named)) telling.push(title)
    }
    expect(telling).toEqual([])
  })

  it.each(sightless)('the picture of an alarm about a person is not shown to %s', async (role) => {
    const url = `/api/v1/image/alarm/${ids.alarm}`
    const ask = (caller?: Caller) =>
      house.gatehouse.fastify.inject({ url, headers: { 'auth-token': caller?.token ?? '' } })
    expect((await ask(admin)).statusCode).toBe(200)
    expect((await ask(callers.get(role))).statusCode).toBeGreaterThanOrEqual(403)
  })

  it('a key that reads alarms learns whom they are about only together with records', async () => {
    const applicationId = await buildApplication(house, admin)
    const namedTo = async (...scopes: PublicApiScope[]) => {
      const caller = createApplicationCaller(house, await buildKey(admin, applicationId, ...scopes))
      const { person, hasImage, recordId } = await caller.ask(getAlarm, { params: { id: ids.alarm } })
      const [listed] = (await caller.ask(listAlarms, { query: {} })).items
      return [person?.name, listed?.person?.name, hasImage, recordId]
    }
    expect(await namedTo('alarms.read')).toEqual([undefined, undefined, false, null])
    expect((await namedTo('alarms.read', 'records.read')).slice(0, 3)).toEqual([name, name, true])
  })
})
