import type { Sighting } from '../recognition/sighting.ts'
import type { Behaviour, Running, TerminalCore } from './behaviour.ts'
import { systemClock } from '../lib/clock.ts'
import type { Input, WiredInput } from '../lib/inputs.ts'
import type { Notify } from './messages.ts'

const goodbyeMs = 1_000

/** The running behaviours of one terminal, and the messages to them. */
export type RunningBehaviours = {
  start(terminal: TerminalCore): void
  readonly notify: Notify
  /** A person is before the terminal: the first behaviour that takes them handles it. */
  show(to: (behaviour: Running) => Promise<Sighting | null> | undefined): Promise<Sighting | null>
  /** A decision about the last picture or credential is still under way. */
  readonly areDeciding: boolean
  sense(input: Input, isOn: boolean): void
  loseWire(input: WiredInput, isLost: boolean): void
  /** Lets each say goodbye; takes a second at most. */
  stop(): Promise<void>
  /** Releases everything at once. */
  die(): void
}

export function createRunningBehaviours(behaviours: readonly Behaviour[], onDecided: () => void): RunningBehaviours {
  let running: Running[] = []
  let deciding = 0

  function die(): void {
    for (const behaviour of running) behaviour.die?.()
    running = []
  }

  return {
    start(terminal) {
      running = []
      // One by one, so that a behaviour which starts later hears the messages of earlier ones.
      for (const behaviour of behaviours) {
        const started = behaviour.start?.(terminal)
        if (started) running.push(started)
      }
    },
    notify(message, ...what) {
      for (const behaviour of running) behaviour.on?.[message]?.(...what)
    },
    async show(to) {
      deciding++
      try {
        for (const behaviour of running) {
          const sighting = to(behaviour)
          if (sighting) return await sighting
        }
        throw new Error('this terminal is not running')
      } finally {
        deciding--
        onDecided()
      }
    },
    get areDeciding() {
      return deciding > 0
    },
    sense(input, isOn) {
      for (const behaviour of running) behaviour.sense?.(input, isOn)
    },
    loseWire(input, isLost) {
      for (const behaviour of running) behaviour.loseWire?.(input, isLost)
    },
    async stop() {
      const goodbyes = Promise.allSettled(running.map(async (behaviour) => behaviour.stop?.()))
      const enough = Promise.withResolvers<void>()
      const cancel = systemClock.after(goodbyeMs, enough.resolve)
      await Promise.race([goodbyes, enough.promise])
      cancel()
      die()
    },
    die,
  }
}
