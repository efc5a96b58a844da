import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { percentile } from '../percentile.ts'
import { openHttpConnection, postRequest } from './http-connection.ts'
import { loadOrder, type LoadOrder, type LoadResult } from './load-messages.ts'
import { recordWriterOf } from './write-records.ts'

/** Runs the load in a separate process, so that it never blocks the server's thread. */
const answer = z.object({ data: z.object({ stored: z.int() }) })

async function run(order: LoadOrder): Promise<LoadResult> {
  const writeRecord = recordWriterOf(order)
  const start = performance.now()
  const measuredFrom = start + order.warmUpSeconds * 1000
  const end = measuredFrom + order.seconds * 1000
  const times: number[] = []
  let acknowledged = 0
  let measured = 0
  let failed = 0
  let firstFailure: string | null = null
  let cpuBefore: NodeJS.CpuUsage | undefined

  const callers = await Promise.all(
    order.callers.map(async (caller) => ({ ...caller, connection: await openHttpConnection(order.url) })),
  )
  const everyMs = order.maxPerSecond
    ? (1000 * order.recordsPerRequest * order.callers.length) / order.maxPerSecond
    : undefined
  await Promise.all(
    callers.map(async (caller, place) => {
      let turnAt = start + ((everyMs ?? 0) * place) / callers.length
      while (performance.now() < end) {
        if (everyMs !== undefined) {
          await wait(Math.max(0, turnAt - performance.now()))
          turnAt += everyMs
        }
        const records = Array.from({ length: order.recordsPerRequest }, () => writeRecord(caller.nextSequence++))
        const body = `{"records":[${records.join(',')}]}`
        const sent = performance.now()
        try {
          const { status, body: reply } = await caller.connection.send(
            postRequest(order.url, order.path, caller.authorization, body),
          )
          if (status !== 200) throw new Error(`${status} ${reply}`)
          const { stored } = answer.parse(JSON.parse(reply)).data
          acknowledged += stored
          const received = performance.now()
          if (received < measuredFrom || received > end) continue
          cpuBefore ??= process.cpuUsage()
          measured += stored
          times.push(received - sent)
        } catch (error) {
          failed++
          firstFailure ??= error instanceof Error ? error.message.slice(0, 500) : String(error)
          // Enough to know; a server that refuses everything is not hammered.
          if (failed > 100) return
        }
      }
    }),
  )
  const { user, system } = process.cpuUsage(cpuBefore)
  for (const { connection } of callers) connection.close()
  return {
    acknowledged,
    failed,
    firstFailure,
    recordsPerSecond: measured / order.seconds,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    ownShare: (user + system) / 1e6 / order.seconds,
    nextSequences: callers.map(({ nextSequence }) => nextSequence),
  }
}

process.stdout.write(JSON.stringify(await run(loadOrder.parse(JSON.parse(await text(process.stdin))))))
