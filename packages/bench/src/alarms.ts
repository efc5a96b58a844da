import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { requestOf } from '@gatehouse/contract/client.ts'
import { deviceAlarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import { pushAlarms, type WireAlarm } from '@gatehouse/contract/device/link.ts'
import { sendRequest } from '@gatehouse/testkit/ask-server.ts'
import { type Benchmark, row } from './benchmark.ts'
import { install } from './install/installation.ts'
import { type BulkDevice, bulkInsertDevices } from '@gatehouse/testkit/bulk-sql/insert-devices.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'
import { bindDefaultGroups } from './load/bind-default-groups.ts'
import { type LoadOrder, recordsPath } from './load/load-messages.ts'
import { runLoad } from './load/run-load.ts'

const connections = 64
const seconds = 5
const perRequest = 100
const floodingDevices = 8

export const alarms: Benchmark = {
  name: 'alarms',
  about: `messages about alarms from ${connections} terminals, and what a flood of them leaves of the records`,
  async run(context) {
    const installation = await install(context)
    const personIds = await bulkInsertPeople(installation, 10_000, 1_000)
    const devices = await bulkInsertDevices(installation, connections + floodingDevices)
    await bindDefaultGroups(installation)
    const { url } = await startGatehouseOn(context, installation)
    const [quiet, flooding] = [devices.slice(0, connections), devices.slice(connections)]

    context.log('alarms in batches')
    const batched = await flood(url, quiet, perRequest)

    let callers: LoadOrder['callers'] = quiet.map(({ authorization }) => ({ authorization, nextSequence: 1 }))
    let acknowledged = 0
    const records = async (): Promise<number> => {
      const order = { url, path: recordsPath, callers, personIds, recordsPerRequest: 20, captureBytes: 0 }
      const result = await runLoad(context, { ...order, warmUpSeconds: 1, seconds })
      if (result.failed > 0) throw new Error(`${result.failed} requests failed, the first with ${result.firstFailure}`)
      callers = callers.map((caller, index) => ({ ...caller, nextSequence: result.nextSequences[index] ?? 1 }))
      acknowledged += result.acknowledged
      return result.recordsPerSecond
    }
    context.log('records without a flood')
    const before = await records()
    context.log('records beside a flood')
    const [beside, flooded] = await Promise.all([records(), flood(url, flooding, 1, seconds + 1)])
    const { rows } = await installation.pool.query<{ count: number; messages: number; records: number }>(
      `select (select count(*)::int from alarm) as count, (select sum(stored_sequence)::int from device_alarm_progress) as messages,
         (select count(*)::int from recognition_record) as records`,
    )
    const [stored] = rows
    const batchedRows = [
      row({ what: `alarm messages stored, ${perRequest} a request`, value: batched.stored / seconds, unit: '/s' }),
      row({ what: `  alarms that these are`, value: Number(stored?.count), unit: 'records' }),
    ]
    const floodRows = [
      row({
        what: `records stored while ${floodingDevices} devices flood alarms one by one`,
        value: beside,
        unit: '/s',
        limit: { what: 'the same without the flood', value: before },
      }),
      row({ what: '  alarm requests of the flood that were served', value: flooded.served, unit: 'requests' }),
      row({ what: '  and told to wait', value: flooded.refused, unit: 'requests' }),
    ]
    return [
      {
        work: {
          what: 'alarm messages answered as stored, by the database',
          expected: batched.stored + flooded.stored,
          done: stored?.messages ?? 0,
        },
        rows: batchedRows,
      },
      {
        work: { what: 'records acknowledged, in the database', expected: acknowledged, done: stored?.records ?? 0 },
        rows: floodRows,
      },
    ]
  },
}

/** Every device tells of alarms as fast as it is answered; one that is told to wait waits a little, not as long as it should. */
async function flood(url: string, devices: readonly BulkDevice[], size: number, length = seconds) {
  const end = performance.now() + length * 1000
  const sum = { stored: 0, served: 0, refused: 0 }
  await Promise.all(
    devices.map(async ({ authorization }) => {
      let sequence = 0
      while (performance.now() < end) {
        const messages = Array.from({ length: size }, (_, n) => message(sequence + n + 1))
        const request = requestOf(pushAlarms, { body: { alarms: messages } })
        const answer = await sendRequest(url, '', request, { headers: { authorization } })
        await answer.body?.cancel()
        if (answer.status === 200) {
          sequence += size
          sum.served++
          sum.stored += size
        } else if (answer.status === 429) {
          sum.refused++
          await wait(1)
        } else throw new Error(`alarms were answered with ${answer.status}`)
      }
    }),
  )
  return sum
}

/** Kinds in turn, each raised and released again and again. */
function message(sequence: number): WireAlarm {
  const round = Math.floor(sequence / deviceAlarmCodes.length)
  return {
    id: randomUUID(),
    sequence,
    code: deviceAlarmCodes[sequence % deviceAlarmCodes.length] ?? 10_001,
    state: round % 2 === 0 ? 'raised' : 'released',
    description: null,
    canRelease: true,
    at: Temporal.Now.instant().toString({ smallestUnit: 'millisecond' }),
    personId: null,
    image: null,
  }
}
