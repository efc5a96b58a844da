import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createActivatedDatabase } from '../../test/database.ts'
import { createDatabaseProxy } from '../../test/database-proxy.ts'
import { startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'
import { until } from '@gatehouse/testkit/until.ts'

let between: Awaited<ReturnType<typeof createDatabaseProxy>>
let test: TestGatehouse
beforeAll(async () => {
  const database = await createActivatedDatabase()
  between = await createDatabaseProxy(database.url)
  test = await startTestGatehouse({
    database: { ...database, url: between.url },
    databaseLimits: { answerWithinMs: 1_000, connectWithinMs: 1_000 },
  })
})
afterAll(async () => {
  // Connections that fell silent on the way have not been closed on the other side.
  between.become('cut')
  await test.close()
  await between.close()
})

it('every request is told that the database is unavailable and when to call again; then everything works again', async () => {
  const admin = await test.asRole('superAdmin')
  await admin.ask(listDepartments)
  between.become('cut')
  for (let n = 0; n < 3; n++) {
    const answer = await admin.call(listDepartments)
    expect([answer.status, answer.message, answer.headers['retry-after']]).toEqual([503, 'server.storage-away', '5'])
  }
  between.become('open')
  expect(await until(async () => (await admin.call(listDepartments)).status === 200)).toBe(true)
})

it('a database that accepts connections and answers nothing is reported as unavailable; then everything works again', async () => {
  const admin = await test.asRole('superAdmin')
  await admin.ask(listDepartments)
  between.become('silent')
  const [answer, ready] = await Promise.all([
    admin.call(listDepartments),
    test.gatehouse.fastify.inject({ url: '/readyz' }),
  ])
  expect([answer.status, answer.message, answer.headers['retry-after']]).toEqual([503, 'server.storage-away', '5'])
  expect(ready.statusCode).toBe(503)
  between.become('open')
  expect(await until(async () => (await admin.call(listDepartments)).status === 200)).toBe(true)
})
