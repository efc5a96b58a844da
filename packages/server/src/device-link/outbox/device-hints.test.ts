import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { createHints } from '../../hints/hints.ts'
import type { ServerHint } from '../../ctx.ts'
import { hintDevices } from './device-hints.ts'

let house: TestGatehouse
beforeAll(async () => {
  house = await startTestGatehouse()
})
afterAll(() => house.close())

it('many devices are named by few hints that PostgreSQL can carry, each once, and no other device is woken', async () => {
  const hints = await createHints(house.databaseUrl, pino({ level: 'silent' }))
  const heard: ServerHint[] = []
  hints.on((hint) => heard.push(hint))
  const ids = Array.from({ length: 1_000 }, () => randomUUID())
  await hintDevices(house.gatehouse.services, 'configuration', ids)
  const named = () => heard.flatMap((hint) => (hint.to === 'devices' ? (hint.deviceIds ?? ['everybody']) : []))
  await until(() => named().length >= ids.length)
  expect(named()).toEqual(ids)
  expect(heard.length).toBeLessThan(10)
  await hints.close()
})
