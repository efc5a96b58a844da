import { randomUUID } from 'node:crypto'
import { sendCommand } from '@gatehouse/contract/features/devices.ts'
import {
  discardKeptLines,
  type Exchange,
  getConversation,
  listKeptLines,
  maxExchanges,
} from '@gatehouse/contract/features/devices/conversation.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertNamedPortrait } from '../../../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'
import { acceptZkTerminal } from '../../../../test/zk-devices.ts'
import { deleteOldTalk } from '../../../features/devices/conversation/conversation-store.ts'

let house: TestGatehouse
let admin: Caller
let made = 0
beforeAll(async () => {
  house = await startTestGatehouse({ environment: { ZKTECO: 'on' } })
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

const accepted = (dialect: 'att' | 'acc') =>
  acceptZkTerminal(house, admin, { dialect, serialNumber: `TALK${++made}`, from: { address: '10.1.0.1' } })
const talkOf = (id: string, caller = admin) => caller.ask(getConversation, { params: { id } })
const linesOf = ({ exchanges }: { exchanges: readonly Exchange[] }) =>
  exchanges.flatMap(({ said, answered }) => [...said, ...answered])
/** Exchanges are written a moment later. */
const untilSaid = (id: string, isThere: (talk: Awaited<ReturnType<typeof talkOf>>) => boolean) =>
  until(async () => {
    const talk = await talkOf(id)
    return isThere(talk) ? talk : undefined
  })

it.each(['att', 'acc'] as const)(
  'the conversation with a terminal (%s) tells a person by the number alone, and who that is to those who may read people',
  async (dialect) => {
    const { terminal, id } = await accepted(dialect)
    const name = `Quentin ${dialect}`
    const icCard = dialect === 'att' ? '77112233' : '77112234'
    await admin.ask(createStaff, {
      body: { name, icCard, portraitId: await insertNamedPortrait(house, randomUUID()), force: true },
    })
    const talk = await until(async () => {
      for (let n = 0; n < 20 && (await terminal.poll()) > 0; n++);
      const talk = await talkOf(id)
      return linesOf(talk).some(({ word, answer }) => word === 'answers-command' && answer === 'done') &&
        talk.people.some((one) => one.name === name)
        ? talk
        : undefined
    })
    const number = talk.people.find((one) => one.name === name)?.number
    expect(linesOf(talk).some(({ word, person }) => word === 'put-person' && person === number)).toBe(true)
    expect(JSON.stringify(talk.exchanges)).not.toMatch(new RegExp(`${name}|${icCard}`))
    const kept = await house.db.selectFrom('device_exchange').select('content').execute()
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${name}|${icCard}`))
    // A device administrator reads no people.
    expect((await talkOf(id, await house.asRole('deviceAdmin'))).people).toEqual([])
    expect((await (await house.asRole('visitorAdmin')).call(getConversation, { params: { id } })).status).toBe(403)
  },
)

it('an exchange tells what the server gave, what the terminal answered, and how long the server took', async () => {
  const { terminal, id } = await accepted('acc')
  await admin.ask(sendCommand, { params: { id }, body: { kind: 'open-once' } })
  await until(async () => {
    await terminal.poll()
    return terminal.state.acts.length > 0
  })
  const talk = await untilSaid(id, (talk) => linesOf(talk).filter(({ word }) => word === 'door').length > 0)
  const given = talk.exchanges.find(({ answered }) => answered.some(({ word }) => word === 'door'))
  expect(given).toMatchObject({ call: 'GET /iclock/getrequest', status: 200, address: '10.1.0.1' })
  expect(given?.tookMs).toBeGreaterThanOrEqual(0)
  const command = given?.answered[0]?.command
  const answered = await untilSaid(id, (talk) =>
    linesOf(talk).some((line) => line.word === 'answers-command' && line.command === command),
  )
  expect(linesOf(answered).find((line) => line.word === 'answers-command' && line.command === command)?.answer).toBe(
    'done',
  )
})

it('calls that only say that the terminal is there do not hide the others, and no more is kept than is shown', async () => {
  const { terminal, id } = await accepted('att')
  for (let n = 0; n < 30; n++) await terminal.poll()
  for (let n = 0; n < maxExchanges + 40; n++) {
    terminal.uploadRaw('cdata?table=ATTLOG', `\t2026-01-05 08:00:${String(n % 60).padStart(2, '0')}\t255\t15\n`)
    await terminal.deliver()
  }
  const talk = await untilSaid(id, ({ exchanges }) => exchanges.length === maxExchanges)
  expect(talk.exchanges.filter(({ said }) => said.some(({ word }) => word === 'record')).length).toBeGreaterThan(90)
  const kept = () => house.db.selectFrom('device_exchange').select('id').where('device_id', '=', id).execute()
  await until(async () => (await kept()).length < maxExchanges + 40, 'the oldest are deleted')
})

it('a row that was not understood is kept for device administrators, can be read whole and discarded, and goes after some days', async () => {
  const { terminal, id } = await accepted('att')
  const row = 'a row that names Ann'
  terminal.uploadRaw('cdata?table=ATTLOG', `${row}\n\t2026-01-05 08:00:02\t255\t15\n`)
  await terminal.deliver()
  const talk = await untilSaid(id, (talk) => linesOf(talk).some(({ word }) => word === 'not-understood'))
  expect(talk.keptLines).toBe(1)
  expect(JSON.stringify(talk)).not.toContain('Ann')
  const reader = await house.asRole('deviceAdmin')
  expect(await reader.ask(listKeptLines, { params: { id } })).toMatchObject([{ place: 'ATTLOG', text: row }])
  expect((await (await house.asRole('visitorAdmin')).call(listKeptLines, { params: { id } })).status).toBe(403)
  expect(await reader.ask(discardKeptLines, { params: { id } })).toEqual({ count: 1 })
  expect(await reader.ask(listKeptLines, { params: { id } })).toEqual([])

  terminal.uploadRaw('cdata?table=ATTLOG', `${row}\n`)
  await terminal.deliver()
  expect(await reader.ask(listKeptLines, { params: { id } })).toHaveLength(1)
  await deleteOldTalk(house.db, house.clock.now().add({ seconds: 1 }).toString())
  expect(await reader.ask(listKeptLines, { params: { id } })).toEqual([])
  expect((await talkOf(id)).exchanges).toEqual([])
})

it('of a serial number that nobody has accepted nothing is kept', async () => {
  const before = await house.db.selectFrom('device_exchange').select('id').execute()
  await house.gatehouse.fastify.inject({
    method: 'POST',
    url: '/iclock/cdata?SN=TALKNOBODY&table=ATTLOG',
    payload: 'x',
  })
  expect(await house.db.selectFrom('device_exchange').select('id').execute()).toHaveLength(before.length)
  expect(await house.db.selectFrom('device_line').select('id').execute()).toEqual([])
})
