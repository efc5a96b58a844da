import { getDevice, sendCommand } from '@gatehouse/contract/features/devices.ts'
import { listLeftPeople } from '@gatehouse/contract/features/devices/left-people.ts'
import { deleteStaff } from '@gatehouse/contract/features/staff.ts'
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

const leftOn = (id: string) => admin.ask(listLeftPeople, { params: { id } })

it.each(['att', 'acc'] as const)(
  '[DEV-06] a terminal (%s) that removes nobody says so on its page, until it has',
  async (dialect) => {
    const { terminal, id } = await zk.accepted(dialect, `KEEP${dialect}`)
    terminal.state.keepsPeople = true
    const person = await zk.enrol(`Sara ${dialect}`)
    await zk.settle(terminal, () => terminal.state.photos.has(zk.numberOf(terminal, `Sara ${dialect}`)))
    const number = Number(zk.numberOf(terminal, `Sara ${dialect}`))
    await admin.ask(deleteStaff, { body: { ids: [person.id] } })
    // One answers that it cannot, the other that it is worth further tries: the waits count while it is online.
    const left = async () => {
      house.clock.advance({ seconds: 50 })
      await terminal.poll()
      const rows = await house.db
        .selectFrom('device_left_person')
        .select('number')
        .where('device_id', '=', id)
        .execute()
      return rows.map((one) => one.number)
    }
    await until(async () => (await left()).length > 0, 'it is known who was not removed')
    expect(await leftOn(id)).toEqual([{ number, name: null, since: expect.any(String) }])
    terminal.state.keepsPeople = false
    await until(async () => (await left()).length === 0, 'nobody is left')
    expect(await leftOn(id)).toEqual([])
    expect(terminal.state.people.has(String(number))).toBe(false)
  },
)

it.each(['att', 'acc'] as const)(
  '[DEV-05] a terminal (%s) is cleared before it is unbound, and stays when it is not',
  async (dialect) => {
    const { terminal, id } = await zk.accepted(dialect, `CLEAR${dialect}`)
    terminal.state.keepsPeople = true
    await zk.enrol(`Tom ${dialect}`)
    await zk.settle(terminal, () => terminal.state.photos.has(zk.numberOf(terminal, `Tom ${dialect}`)))
    const unbind = () => admin.ask(sendCommand, { params: { id }, body: { kind: 'unbind' } })
    const status = async () => (await admin.call(getDevice, { params: { id } })).status
    await unbind()
    await zk.settle(terminal, () => terminal.state.photos.size === 0)
    await zk.settle(terminal, () => true)
    expect(await status()).toBe(200)
    terminal.state.keepsPeople = false
    await unbind()
    await zk.settle(terminal, () => terminal.state.people.size === 0)
    await until(async () => (await status()) === 404, 'the device is unbound')
  },
)
