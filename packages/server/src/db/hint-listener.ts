import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { BaseLogger } from 'pino'

const firstDelayMs = 100
const longestDelayMs = 5_000

/**
 * Listens on one channel with a connection of its own, and comes back by itself when the connection breaks. Messages
 * sent meanwhile are lost: they are hints. `onReconnect` lets the caller tell everybody to look again.
 */
export async function listenForHints(options: {
  url: string
  channel: string
  log: Pick<BaseLogger, 'warn'>
  onMessage: (payload: string) => void
  onReconnect: () => void
}): Promise<{ close(): Promise<void> }> {
  const stopping = new AbortController()

  const connect = async () => {
    const client = new pg.Client({ connectionString: options.url })
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

  /** Resolves when the connection is there again; tries for ever, ever more slowly, until `close`. */
  const connectAgain = async () => {
    for (let delay = firstDelayMs; ; delay = Math.min(delay * 2, longestDelayMs)) {
      await wait(delay, undefined, { signal: stopping.signal })
      try {
        return await connect()
      } catch (error) {
        options.log.warn({ err: error }, 'the connection for hints is broken; trying again')
      }
    }
  }

  let client = await connect()
  const keepConnected = async () => {
    for (;;) {
      await new Promise<void>((resolve) => client.once('end', () => resolve()))
      client = await connectAgain()
      options.onReconnect()
    }
  }
  // It ends only by the abort of `close`.
  const kept = keepConnected().catch(() => {})
  return {
    async close() {
      stopping.abort()
      await client.end().catch(() => {})
      await kept
    },
  }
}
