import { getRecord, listRecords } from '@gatehouse/contract/features/records.ts'
import { getOperation, listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { createStaff, getStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { changeDeviceSettings, getDeviceSettings } from '@gatehouse/contract/features/device-settings.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStaff } from '../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'
import { realTerminals } from '../../test/real-terminals.ts'
import { until } from '../../test/until.ts'

let house: TestGatehouse
let admin: Caller
let terminals: Awaited<ReturnType<typeof realTerminals>>
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  terminals = await realTerminals(house, admin)
})
afterAll(async () => {
  await terminals.stopAll()
  await house.close()
})

const verifyBy = async (id: string, verificationMode: string) => {
  const { revision } = await admin.ask(getDeviceSettings, { params: { id } })
  return admin.ask(changeDeviceSettings, { params: { id }, body: { revision, values: { verificationMode } } })
}

it('[DEV-03] a card and a PIN of the staff list open the door that asks for them, and the record says how', async () => {
  const anna = await buildStaff(admin, 'Anna')
  const door = await terminals.start()
  await verifyBy(door.id, 'card-and-pin')
  await until(() => door.state.configuration?.settings.verificationMode === 'card-and-pin')
  const saved = await admin.ask(updateStaff, {
    params: { id: anna.id },
    body: { icCard: '00ab-7', pin: '271828' },
  })
  expect(saved).toMatchObject({ icCard: '00ab-7', hasPin: true })
  await until(() => door.state.people.find(anna.id)?.pin != null)

  expect(await door.take({ kind: 'ic-card', text: '00AB-7' }, null)).toBeNull()
  expect(await door.take({ kind: 'pin', text: '271829' }, null)).toMatchObject({ opened: false })
  expect(await door.take({ kind: 'pin', text: '271828' }, null)).toMatchObject({ opened: true })
  await door.idle()
  const { items } = await admin.ask(listRecords, { query: { personId: anna.id } })
  expect(items.map(({ entryMode, abnormal }) => [entryMode, abnormal])).toEqual([
    ['ic-card-and-pin', 'none'],
    ['ic-card-and-pin', 'wrong-pin'],
  ])
  expect(await admin.ask(getRecord, { params: { id: items[1]?.id ?? '' } })).toMatchObject({
    reasons: [{ code: 'pin-wrong' }],
  })
})

it('a PIN is in no answer and no line of the log; cleared, it is gone from the terminals', async () => {
  const ben = await buildStaff(admin, 'Ben')
  const door = await terminals.start()
  await admin.ask(updateStaff, { params: { id: ben.id }, body: { pin: '31415926' } })
  await until(() => door.state.people.find(ben.id)?.pin != null)
  const read = await admin.ask(getStaff, { params: { id: ben.id } })
  expect(read).toMatchObject({ hasPin: true })
  expect(read).not.toHaveProperty('pin')
  const { items } = await admin.ask(listOperations, { query: { size: 1 } })
  const line = await admin.ask(getOperation, { params: { id: items[0]?.id ?? '' } })
  expect(line).toMatchObject({ event: 'update', changes: { pin: { from: null, to: '•••' } } })
  expect(JSON.stringify(line)).not.toContain('31415926')
  const { rows } = await sql<{ row: string }>`select person::text as row from person`.execute(house.db)
  expect(rows.map(({ row }) => row).join('')).not.toContain('31415926')

  await admin.ask(updateStaff, { params: { id: ben.id }, body: { pin: null } })
  await until(() => door.state.people.find(ben.id)?.pin === null)
  expect(await admin.ask(getStaff, { params: { id: ben.id } })).toMatchObject({ hasPin: false })
})

it.each(['123', '123456789', '12a4', '12 34'])('%j is no PIN', async (pin) => {
  const body = { name: 'Carl', pin }
  expect(await admin.call(createStaff, { body })).toMatchObject({ status: 400 })
})
