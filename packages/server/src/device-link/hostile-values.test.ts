import * as link from '@gatehouse/contract/device/link.ts'
import { linkRoutes } from '@gatehouse/contract/device/link-routes.ts'
import { ownSettingsSchema } from '@gatehouse/contract/device/own-settings.ts'
import type { SettingsSchema } from '@gatehouse/contract/device/settings-schema.ts'
import { changeDeviceSettings, getDeviceSettings } from '@gatehouse/contract/features/device-settings.ts'
import { getDevice, listCommands, listDevicePeople } from '@gatehouse/contract/features/devices.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRecord, deviceCaller, pairTestDevice, type PairedDevice } from '../../test/device-caller.ts'
import { exampleOf } from '../../test/example-of.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'

let house: TestGatehouse
let admin: Caller
let device: PairedDevice
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  device = await pairTestDevice(house, admin)
})
afterAll(() => house.close())

/**
 * Values that break careless columns, numbers or objects. JSON has no -0 and no infinity of its own: these are as a
 * device writes them.
 */
const hostile: unknown[] = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  'x'.repeat(70_000),
  '',
  '\u202e',
  '😀'.repeat(60),
  'constructor',
  'toString',
  '__proto__',
  'hasOwnProperty',
  '0000-01-01',
  '9999-12-31T23:59:59.999999999+23:59',
  1e-50,
  -1e-50,
  5e-324,
  1e308,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 31,
  -(2 ** 31) - 1,
  -1,
  0.1,
  -0,
  null,
  true,
  [],
  {},
  ['\u0000'],
  { '\u0000': '\u0000' },
  { constructor: 1, toString: '\ud800' },
  [{ key: '\u0000', reason: '\u0000' }],
]

const routes = Array.from(linkRoutes.values(), (route) => ({ route, title: `${route.method} ${route.path}` }))

/** Each call comes from an address of its own: the throttle for guesses is not under test here. */
let counted = 0

/** Every value that differs from `valid` in one place, at any depth. */
function* mutate(valid: unknown): Generator<unknown> {
  yield* hostile
  if (Array.isArray(valid))
    for (const [at, part] of valid.entries()) for (const other of mutate(part)) yield valid.with(at, other)
  else if (typeof valid === 'object' && valid !== null)
    for (const [name, part] of Object.entries(valid))
      for (const other of mutate(part)) yield { ...valid, [name]: other }
}

const label = { en: 'x', zh: 'x', 'zh-tw': 'x' }
/** Bodies that the example cannot know: only a body that passes validation reaches the database. */
const bodies: Record<string, () => unknown> = {
  '/v1/records': () => ({
    records: [
      {
        ...buildRecord(1),
        reasons: [{ code: 'group-bound', groupIds: ['g'] }],
        candidates: [{ personId: randomUUID(), cosine: 0.5 }],
      },
    ],
    refusesSingly: true,
  }),
  '/v1/settings/state': () => ({
    revision: 1,
    values: { welcomeText: 'a', lamps: ['a'] },
    refused: [{ key: 'k', reason: 'r' }],
  }),
  '/v1/settings/schema': () => ({
    tag: 'v1',
    schema: {
      sections: [{ key: 'door', label }],
      settings: [{ kind: 'number', key: 'speed', section: 'door', label, min: 0, max: 9, step: 1, default: 1 }],
    },
  }),
  '/v1/people/state': () => ({ cursor: '0..0', failures: [{ personId: randomUUID(), reason: 'no-face' }] }),
}

describe('hostile values', () => {
  it('every route of the device link is tested with hostile values', () => {
    expect(routes.length).toBeGreaterThan(18)
  })

  it.each(routes)('$title answers no value of any field with a 500', async ({ route }) => {
    const valid = {
      params: exampleOf(route.params) as object,
      query: exampleOf(route.query) as object,
      body: (bodies[route.path]?.() ?? exampleOf(route.body)) as object,
    }
    const caller = route.access === 'device' ? device : deviceCaller(house)
    const tries = (['params', 'query', 'body'] as const).flatMap((part) =>
      Object.keys(valid[part]).length === 0
        ? []
        : [...mutate(valid[part])]
            .filter((value) => typeof value === 'object' && value !== null)
            .map((value) => ({ ...valid, [part]: value })),
    )
    for (const input of tries.length === 0 ? [valid] : tries) {
      const answer = await caller.call(route, input, `10.1.${counted >> 8}.${counted++ & 255}`)
      expect(
        answer.status,
        `${JSON.stringify(input).slice(0, 300)} gave ${answer.status} ${answer.message}`,
      ).toBeLessThan(500)
    }
  })

  it('the pages of a device that sent hostile values open', async () => {
    const params = { id: device.id }
    await device.ask(link.pushRecords, { body: { records: [buildRecord(2 ** 53 - 1)] } })
    expect(await admin.ask(getDevice, { params })).toMatchObject({ missingRecords: expect.any(Number) as number })
    for (const route of [listDevicePeople, listCommands, getDeviceSettings])
      expect(await admin.call(route, { params })).toMatchObject({ status: 200 })
  })
})

describe('keys that every object has', () => {
  const schemaWith = (key: string): SettingsSchema => ({
    sections: [{ key: 'door', label }],
    settings: [{ kind: 'boolean', key, section: 'door', label, default: true }],
  })

  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])('%s is no key of a schema', async (key) => {
    const answer = await device.call(link.reportSchema, { body: { tag: key, schema: schemaWith(key) } })
    expect(answer).toMatchObject({ status: 422, message: 'device.schema-invalid', data: { key } })
  })

  it('a key of a schema that an earlier release accepted is shown and set like any other', async () => {
    await house.db
      .insertInto('settings_schema')
      .values({
        id: 'of before',
        content: JSON.stringify(schemaWith('constructor')),
        defaults: JSON.stringify({ constructor: true }),
      })
      .execute()
    await house.db
      .updateTable('device')
      .set({ settings_schema_id: 'of before', settings: '{}' })
      .where('id', '=', device.id)
      .execute()
    await device.ask(link.reportSettings, { body: { revision: 1, values: { toString: true }, refused: [] } })
    const params = { id: device.id }
    const before = await admin.ask(getDeviceSettings, { params })
    expect(before.settings).toMatchObject([{ key: 'constructor', wanted: true, isDefault: true, reported: null }])
    const after = await admin.ask(changeDeviceSettings, {
      params,
      body: { revision: before.revision, values: { constructor: false } },
    })
    expect(after.settings).toMatchObject([{ key: 'constructor', wanted: false, isDefault: false }])
  })
})

it('the server keeps the current schema of a device and the last three before it', async () => {
  const teller = await pairTestDevice(house, admin, 'Teller')
  const other = await pairTestDevice(house, admin, 'Other')
  const report = async (by: PairedDevice, speed: number) => {
    const [first, ...rest] = ownSettingsSchema.settings
    const schema = {
      ...ownSettingsSchema,
      settings: [{ ...first!, label: { ...label, en: `Speed ${speed}` } }, ...rest],
    }
    await by.ask(link.reportSchema, { body: { tag: String(speed), schema } })
  }
  const kept = async () => {
    const rows = await house.db
      .selectFrom('settings_schema')
      .select('content')
      .where('told_by', 'in', [teller.id, other.id])
      .execute()
    return rows.map(({ content }) => content.settings[0]?.label.en ?? '').toSorted()
  }
  await report(other, 1)
  for (const speed of [1, 2, 3, 4, 5, 6, 7]) await report(teller, speed)
  // The schema that the other device uses.
  expect(await kept()).toEqual(['Speed 1', 'Speed 4', 'Speed 5', 'Speed 6', 'Speed 7'])
})
