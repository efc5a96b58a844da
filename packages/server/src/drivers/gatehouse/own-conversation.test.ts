import { getSyncStatus, pullPeople, reportCommand } from '@gatehouse/contract/device/link.ts'
import { getConversation } from '@gatehouse/contract/features/devices/conversation.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pairTestDevice } from '../../../test/device-caller.ts'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { shapeOf } from './own-conversation.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

const talkOf = (id: string) => admin.ask(getConversation, { params: { id } })

it('the words of a terminal of our own are kept while somebody looks, without a name, card or face', async () => {
  const device = await pairTestDevice(house, admin)
  const portraitId = await insertNamedPortrait(house, randomUUID())
  await admin.ask(createStaff, { body: { name: 'Whisper', icCard: '99887766', portraitId, force: true } })
  await device.ask(pullPeople)
  expect((await talkOf(device.id)).exchanges).toEqual([])
  const talk = await until(async () => {
    await device.ask(pullPeople)
    const { exchanges } = await talkOf(device.id)
    return exchanges.length > 0 && exchanges
  }, 'what it says is kept')
  const [last] = talk
  expect([last?.call, last?.status, last?.said[0]?.word]).toEqual(['GET /device/v1/people', 200, 'asks-people'])
  expect(last?.answered[0]?.text).toMatch(/upserts\[\d+\]/)
  await device.ask(getSyncStatus, { query: {} })
  await until(async () => (await talkOf(device.id)).exchanges.some(({ said }) => said[0]?.word === 'asks-work'))
  const kept = await house.db.selectFrom('device_exchange').select('content').execute()
  expect(JSON.stringify(kept)).not.toMatch(/Whisper|99887766/)
})

it('a failure is kept when nobody looks, of one device once in a minute', async () => {
  const device = await pairTestDevice(house, admin)
  const fail = () => device.call(reportCommand, { params: { id: randomUUID() }, body: { state: 'done', result: null } })
  expect((await fail()).message).toBe('command.not-found')
  await fail()
  const { exchanges } = await until(async () => {
    const rows = await house.db.selectFrom('device_exchange').select('id').where('device_id', '=', device.id).execute()
    return rows.length > 0 && talkOf(device.id)
  })
  expect(exchanges.map(({ said, answered }) => [said[0]?.word, answered[0]])).toEqual([
    ['answers-command', { word: 'refused', text: '404 command.not-found' }],
  ])
})

it('of a body the names of its fields are shown, with counts, and what is yes or no', () => {
  expect(shapeOf({ people: [1, 2], hasMore: true, name: 'Ann', pin: 1234, revision: 7, portrait: null })).toBe(
    'people[2]  hasMore=true  name  pin  revision=7  portrait=null',
  )
  expect([shapeOf(null), shapeOf('Ann')]).toEqual(['', ''])
})
