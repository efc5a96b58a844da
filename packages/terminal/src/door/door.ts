import type { DoorMode } from '@gatehouse/contract/device/link.ts'
import type { Clock } from '../lib/clock.ts'
import type { Relay } from './relay.ts'

export type Door = {
  readonly isOpen: boolean
  /** Held by a remote command until another command changes it. */
  readonly mode: DoorMode
  /**
   * Opens the door for this time, or keeps it open for this time from now. Rejects if the relay does not obey, or the
   * door is held closed.
   */
  open(forWhom: string, seconds: number): Promise<void>
  /** Holds the door open or closed, or lets it follow its people again. Rejects if the relay does not obey. */
  hold(mode: DoorMode): Promise<void>
  /** Closes at once if it is open. */
  stop(): void
}

export type DoorOptions = {
  readonly relay: Relay
  readonly clock: Clock
  onOpened(forWhom: string): void
  onClosed(): void
  onFailure(error: unknown): void
}

export function createDoor({ relay, clock, onOpened, onClosed, onFailure }: DoorOptions): Door {
  let mode: DoorMode = 'normal'
  let cancel: (() => void) | undefined

  function close(): void {
    cancel?.()
    cancel = undefined
    relay.close().catch(onFailure)
    onClosed()
  }

  return {
    get isOpen() {
      return mode === 'held-open' || cancel !== undefined
    },
    get mode() {
      return mode
    },
    async open(forWhom, seconds) {
      if (mode === 'held-closed') throw new Error('the door is held closed')
      if (mode === 'normal') {
        await relay.open(forWhom, seconds)
        cancel?.()
        cancel = clock.after(seconds * 1000, close)
      }
      onOpened(forWhom)
    },
    async hold(wanted) {
      if (wanted === mode) return
      if (wanted === 'held-open') {
        await relay.hold()
        cancel?.()
        cancel = undefined
        mode = wanted
        onOpened('hold open')
        return
      }
      const wasOpen = mode === 'held-open' || cancel !== undefined
      if (wasOpen) await relay.close()
      cancel?.()
      cancel = undefined
      mode = wanted
      if (wasOpen) onClosed()
    },
    stop() {
      if (mode === 'held-open' || cancel) close()
      mode = 'normal'
    },
  }
}
