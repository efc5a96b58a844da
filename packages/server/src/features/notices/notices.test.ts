import { randomUUID } from 'node:crypto'
import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import { pushAlarms } from '@gatehouse/contract/device/link.ts'
import { acknowledgeAlarms, listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { getWaitingCounts, maxWaiting } from '@gatehouse/contract/features/notices/counts.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PairedDevice, pairTestDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { selectWaiting } from './waiting-reads.ts'

let house: TestGatehouse
let admin: Caller
let gate: PairedDevice
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  gate = await pairTestDevice(house, admin, 'Gate')
})
afterAll(() => house.close())

const countsOf = async (role: Role) => (await house.asRole(role)).ask(getWaitingCounts)

it('the counts are those of alarms, visits and terminals that wait, and each role sees its own', async () => {
  await gate.ask(pushAlarms, {
    body: {
      alarms: [
        {
          id: randomUUID(),
          sequence: 1,
          code: alarmCodes.tamper,
          state: 'raised',
          description: null,
          at: house.clock.now().round('millisecond').toString(),
          canRelease: true,
          personId: null,
          image: null,
        },
      ],
    },
  })
  const none = { count: 0, isMore: false }
  await expect
    .poll(() => countsOf('superAdmin'))
    .toEqual({
      alarms: { count: 1, isMore: false },
      visits: none,
      devices: none,
      laxDoors: none,
    })
  expect(Object.keys(await countsOf('subAdmin'))).toEqual(['alarms', 'visits', 'devices', 'laxDoors'])
  expect(Object.keys(await countsOf('deviceAdmin'))).toEqual(['alarms', 'devices', 'laxDoors'])
  expect(Object.keys(await countsOf('visitorAdmin'))).toEqual(['visits'])
})

it('an alarm that somebody has seen to waits no longer', async () => {
  const { items } = await admin.ask(listAlarms, { query: { status: 'raised' } })
  await admin.ask(acknowledgeAlarms, { body: { ids: items.map(({ id }) => id) } })
  await expect.poll(async () => (await countsOf('superAdmin')).alarms?.count).toBe(0)
})

it('however much waits, no more is counted than the menu shows, along the indexes', async () => {
  await sql`
    insert into alarm (id, raised_at, last_at, received_at, device_id, device_name, code, status, can_release, has_doubtful_time, trace)
    select uuidv7(), now() - n * interval '1 second', now(), now(), uuidv7(), 'x', 10001,
      case when n <= 200 then 'raised' else 'released' end, true, false, '[]'
    from generate_series(1, 20000) n`.execute(house.db)
  await sql`analyze alarm`.execute(house.db)
  await until(async () => (await countsOf('superAdmin')).alarms?.isMore === true)
  expect((await countsOf('superAdmin')).alarms).toEqual({ count: maxWaiting, isMore: true })
  const { alarms, visits, devices } = selectWaiting(house.db)
  const plan = (await alarms.explain()).map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/alarm__(open|status)|alarm_\w+_(status|raised_at)\w*idx/)
  // a month without alarms has nothing to look through
  expect(plan).not.toMatch(/Seq Scan on \w+ \w+ {2}\(cost=0\.00\.\.[1-9]/)
  for (const small of [visits, devices]) expect(await small.explain()).not.toHaveLength(0)
})
