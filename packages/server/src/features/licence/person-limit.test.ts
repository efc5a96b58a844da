import { createStaff, listStaff } from '@gatehouse/contract/features/staff.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { hint } from '../../ctx.ts'
import { until } from '@gatehouse/testkit/until.ts'

let test: TestGatehouse
beforeAll(async () => {
  test = await startTestGatehouse()
})
afterAll(() => test.close())

it('many people who are added at once fill exactly the places of the licence', async () => {
  const admin = await test.asRole('superAdmin')
  await test.db.updateTable('licence').set({ person_limit: 3 }).execute()
  await hint(test.gatehouse.services, { to: 'servers', what: 'licence' })
  const add = (name: string) => admin.call(createStaff, { body: { name } })
  // The licence is read again when the hint has come.
  const refused = await until(async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => add(`Person ${n}`)))
    return answers.find(({ message }) => message === 'licence.person-limit')
  })
  expect(refused.data).toEqual({ limit: 3 })
  await Promise.all(Array.from({ length: 12 }, (_, n) => add(`Late ${n}`)))
  const before = (await admin.ask(listStaff)).total
  expect(before).toBeGreaterThanOrEqual(3)
  await test.db
    .updateTable('licence')
    .set({ person_limit: before + 3 })
    .execute()
  await hint(test.gatehouse.services, { to: 'servers', what: 'licence' })
  await until(async () => (await add('One more')).status === 200)
  await Promise.all(Array.from({ length: 12 }, (_, n) => add(`Crowd ${n}`)))
  expect((await admin.ask(listStaff)).total).toBe(before + 3)
})
