import { randomUUID } from 'node:crypto'
import { deleteStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStaff } from '../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'
import { freeNumbers } from './device-number-store.ts'
import { knownNumbersOf, numbersOf, peopleOfNumbers } from './device-numbers.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

const ctx = () => house.gatehouse.services
const numberOf = async (id: string) => (await numbersOf(ctx(), [id])).get(id)!

it('a number has nine digits and no zero in front, and follows neither its person nor the order in which people came', async () => {
  const ids = Array.from({ length: 2_000 }, () => randomUUID())
  const numbers = await numbersOf(ctx(), ids)
  const inOrder = ids.map((id) => numbers.get(id)!)
  expect(inOrder.filter((number) => !/^[1-9]\d{8}$/.test(String(number)))).toEqual([])
  expect(new Set(inOrder).size).toBe(ids.length)
  const rising = inOrder.filter((number, at) => at > 0 && number > inOrder[at - 1]!).length
  // Half of them by chance; a tenth to either side is beyond chance by eight standard deviations.
  expect(Math.abs(rising - ids.length / 2)).toBeLessThan(ids.length / 10)
})

it('somebody keeps their number when they leave every device and come back', async () => {
  const { id } = await buildStaff(admin, 'Wei')
  const number = await numberOf(id)
  await admin.ask(updateStaff, { params: { id }, body: { groupIds: [] } })
  expect(await numberOf(id)).toBe(number)
  expect((await peopleOfNumbers(ctx(), [number])).get(number)).toEqual({ id, kind: 'staff' })
})

it('of many that ask for one person at once all get the same number', async () => {
  const ids = Array.from({ length: 50 }, () => randomUUID())
  const answers = await Promise.all(Array.from({ length: 8 }, () => numbersOf(ctx(), ids)))
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

it('the number of somebody who was deleted means nobody, is never given again, and is freed once no device can hold them', async () => {
  const { id } = await buildStaff(admin, 'Fang')
  const number = await numberOf(id)
  await admin.ask(deleteStaff, { body: { ids: [id] } })
  expect(await peopleOfNumbers(ctx(), [number])).toEqual(new Map())
  expect(await knownNumbersOf(ctx(), [id])).toEqual([number])
  await house.db.deleteFrom('person_change').where('person_id', '=', id).execute()
  await freeNumbers(house.db)
  expect(await knownNumbersOf(ctx(), [id])).toEqual([])
  const kept = house.db.selectFrom('device_person_number').select('person_id').where('number', '=', number)
  expect(await kept.execute()).toEqual([{ person_id: null }])
  expect(await numberOf(id)).not.toBe(number)
})

it('somebody whom a device may still hold keeps their number after the deletion, so that the device can be told', async () => {
  const { id } = await buildStaff(admin, 'Jun')
  const number = await numberOf(id)
  await house.db.insertInto('person_change').values({ group_id: randomUUID(), person_id: id, revision: 1 }).execute()
  await admin.ask(deleteStaff, { body: { ids: [id] } })
  await freeNumbers(house.db)
  expect(await knownNumbersOf(ctx(), [id])).toEqual([number])
})
