import { createServer } from 'node:http'
import { triggerRelay, reportSchema } from '@gatehouse/contract/device/link.ts'
import { ownSettingsSchema } from '@gatehouse/contract/device/own-settings.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pairTestDevice, type PairedDevice } from '../../../../test/device-caller.ts'
import { startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'

let house: TestGatehouse
let device: PairedDevice
let address = ''
const asked: string[] = []
const relay = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.writeHead(request.url?.includes('seconds=13') ? 500 : 200).end()
})

beforeAll(async () => {
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const bound = relay.address()
  address = typeof bound === 'object' && bound ? `127.0.0.1:${bound.port}` : ''
  house = await startTestGatehouse()
  device = await pairTestDevice(house, await house.asRole('superAdmin'))
})
afterAll(async () => {
  relay.close()
  await house.close()
})

const set = (settings: Record<string, unknown>) =>
  house.db
    .updateTable('device')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', device.id)
    .execute()
const move = async (seconds: number) => (await device.call(triggerRelay, { body: { seconds } })).message

it('the server calls the relay that an administrator has set for a device, and no other', async () => {
  await set({ networkRelayAddress: address })
  expect(await move(6)).toBe('relay.unset')
  await set({ networkRelayAddress: address, doorOpenMethod: 'network-relay' })
  expect([await move(6), await move(0)]).toEqual(['success', 'success'])
  expect(asked).toEqual(['/?seconds=6', '/?seconds=0'])
  expect((await device.call(triggerRelay, { body: { seconds: 6, output: 3 } })).message).toBe('success')
  expect(asked.at(-1)).toBe('/?seconds=6&output=3')
})

it('a device cannot choose the relay itself, neither by defaults of its schema nor by those of an earlier release', async () => {
  const before = asked.length
  const defaults: Record<string, string> = { doorOpenMethod: 'network-relay', networkRelayAddress: address }
  const settings = ownSettingsSchema.settings.map((setting) =>
    'default' in setting && setting.key in defaults ? { ...setting, default: defaults[setting.key] } : setting,
  ) as typeof ownSettingsSchema.settings
  await set({})
  const schema = { ...ownSettingsSchema, settings }
  expect((await device.call(reportSchema, { body: { tag: 'v3', schema } })).message).toBe('device.schema-invalid')
  await house.db
    .insertInto('settings_schema')
    .values({ id: 'of before', content: JSON.stringify(schema), defaults: JSON.stringify(defaults) })
    .execute()
  await house.db.updateTable('device').set({ settings_schema_id: 'of before' }).where('id', '=', device.id).execute()
  expect(await move(6)).toBe('relay.unset')
  // One half of the relay's settings from an administrator is not enough either.
  await set({ doorOpenMethod: 'network-relay' })
  expect(await move(6)).toBe('relay.unset')
  expect(asked.length).toBe(before)
})

it('a relay that refuses or is missing is reported to the device as such', async () => {
  await set({ networkRelayAddress: address, doorOpenMethod: 'network-relay' })
  expect(await move(13)).toBe('relay.failed')
  await set({ networkRelayAddress: '127.0.0.1:1', doorOpenMethod: 'network-relay' })
  expect(await move(6)).toBe('relay.failed')
  await set({ networkRelayAddress: 'no address at all', doorOpenMethod: 'network-relay' })
  expect(await move(6)).toBe('relay.failed')
})

it.each(['/admin?x=', '#', '/../'])('an address with %s behind it leads the server nowhere', async (rest) => {
  const before = asked.length
  await set({ networkRelayAddress: address + rest, doorOpenMethod: 'network-relay' })
  expect([await move(6), asked.length]).toEqual(['relay.failed', before])
})
