import { changeDeviceSettings, getDeviceSettings } from '@gatehouse/contract/features/device-settings.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { zkTerminals } from '../../../test/zk-terminals.ts'

let house: TestGatehouse
let admin: Caller
let zk: ReturnType<typeof zkTerminals>

beforeAll(async () => {
  house = await startTestGatehouse({ environment: { ZKTECO: 'on' } })
  admin = await house.asRole('superAdmin')
  zk = zkTerminals(house, admin)
})
afterAll(() => house.close())

const stateOf = (id: string) => admin.ask(getDeviceSettings, { params: { id } })
const keysOf = async (id: string) => (await stateOf(id)).schema?.settings.map(({ key }) => key)
const valueOf = async (id: string, key: string) => (await stateOf(id)).settings.find((one) => one.key === key)

it('[DEV-05] an access terminal is asked for its options, and its form begins with what it is set to', async () => {
  const { terminal, id } = await zk.accepted('acc', 'FORM')
  terminal.state.options.set('Door1Drivetime', '7')
  await until(async () => {
    await zk.settle(terminal, () => true)
    return (await keysOf(id))?.includes('doorOpenSeconds')
  })
  expect(await keysOf(id)).toEqual([
    'isRunning',
    'doorOpenSeconds',
    'doorMagnetSeconds',
    'doorSensorType',
    'doorVerifyType',
  ])
  await until(async () => {
    await terminal.poll()
    return (await valueOf(id, 'doorOpenSeconds'))?.reported === 7
  })
  expect((await valueOf(id, 'doorOpenSeconds'))?.wanted).toBe(7)
  expect(terminal.state.options.get('Door1Drivetime'), 'nobody has changed it').toBe('7')
})

it('[DEV-05] a changed setting reaches every door of a controller, and the others stay as they were', async () => {
  const { terminal, id } = await zk.accepted('acc', 'SET', { doors: 2 })
  terminal.state.options.set('Door2Detectortime', '99')
  await until(async () => {
    await terminal.poll()
    return (await keysOf(id))?.includes('doorSensorType')
  })
  const { revision } = await stateOf(id)
  await admin.ask(changeDeviceSettings, {
    params: { id },
    body: { revision, values: { doorOpenSeconds: 9, doorVerifyType: 'face-and-card' } },
  })
  const optionsOf = (name: string) => [1, 2].map((door) => terminal.state.options.get(`Door${door}${name}`))
  await zk.settle(terminal, () => optionsOf('Drivetime')[0] === '9')
  expect([optionsOf('Drivetime'), optionsOf('VerifyType'), optionsOf('Detectortime')]).toEqual([
    ['9', '9'],
    ['18', '18'],
    ['15', '99'],
  ])
  await until(async () => {
    await terminal.poll()
    return (await valueOf(id, 'doorOpenSeconds'))?.reported === 9
  })
})

it('[DEV-05] a setting that is changed while people are on their way goes before them', async () => {
  const { terminal, id } = await zk.accepted('acc', 'HURRY')
  await until(async () => {
    await terminal.poll()
    return (await valueOf(id, 'doorOpenSeconds'))?.reported === 5
  })
  const names = Array.from({ length: 12 }, (_, n) => `Slow ${n}`)
  for (const name of names) await zk.enrol(name)
  const areThere = () => names.filter((name) => zk.numberOf(terminal, name) !== '').length
  await until(async () => (await terminal.poll()) > 0 && areThere() > 0)
  const { revision } = await stateOf(id)
  await admin.ask(changeDeviceSettings, { params: { id }, body: { revision, values: { doorOpenSeconds: 9 } } })
  await until(async () => {
    await terminal.poll()
    return (await valueOf(id, 'doorOpenSeconds'))?.reported === 9
  })
  expect(terminal.state.options.get('Door1Drivetime')).toBe('9')
  expect(areThere()).toBeLessThan(names.length)
  await zk.settle(terminal, () => areThere() === names.length)
})

it('[DEV-05] a setting that the terminal does not keep is shown as refused, and not sent again and again', async () => {
  const { terminal, id } = await zk.accepted('acc', 'KEEP', { ignoresOptions: true })
  await until(async () => {
    await terminal.poll()
    return (await keysOf(id))?.includes('doorOpenSeconds')
  })
  const { revision } = await stateOf(id)
  await admin.ask(changeDeviceSettings, { params: { id }, body: { revision, values: { doorOpenSeconds: 9 } } })
  const refusal = await until(async () => {
    await terminal.poll()
    return (await valueOf(id, 'doorOpenSeconds'))?.refusal ?? undefined
  })
  expect(refusal).toBe('The terminal kept its own value.')
  const sent = await house.db
    .selectFrom('zkteco_command')
    .select('number')
    .where('device_id', '=', id)
    .where('what', '=', 'settings')
    .execute()
  expect(sent).toHaveLength(1)
})

it('[DEV-05] settings that a terminal refused for now do not come back over newer ones', async () => {
  let refusals = 0
  const { terminal, id, serialNumber } = await zk.accepted('acc', 'REFUSES', {
    send: async (request) => {
      const answer = await zk.send(request)
      const [line, number] = /^C:(\d+):SET OPTION.*Drivetime=9\b.*$/im.exec(answer.text) ?? []
      if (line === undefined || refusals > 0) return answer
      refusals++
      const body = Buffer.from(`ID=${number}&Return=-1005&CMD=SET OPTIONS\n`)
      await zk.send({ ...request, method: 'POST', path: `/iclock/devicecmd?SN=${serialNumber}`, body })
      return { ...answer, text: 'OK' }
    },
  })
  const valueIs = (seconds: number) =>
    until(async () => {
      await terminal.poll()
      return (await valueOf(id, 'doorOpenSeconds'))?.reported === seconds
    }, `it has ${seconds}`)
  await valueIs(5)
  const set = async (doorOpenSeconds: number) => {
    const { revision } = await stateOf(id)
    await admin.ask(changeDeviceSettings, { params: { id }, body: { revision, values: { doorOpenSeconds } } })
  }
  await set(9)
  await until(async () => {
    await terminal.poll()
    return refusals > 0
  }, 'it refuses them for now')
  await set(11)
  await valueIs(11)
  // Longer than one that was refused for now waits.
  for (let n = 0; n < 60; n++) {
    house.clock.advance({ seconds: 10 })
    await terminal.poll()
  }
  expect(terminal.state.options.get('Door1Drivetime')).toBe('11')
})

it('an attendance terminal, whose options have other names on every model, can be taken out of service and said to keep to no hours', async () => {
  const { terminal, id } = await zk.accepted('att', 'ATT')
  await until(async () => {
    await terminal.poll()
    return (await keysOf(id)) !== undefined
  })
  expect(await keysOf(id)).toEqual(['isRunning', 'ignoresHours'])
})
