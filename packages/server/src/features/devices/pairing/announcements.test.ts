import { randomBytes } from 'node:crypto'
import { announce, hello } from '@gatehouse/contract/device/link.ts'
import {
  acceptAnnouncement,
  deleteDevice,
  getDevice,
  listAnnouncements,
  rejectAnnouncement,
} from '@gatehouse/contract/features/devices.ts'
import { createMemoryState } from '@gatehouse/terminal/state/memory-state.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { hashSecret } from '../../../device-link/credentials.ts'
import { deviceCaller, pairTestDevice, testVersions } from '../../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'
import { createRealTerminals } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { listenForTerminals } from '../../../../test/listen-for-terminals.ts'
import { until } from '@gatehouse/testkit/until.ts'

let house: TestGatehouse
let admin: Caller
let terminals: ReturnType<typeof createRealTerminals>
beforeAll(async () => {
  house = await startTestGatehouse({ environment: { HOST: '127.0.0.1' } })
  admin = await house.asRole('superAdmin')
  terminals = createRealTerminals(admin.ask, await listenForTerminals(house))
})
afterAll(() => house.close())
beforeEach(() => house.db.deleteFrom('device_announcement').execute())
afterEach(() => terminals.stopAll())

const makeSecret = () => randomBytes(32).toString('base64url')
const ask = (secret: string, serialNumber: string = secret) =>
  deviceCaller(house).call(announce, { body: { secret, versions: testVersions(serialNumber) } })
const waiting = async () => (await admin.ask(listAnnouncements)).items
const accept = (id: string, name: string) => admin.call(acceptAnnouncement, { params: { id }, body: { name } })

it('[DEV-06] a terminal announces itself, is accepted by the code on its screen, and works', async () => {
  const terminal = terminals.build({ announces: true })
  const announced = terminal.next('announced')
  const started = terminal.start()
  const [checkCode] = await announced
  const [asking] = await waiting()
  expect(asking).toMatchObject({ checkCode, serialNumber: terminal.state.serialNumber, isSerialTaken: false })
  const { data: device } = await accept(asking!.id, 'Side door')
  await started
  await terminal.idle()
  expect(terminal.ldid).toBe(device.ldid)
  await until(async () => (await admin.ask(getDevice, { params: { id: device.id } })).isOnline)
  const { groups } = await admin.ask(getDevice, { params: { id: device.id } })
  expect(groups.map(({ isDefault }) => isDefault)).toEqual([true, true, true])
  expect(terminal.state.configuration?.settings.name).toBe('Side door')
  expect(await waiting()).toEqual([])
})

it('a terminal that announces itself learns nothing before it is accepted, and afterwards only with its own secret', async () => {
  const [mine, other] = [makeSecret(), makeSecret()]
  const first = await ask(mine)
  expect(first.data).toMatchObject({ ldid: null, name: null })
  expect((await ask(mine)).data.checkCode).toBe(first.data.checkCode)
  const [asking] = await waiting()
  const { data: device } = await accept(asking!.id, 'Door')
  expect((await ask(other)).data.ldid).toBeNull()
  expect((await ask(mine)).data.ldid).toBe(device.ldid)
  const greeting = { versions: testVersions(mine), clockAt: Temporal.Now.instant().toString(), nextSequence: 1 }
  const wrong = deviceCaller(house, `Bearer ${device.ldid}.${other}`)
  expect((await wrong.call(hello, { body: greeting })).message).toBe('device.credentials-wrong')
  const right = deviceCaller(house, `Bearer ${device.ldid}.${mine}`)
  expect((await right.call(hello, { body: greeting })).status).toBe(200)
})

it('a rejected terminal is told so, and stops asking with that secret', async () => {
  const state = createMemoryState()
  const terminal = terminals.build({ announces: true, state })
  const announced = terminal.next('announced')
  const started = terminal.start()
  await announced
  const [asking] = await waiting()
  const params = { id: asking!.id }
  await admin.ask(rejectAnnouncement, { params })
  await expect(started).rejects.toMatchObject({ code: 'announcement.rejected' })
  expect(state.announced).toBeNull()
  expect(await waiting()).toEqual([])
  expect((await admin.call(rejectAnnouncement, { params })).message).toBe('announcement.not-found')
  expect((await accept(params.id, 'Door')).message).toBe('announcement.not-found')
})

it('two accounts that accept one terminal at once accept it once', async () => {
  await ask(makeSecret())
  const [asking] = await waiting()
  const answers = await Promise.all(['A', 'B'].map((name) => accept(asking!.id, name)))
  expect(answers.map(({ message }) => message).toSorted()).toEqual(['announcement.not-found', 'success'])
})

it('a serial number that is taken already, or claimed twice, is marked', async () => {
  const paired = await pairTestDevice(house, admin)
  await ask(makeSecret(), paired.serialNumber)
  expect(await waiting()).toMatchObject([{ isSerialTaken: true }])
  expect((await accept((await waiting())[0]!.id, 'Door')).message).toBe('device.serial-taken')
  await ask(makeSecret(), 'TWICE')
  await ask(makeSecret(), 'TWICE')
  expect((await waiting()).filter((one) => one.serialNumber === 'TWICE').map((one) => one.isSerialTaken)).toEqual([
    true,
    true,
  ])
})

it('a terminal that stops asking is deleted from the list after a day', async () => {
  await ask(makeSecret())
  house.clock.advance({ hours: 25 })
  admin = await house.asRole('superAdmin')
  await ask(makeSecret())
  expect(await waiting()).toHaveLength(1)
})

/** Inserts this number of announcements that asked just now. */
const fill = (address: string, count: number) => {
  const rows = Array.from({ length: count }, (_, i) => ({
    secret_hash: randomBytes(32),
    serial_number: `S${i}`,
    type: 'GHT',
    check_code: 'AAAAAA',
    address,
    versions: JSON.stringify(testVersions(`S${i}`)),
    created_at: house.clock.now().toString(),
    last_seen_at: house.clock.now().toString(),
  }))
  return house.db.insertInto('device_announcement').values(rows).execute()
}
const askFrom = (address: string, secret = makeSecret()) =>
  deviceCaller(house).call(announce, { body: { secret, versions: testVersions('S') } }, address)

it('the list of announcements is limited in total, and to a tenth of that from one network', async () => {
  await fill('10.0.0.9', 100)
  expect((await askFrom('10.0.0.9')).message).toBe('request.too-many')
  expect((await ask(makeSecret())).status).toBe(200)
  await Promise.all(Array.from({ length: 100 }, (_, host) => fill(`2001:db8::${host + 1}`, 1)))
  expect((await askFrom('2001:db8::ffff')).message).toBe('request.too-many')
  expect((await askFrom('2001:db8:0:1::1')).status).toBe(200)
  await fill('10.0.0.10', 798)
  expect((await ask(makeSecret())).status).toBe(200)
  expect((await admin.ask(listAnnouncements)).total).toBe(1_000)
})

it('a terminal that no longer asks makes room in the part of its network, and no other does', async () => {
  house.clock.hold()
  const asker = makeSecret()
  await askFrom('10.0.1.1', asker)
  await fill('10.0.1.1', 99)
  house.clock.advance({ seconds: 29 })
  expect((await askFrom('10.0.1.1')).message).toBe('request.too-many')
  await askFrom('10.0.1.1', asker)
  house.clock.advance({ seconds: 1 })
  expect((await askFrom('10.0.1.1')).status).toBe(200)
  const stands = house.db.selectFrom('device_announcement').select('id').where('secret_hash', '=', hashSecret(asker))
  expect(await stands.execute()).toHaveLength(1)
})

it('in a full list the network with the most of it gives way to one with fewer, and where none has more nobody does', async () => {
  house.clock.hold()
  for (let network = 1; network <= 10; network++) await fill(`10.0.1.${network}`, 100)
  expect((await askFrom('10.0.0.1')).status).toBe(200)
  expect((await admin.ask(listAnnouncements)).total).toBe(1_000)
  const stands = house.db.selectFrom('device_announcement').select('id').where('address', '=', '10.0.0.1')
  expect(await stands.execute()).toHaveLength(1)
  await house.db.deleteFrom('device_announcement').execute()
  for (let network = 0; network < 10; network++)
    await Promise.all(Array.from({ length: 100 }, (_, host) => fill(`10.9.${network}.${host}`, 1)))
  expect((await askFrom('10.0.0.1')).message).toBe('request.too-many')
})

it('a machine that invents serial numbers hides neither a new terminal of its own address nor one of another', async () => {
  house.clock.hold()
  await askFrom('10.0.3.2')
  house.clock.advance({ seconds: 1 })
  await fill('10.0.3.1', 98)
  house.clock.advance({ seconds: 1 })
  await askFrom('10.0.3.1')
  const [newest, other] = await waiting()
  expect([newest, other].map((one) => [one?.address, one?.serialNumber])).toEqual([
    ['10.0.3.1', 'S'],
    ['10.0.3.2', 'S'],
  ])
})

it('no more terminals that ask at once are accepted than the list holds', async () => {
  await fill('10.0.0.9', 95)
  const answers = await Promise.all(Array.from({ length: 30 }, () => askFrom('10.0.0.9')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect((await admin.ask(listAnnouncements)).total).toBe(100)
})

it('an unbound device that was accepted is unknown again, and may be accepted again', async () => {
  const secret = makeSecret()
  await ask(secret)
  const { data: device } = await accept((await waiting())[0]!.id, 'Door')
  await admin.ask(deleteDevice, { params: { id: device.id } })
  expect((await ask(secret)).data.ldid).toBeNull()
  expect(await waiting()).toHaveLength(1)
})
