import type { Refusal } from '@gatehouse/contract/device/refusal.ts'
import type { TerminalCore } from '../core/behaviour.ts'
import type { Handlers } from '../core/messages.ts'
import type { Clock } from '../lib/clock.ts'
import { isRefusedWith } from '../link/link-error.ts'
import type { QueuedRecord, RecordQueue } from '../state/terminal-state.ts'

const dayMs = 86_400_000
/** The default while no server has told its limit. */
const defaultKeepDays = 7

/** The bytes of captures in one batch: in base64 they still fit into one request body. */
const maxBatchBytes = 2_000_000
/** The time after a person came during which no waiting records are sent, so that the person is recognised first. */
const quietMs = 1_500
/** The maximum delay if people come without a break. */
const maxRestMs = 5_000

export type PushOptions<Body> = {
  /** The name of the task, also used in the log. */
  readonly name: string
  readonly queue: RecordQueue<Body>
  readonly batchSize: number
  /** Gives the entries that the server will never accept, by their index in the batch. */
  send(batch: readonly QueuedRecord<Body>[], signal: AbortSignal): Promise<readonly Refusal[]>
}

export type QueuePusher = {
  /** An entry was added to the queue. */
  readonly push: () => void
  readonly on: Omit<Handlers<'records'>, 'record-added'>
}

/**
 * Sends the waiting entries, oldest first, and drops a batch only once the server has confirmed that it is stored. If
 * an answer is lost, the batch is sent again; the server recognises it. Nothing is sent before the session is opened,
 * again after each loss of MQTT: the server may have been restored from a backup meanwhile, and older entries must be
 * sent before new ones.
 */
export function pushQueue<Body>(terminal: TerminalCore, options: PushOptions<Body>): QueuePusher {
  const { queue } = options
  const { clock, settings } = terminal
  let seenAtMs = Number.NEGATIVE_INFINITY
  let isGreeted = false
  // Entries that the server refused are tried again at each start: the fault may have been the server's.
  if (queue.setAsideCount > 0) queue.returnSetAside()
  const task = terminal.tasks.add(options.name, async (signal) => {
    let limit = options.batchSize
    while (isGreeted && queue.waiting > 0) {
      const beganAtMs = clock.nowMs()
      limit = await pushBatch(terminal, options, await queue.next(limit, maxBatchBytes), signal)
      // Recent entries are sent at once; the backlog of an outage can wait.
      if (queue.waiting <= options.batchSize || !settings.isSparing) continue
      await rest(clock, { tookMs: clock.nowMs() - beganAtMs, seenAtMs: () => seenAtMs, signal })
    }
  })
  const push = (): void => {
    if (queue.waiting > 0) task.schedule()
  }
  const pushNow = (): void => {
    if (queue.waiting > 0) task.runNow()
  }
  return {
    push,
    on: {
      poll: push,
      'mqtt-connected': pushNow,
      'mqtt-lost': () => void (isGreeted = false),
      'session-opened': () => {
        isGreeted = true
        pushNow()
      },
      'person-seen': () => void (seenAtMs = clock.nowMs()),
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
    const refused = new Map((await send(batch, signal)).map(({ index, issues }) => [index, issues]))
    signal.throwIfAborted()
    queue.acknowledge(
      batch.filter((_, index) => !refused.has(index)).map(({ sequence }) => sequence),
      terminal.clock.nowMs(),
    )
    queue.purgeKept(keptSince(terminal))
    for (const [index, issues] of refused)
      setAside(batch[index], issues.map(({ path, problem }) => `${path}: ${problem}`).join(', '))
    return batchSize
  } catch (error) {
    if (!isRefusedWith(error, 'request.invalid', 'request.too-large')) throw error
    // One bad entry must not block the others: halve the batch until the entry is alone, then set it aside.
    const [first] = batch
    if (batch.length > 1) return Math.ceil(batch.length / 2)
    if (first?.capture && isRefusedWith(error, 'request.too-large')) queue.dropCapture(first.sequence)
    else setAside(first, String(error))
    return batchSize
  }

  function setAside(entry: QueuedRecord<Body> | undefined, reason: string): void {
    if (!entry) return
    queue.setAside(entry.sequence, reason)
    terminal.log(`the server does not take number ${entry.sequence} of the ${name}, it is kept here: ${reason}`)
  }
}

/** Records that were acknowledged before this instant are deleted; at once if the settings keep none. */
function keptSince({ state, clock }: TerminalCore): number {
  const days = state.configuration?.settings.keepRecordsDays ?? defaultKeepDays
  return days === 0 ? Number.POSITIVE_INFINITY : clock.nowMs() - days * dayMs
}

type Rest = {
  readonly tookMs: number
  readonly seenAtMs: () => number
  readonly signal: AbortSignal
}

/**
 * Pauses as long as the batch took, so that half of the time is left for recognition, and longer until nobody has come
 * for a moment.
 */
async function rest(clock: Clock, { tookMs, seenAtMs, signal }: Rest): Promise<void> {
  const stillMs = () => quietMs - (clock.nowMs() - seenAtMs())
  let rested = 0
  for (let ms = Math.max(tookMs, stillMs()); ms > 0 && rested < maxRestMs; ms = stillMs()) {
    const restMs = Math.min(ms, maxRestMs - rested)
    await pause(clock, restMs, signal)
    signal.throwIfAborted()
    rested += restMs
  }
}

const pause = (clock: Clock, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const cancel = clock.after(ms, end)
    function end(): void {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    signal.addEventListener('abort', end)
  })
