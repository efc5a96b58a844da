import { pairDevice } from '@gatehouse/contract/device/link.ts'
import { createPairingCode, getDevice, listDevices } from '@gatehouse/contract/features/devices.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deviceCaller, pairTestDevice, testVersions } from '../../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'
import { buildApp } from '../../../app.ts'
import { readConfig } from '../../../lib/config.ts'
import { createDeviceDirectory } from '../../../device-link/device-directory.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

const newCode = async () => (await admin.ask(createPairingCode, { body: { name: 'Side door', direction: 'out' } })).code

it('[DEV-06] a code pairs one device, which is bound to the default group of each kind', async () => {
  const code = await newCode()
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{6}$/)
  const versions = testVersions()
  const paired = await deviceCaller(house).ask(pairDevice, { body: { code: code.toLowerCase(), versions } })
  expect(paired.ldid).toMatch(/^GHT-[0-9a-f]{32}$/)
  expect(paired.name).toBe('Side door')

  const again = await deviceCaller(house).call(pairDevice, { body: { code, versions: testVersions() } }, '10.0.1.1')
  expect(again).toMatchObject({ status: 422, message: 'device.code-wrong' })

  const { items } = await admin.ask(listDevices, { query: { keyword: versions.serialNumber } })
  const device = await admin.ask(getDevice, { params: { id: items[0]!.id } })
  expect(device).toMatchObject({
    name: 'Side door',
    direction: 'out',
    firmwareVersion: '2',
    isOnline: false,
    ip: '10.0.0.1',
  })
  expect(device.groups.map(({ kind, isDefault }) => [kind, isDefault])).toEqual([
    ['staff', true],
    ['visitor', true],
    ['blacklisted', true],
  ])
  const line = await house.db
    .selectFrom('operation_log')
    .selectAll()
    .where('event', '=', 'pair')
    .where('result', '=', 'success')
    .executeTakeFirstOrThrow()
  expect(line).toMatchObject({ side: 'device', actor_kind: 'device', actor_id: device.id, item: 'Side door' })
})

it.each(['zh', 'zh-tw', 'en'] as const)(
  '[DEV-06] a terminal speaks %s, the language in which its code was asked for',
  async (language) => {
    const body = { name: 'Side door', direction: 'out' } as const
    const { data } = await admin.call(createPairingCode, { body }, { language: language.toUpperCase() })
    const versions = testVersions()
    await deviceCaller(house).ask(pairDevice, { body: { code: data.code, versions } })
    const { settings } = await house.db
      .selectFrom('device')
      .select('settings')
      .where('serial_number', '=', versions.serialNumber)
      .executeTakeFirstOrThrow()
    expect(settings).toMatchObject({ language })
  },
)

it('[DEV-06] two terminals that use one code at once end with one of them paired', async () => {
  const code = await newCode()
  const answers = await Promise.all(
    [1, 2, 3].map((n) =>
      deviceCaller(house).call(pairDevice, { body: { code, versions: testVersions() } }, `10.0.2.${n}`),
    ),
  )
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422', '422'])
})

it('neither the code nor the secret can be read from the database', async () => {
  const code = await newCode()
  const device = await pairTestDevice(house, admin)
  const codes = await house.db.selectFrom('pairing_code').selectAll().execute()
  const rows = await house.db.selectFrom('device').selectAll().execute()
  expect(JSON.stringify(codes)).not.toContain(code)
  expect(codes.map((row) => row.code_hash.toString('latin1')).join()).not.toContain(code)
  expect(JSON.stringify(rows.map((row) => ({ ...row, secret_hash: row.secret_hash.toString() })))).not.toContain(
    device.secret,
  )
})

it('a code expires after ten minutes', async () => {
  const code = await newCode()
  const device = await house.db
    .selectFrom('pairing_code')
    .select('expires_at')
    .orderBy('expires_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(Temporal.Instant.from(device.expires_at).since(house.clock.now()).total('seconds')).toBeCloseTo(600, -1)
  house.clock.advance({ seconds: 601 })
  const answer = await deviceCaller(house).call(pairDevice, { body: { code, versions: testVersions() } }, '10.0.3.1')
  house.clock.advance({ seconds: -601 })
  expect(answer.message).toBe('device.code-wrong')
})

it('a serial number that is paired already is refused by name, and the code can still be used', async () => {
  const device = await pairTestDevice(house, admin)
  const code = await newCode()
  const taken = await deviceCaller(house).call(pairDevice, {
    body: { code, versions: testVersions(device.serialNumber) },
  })
  expect(taken).toMatchObject({
    status: 409,
    message: 'device.serial-taken',
    data: { serialNumber: device.serialNumber },
  })
  const other = await deviceCaller(house).call(pairDevice, { body: { code, versions: testVersions() } })
  expect(other.status).toBe(200)
})

it('an address has to wait after five wrong codes, and others do not', async () => {
  house.clock.hold()
  const code = await newCode()
  const guess = (address: string, code: string) =>
    deviceCaller(house).call(pairDevice, { body: { code, versions: testVersions() } }, address)
  for (let n = 0; n < 5; n++) expect((await guess('10.0.4.1', 'ZZZZZ2')).message).toBe('device.code-wrong')
  const refused = await guess('10.0.4.1', code)
  expect(refused).toMatchObject({ status: 429, message: 'request.too-many' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  await guess('10.0.4.1', code)
  const turnedAway = async () => (await admin.ask(listOperations, { query: { event: 'turn-away' } })).items
  expect(await turnedAway()).toMatchObject([
    { module: 'device', side: 'device', address: '10.0.4.1', result: 'failure' },
  ])
  expect((await guess('10.0.4.2', code)).status).toBe(200)
})

it('a known device is accepted while somebody tries others from its address', async () => {
  const device = await pairTestDevice(house, admin)
  let nowMs = 0
  const directory = createDeviceDirectory(house.db, () => nowMs)
  const address = '10.0.0.7'
  await directory.authenticate(device, address)
  // Longer than who it is was kept for.
  nowMs = 61_000
  const guess = { ldid: `${device.ldid.slice(0, -4)}0000`, secret: device.secret }
  for (let i = 0; i < 30; i++)
    await expect(directory.authenticate(guess, address)).rejects.toThrow('device.credentials-wrong')
  await expect(directory.authenticate(guess, address)).rejects.toThrow('request.too-many')
  expect(await directory.authenticate(device, address)).toMatchObject({ id: device.id })
})

it('a healthy terminal is accepted after a restart beside forty that were unbound behind the same router', async () => {
  const device = await pairTestDevice(house, admin)
  const directory = createDeviceDirectory(house.db)
  const address = '10.0.0.8'
  const unbound = Array.from({ length: 40 }, (_, n) => ({
    ldid: `GHT-${String(n).padStart(32, '0')}`,
    secret: device.secret,
  }))
  for (let round = 0; round < 2; round++)
    for (const credentials of unbound)
      await expect(directory.authenticate(credentials, address)).rejects.toThrow('device.credentials-wrong')
  expect(await directory.authenticate(device, address)).toMatchObject({ id: device.id })
})

it('an address that invents LDIDs without end has to wait', async () => {
  const directory = createDeviceDirectory(house.db, () => 0)
  const guess = (n: number) =>
    directory.authenticate({ ldid: `GHT-${String(n).padStart(32, '0')}`, secret: 'A'.repeat(43) }, '10.0.0.9')
  for (let n = 0; n < 600; n++) await expect(guess(n)).rejects.toThrow('device.credentials-wrong')
  await expect(guess(600)).rejects.toThrow('request.too-many')
})

it('the licence limits the number of devices, both for the code and for the pairing', async () => {
  const code = await newCode()
  const other = await newCode()
  const { total } = await admin.ask(listDevices)
  const limited = await startTestGatehouseOn(total + 1)
  try {
    const answers = await Promise.all(
      [code, other].map((code, n) =>
        deviceCaller(limited).call(pairDevice, { body: { code, versions: testVersions() } }, `10.0.5.${n}`),
      ),
    )
    expect(answers.map(({ message }) => message).toSorted()).toEqual(['licence.device-limit', 'success'])
    const refused = await limited.gatehouse.fastify.inject({
      method: 'POST',
      url: '/api/v2/devices/pairing-codes',
      headers: { 'auth-token': admin.token },
      payload: { name: 'One more' },
    })
    expect(refused.json()).toMatchObject({ message: 'licence.device-limit', data: { limit: total + 1 } })
  } finally {
    await limited.gatehouse.close()
  }
})

/** A second server on the same database, whose licence is this small. */
async function startTestGatehouseOn(deviceLimit: number) {
  await house.db.updateTable('licence').set({ device_limit: deviceLimit }).execute()
  const config = readConfig({ GATEHOUSE_DATA: house.dataFolder, MQTT_PORT: '0', FACE_WORKERS: '1' })
  return {
    gatehouse: await buildApp({
      config,
      databaseUrl: house.databaseUrl,
      log: pino({ level: 'silent' }),
      clock: house.clock,
    }),
  }
}
