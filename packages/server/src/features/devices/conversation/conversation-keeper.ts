import type { ConversationContent } from '@gatehouse/contract/device/conversation.ts'
import { maxExchanges } from '@gatehouse/contract/features/devices/conversation.ts'
import type { Services } from '../../../ctx.ts'
import { inTransaction } from '../../../ctx.ts'
import { type ExchangeRow, insertExchanges, trimExchanges } from './conversation-store.ts'

export type TakenExchange = { beganAt: string; tookMs: number; content: ConversationContent }

export type ConversationKeeper = {
  /** Never waits: an exchange is worth less than the answer to the next call. */
  note(deviceId: string, exchange: TakenExchange): void
  close(): Promise<void>
}

/** Exchanges are written together: those of a thousand devices are one statement a second. */
const collectMs = 1_000
/** Waiting exchanges; beyond that the oldest are dropped. */
const maxWaiting = 2_000
/** Exchanges of one device after which its older ones are deleted. */
const trimAfter = 20

/** Keeps the last exchanges of each device, so that an installer sees afterwards what was said. */
export function keepConversations(services: Pick<Services, 'db' | 'log'>): ConversationKeeper {
  let waiting: ExchangeRow[] = []
  const sinceTrim = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()

  async function flush(): Promise<void> {
    timer = undefined
    const rows = waiting
    waiting = []
    if (rows.length === 0) return
    try {
      await inTransaction(services, async ({ db }) => {
        await insertExchanges(db, rows)
        for (const deviceId of grown(rows)) await trimExchanges(db, deviceId, maxExchanges)
      })
    } catch (error) {
      services.log.warn({ err: error, exchanges: rows.length }, 'what devices said could not be kept')
    }
  }

  /** The devices of which so many were written that the older ones go. */
  function grown(rows: readonly ExchangeRow[]): string[] {
    for (const { device_id: id } of rows) sinceTrim.set(id, (sinceTrim.get(id) ?? 0) + 1)
    const ids = [...sinceTrim].flatMap(([id, count]) => (count >= trimAfter ? [id] : []))
    for (const id of ids) sinceTrim.delete(id)
    return ids
  }

  return {
    note(deviceId, { beganAt, tookMs, content }) {
      if (waiting.length >= maxWaiting) waiting.shift()
      waiting.push({ device_id: deviceId, began_at: beganAt, took_ms: tookMs, content: JSON.stringify(content) })
      timer ??= setTimeout(() => {
        working = working.then(flush)
      }, collectMs)
    },
    async close() {
      clearTimeout(timer)
      await working
      await flush()
    },
  }
}
