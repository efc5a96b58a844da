import type { Clock } from '../clock.ts'
import type { Relay } from './relay.ts'

export interface Door {
  readonly isOpen: boolean
  /** Opens, or keeps open anew for so long. Rejects where the relay does not obey. */
  open(forWhom: string, seconds: number): Promise<void>
  /** Closes at once if it is open. */
  stop(): void
}

export interface DoorOptions {
  readonly relay: Relay
  readonly clock: Clock
  onOpened(forWhom: string): void
  onClosed(): void
  onFailure(error: unknown): void
}

export function createDoor({ relay, clock, onOpened, onClosed, onFailure }: DoorOptions): Door {
  let callOff: (() => void) | undefined

  function close(): void {
    callOff?.()
    callOff = undefined
    relay.close().catch(onFailure)
    onClosed()
  }

  return {
    get isOpen() {
      return callOff !== undefined
    },
    async open(forWhom, seconds) {
      await relay.open(forWhom, seconds)
      callOff?.()
      callOff = clock.after(seconds * 1000, close)
      onOpened(forWhom)
    },
    stop() {
      if (callOff) close()
    },
  }
}
