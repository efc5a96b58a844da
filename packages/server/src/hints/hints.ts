import { EventEmitter } from 'node:events'
import { listenForHints } from '../db/hint-listener.ts'
import { hintChannel, type Log, type ServerHint } from '../ctx.ts'

/**
 * Hints as this process receives them: its own and those of the other processes. `missed` asks everybody to look again.
 */
export type Hints = {
  on(listener: (hint: ServerHint) => void): () => void
  onMissed(listener: () => void): () => void
  /** Whether those of the other processes arrive now. */
  isConnected(): boolean
  close(): Promise<void>
}

export async function createHints(url: string, log: Log): Promise<Hints> {
  const emitter = new EventEmitter<{ hint: [ServerHint]; missed: [] }>().setMaxListeners(0)
  const listening = await listenForHints({
    url,
    channel: hintChannel,
    log,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `hint` of this program writes to the channel
    onMessage: (payload) => emitter.emit('hint', JSON.parse(payload) as ServerHint),
    onReconnect: () => emitter.emit('missed'),
  })
  return {
    on(listener) {
      emitter.on('hint', listener)
      return () => void emitter.off('hint', listener)
    },
    onMissed(listener) {
      emitter.on('missed', listener)
      return () => void emitter.off('missed', listener)
    },
    isConnected: () => listening.isConnected(),
    close: () => listening.close(),
  }
}
