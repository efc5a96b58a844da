import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { BaseLogger } from 'pino'
import { destroyConnection, createClient } from './open-database.ts'

const firstDelayMs = 100
const maxDelayMs = 5_000
const beatMs = 10_000
const beatWithinMs = 5_000

/**
 * Listens on one channel with a connection of its own, and reconnects when the connection breaks or has fallen silent,
 * which a query every 10 s finds out, with 5 s for its answer. Messages sent meanwhile are lost: they are hints.
 * `onReconnect` lets the caller tell everybody to look again.
 */
export async function listenForHints(options: {
  url: string
  channel: string
  log: Pick<BaseLogger, 'warn'>
  onMessage: (payload: string) => void
  onReconnect: () => void
  beat?: { everyMs: number; withinMs: number }
}): Promise<{ isConnected(): boolean; close(): Promise<void> }> {
  const beat = options.beat ?? { everyMs: beatMs, withinMs: beatWithinMs }
  const stopping = new AbortController()

  const connect = async () => {
    const client = createClient(options.url)
    client.on('notification', (message) => options.onMessage(message.payload ?? ''))
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(`listen ${options.channel}`)
      stopping.signal.throwIfAborted()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  }

  /** Resolves when the connection is there again; tries without end, with growing pauses, until `close`. */
  const connectAgain = async () => {
    for (let delay = firstDelayMs; ; delay = Math.min(delay * 2, maxDelayMs)) {
      await wait(delay, undefined, { signal: stopping.signal })
      try {
        return await connect()
      } catch (error) {
        options.log.warn({ err: error }, 'the connection for hints is broken; trying again')
      }
    }
  }

  let client = await connect()
  let isConnected = true
  const untilBroken = async () => {
    const ended = new Promise<'ended'>((resolve) => client.once('end', () => resolve('ended')))
    const asked = client
    const timer = setInterval(() => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver knows the limit, its types do not
      const question = { text: 'select 1', query_timeout: beat.withinMs } as pg.QueryConfig
      asked.query(question).catch(() => destroyConnection(asked))
    }, beat.everyMs)
    await ended
    clearInterval(timer)
  }
  const keepConnected = async () => {
    for (;;) {
      await untilBroken()
      isConnected = false
      client = await connectAgain()
      isConnected = true
      options.onReconnect()
    }
  }
  // Only the abort of `close` ends it.
  const kept = keepConnected().catch(() => {})
  return {
    isConnected: () => isConnected,
    async close() {
      stopping.abort()
      await client.end().catch(() => {})
      await kept
    },
  }
}
