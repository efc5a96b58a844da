import { afterAll, beforeAll, expect, it } from 'vitest'
import { createActivatedDatabase } from '../../../test/database.ts'
import { createStatementProxy } from '../../../test/statement-proxy.ts'
import { startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'

const statements: string[] = []
let zk: ZkHouse
let proxy: Awaited<ReturnType<typeof createStatementProxy>>

beforeAll(async () => {
  const database = await createActivatedDatabase()
  proxy = await createStatementProxy(database.url, async ({ sql }) => {
    statements.push(sql)
    return undefined
  })
  zk = await startZkHouse({ database: { ...database, url: proxy.url } })
})
afterAll(async () => {
  await zk.close()
  await proxy.close()
})

it('answers to commands that a terminal was never sent cost one statement together', async () => {
  const { terminal, serialNumber } = await zk.accepted('att', 'ANSWERS')
  await zk.settle(terminal, () => terminal.state.zones.has('2'))
  const answers = Array.from({ length: 2_000 }, (_, n) => `ID=${n + 1}&Return=0&CMD=DATA\n`).join('')
  statements.splice(0)
  const { statusCode } = await zk.call('POST', `/iclock/devicecmd?SN=${serialNumber}`, answers)
  expect(statusCode).toBe(200)
  expect(statements.filter((sql) => sql.includes('from "zkteco_command"')).length).toBe(1)
})
