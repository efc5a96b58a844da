import type { Running, TerminalCore } from '../behaviour.ts'
import type { Message } from '../behaviour.ts'
import { isRefusedWith } from '../link/link-error.ts'
import type { QueuedRecord, RecordQueue } from '../state/terminal-state.ts'

/** Captures in one batch: in base64 still below what a server takes in one body. */
const mostBatchBytes = 2_000_000

export interface PushOptions<Body> {
  /** Of the duty, and in messages. */
  readonly name: string
  readonly queue: RecordQueue<Body>
  readonly batchSize: number
  /** Told when something was added to the queue. */
  readonly added: Message['type']
  send(batch: readonly QueuedRecord<Body>[], signal: AbortSignal): Promise<void>
}

/**
 * Sends what waits, oldest first, and removes a batch only once the server has said that it is stored. An answer that gets
 * lost means that the batch is sent again; the server knows it.
 */
export function pushQueue<Body>(terminal: TerminalCore, options: PushOptions<Body>): Running {
  const { queue } = options
  // What the server once found fault with gets another chance at each start: the fault may have been the server's.
  if (queue.setAsideCount > 0) queue.returnSetAside()
  const duty = terminal.duty(options.name, async (signal) => {
    let limit = options.batchSize
    while (queue.waiting > 0)
      limit = await pushBatch(terminal, options, await queue.next(limit, mostBatchBytes), signal)
  })
  if (queue.waiting > 0) duty.wake()
  return {
    on(message) {
      if (queue.waiting === 0) return
      if (message.type === options.added || message.type === 'poll') duty.wake()
      else if (message.type === 'connected' || message.type === 'listening') duty.hurry()
    },
  }
}

/** Gives the size of the next batch. */
async function pushBatch<Body>(
  terminal: TerminalCore,
  { name, queue, batchSize, send }: PushOptions<Body>,
  batch: readonly QueuedRecord<Body>[],
  signal: AbortSignal,
): Promise<number> {
  try {
    await send(batch, signal)
    signal.throwIfAborted()
    queue.remove(batch.map(({ sequence }) => sequence))
    return batchSize
  } catch (error) {
    if (!isRefusedWith(error, 'request.invalid', 'request.too-large')) throw error
    // One bad entry must not hold up the others: halve until it stands alone, then lay it aside.
    const [first] = batch
    if (batch.length > 1) return Math.ceil(batch.length / 2)
    if (first?.capture && isRefusedWith(error, 'request.too-large')) queue.dropCapture(first.sequence)
    else if (first) {
      queue.setAside(first.sequence, String(error))
      terminal.log(
        `the server does not take number ${first.sequence} of the ${name}, it is kept here: ${String(error)}`,
      )
    }
    return batchSize
  }
}
