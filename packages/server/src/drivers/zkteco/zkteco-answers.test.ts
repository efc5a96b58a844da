import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { zkTerminals } from '../../../test/zk-terminals.ts'

let house: TestGatehouse
let zk: ReturnType<typeof zkTerminals>

beforeAll(async () => {
  house = await startTestGatehouse({ environment: { ZKTECO: 'on' } })
  zk = zkTerminals(house, await house.asRole('superAdmin'))
})
afterAll(() => house.close())

const call = async (method: 'GET' | 'POST', url: string, payload?: string) => {
  const answer = await house.gatehouse.fastify.inject({
    method,
    url: `/iclock/${url}`,
    remoteAddress: '10.1.0.1',
    ...(payload !== undefined && { payload }),
  })
  return answer.body
}

it('only tables of records are answered with their count: it confuses terminals elsewhere', async () => {
  const { serialNumber } = await zk.accepted('att', 'COUNTS')
  const post = (table: string, body: string) => call('POST', `cdata?SN=${serialNumber}&table=${table}`, body)
  expect([
    await post('ATTLOG', '\t2026-01-05 08:00:01\t255\t15\n'),
    await post('OPERLOG', 'OPLOG 6\t0\t2026-01-05 08:00:01\t0\t0\t0\t0\n'),
    await post('options', '~DeviceName=X,FWVersion=1'),
    await post('ERRORLOG', 'ERRORLOG ErrCode=D01E0001\n'),
    await call('GET', `ping?SN=${serialNumber}`),
  ]).toEqual(['OK: 1', 'OK: 1', 'OK', 'OK', 'OK'])
})

it('terminals are told different times to wait after a failure, so that they do not come back in one second', async () => {
  const delays = new Set<string>()
  for (let n = 0; n < 4; n++) {
    const { serialNumber } = await zk.accepted('att', 'JITTER')
    const text = await call('GET', `cdata?SN=${serialNumber}&options=all&language=69&DeviceType=att`)
    delays.add(/ErrorDelay=(\d+)/.exec(text)?.[1] ?? '')
  }
  expect(delays.size).toBeGreaterThan(1)
  for (const delay of delays) expect(Number(delay)).toBeGreaterThanOrEqual(30)
})
