import type { DoorMode } from '@gatehouse/contract/device/link.ts'
import type { Clock } from '../lib/clock.ts'
import type { Relay } from './relay.ts'

export type Door = {
  readonly isOpen: boolean
  /** Held by a remote command until another command changes it. */
  readonly mode: DoorMode
  /**
   * Opens the door for this time, or keeps it open for this time from now. Rejects if the relay does not obey, or the
   * door is held closed. `outputs`: of the floors of an elevator that are released; left out, all of them are.
   */
  open(forWhom: string, seconds: number, outputs?: readonly number[]): Promise<void>
  /** The same for somebody inside who presses the exit button: nothing holds the door closed for them. */
  letOut(seconds: number): Promise<void>
  /** Holds the door open or closed, or lets it follow its people again. Rejects if the relay does not obey. */
  hold(mode: DoorMode): Promise<void>
  /**
   * In an emergency the door is open, whatever else is set. A relay that does not obey is asked again and again. The end
   * of the program does not close the door.
   */
  release(isReleased: boolean): void
  /** In a lockdown nothing holds the door open but an emergency. Rejects if the relay does not obey. */
  lockDown(isLockedDown: boolean): Promise<void>
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

/** The pause after which a relay that did not obey in an emergency is asked again. */
const retrySeconds = 5

export function createDoor({ relay, clock, onOpened, onClosed, onFailure }: DoorOptions): Door {
  let mode: DoorMode = 'normal'
  let isReleased = false
  let isLockedDown = false
  let cancel: (() => void) | undefined
  let cancelRetry = (): void => {}
  const isHeldOpen = () => isReleased || (mode === 'held-open' && !isLockedDown)
  const isOpen = () => isHeldOpen() || cancel !== undefined

  function forgetTime(): void {
    cancel?.()
    cancel = undefined
  }

  function close(): void {
    forgetTime()
    relay.close().catch(onFailure)
    onClosed()
  }

  async function openFor(forWhom: string, seconds: number): Promise<void> {
    if (!isHeldOpen()) {
      await relay.open(forWhom, seconds)
      cancel?.()
      cancel = clock.after(seconds * 1000, () => (isHeldOpen() ? forgetTime() : close()))
    }
    onOpened(forWhom)
  }

  /** Not every relay can be held: such a one gets its impulse again and again. */
  function keepReleased(): void {
    relay.hold().catch((error: unknown) => {
      onFailure(error)
      if (!isReleased) return
      relay.open('everybody', retrySeconds).catch(onFailure)
      cancelRetry = clock.after(retrySeconds * 1000, keepReleased)
    })
  }

  return {
    get isOpen() {
      return isOpen()
    },
    get mode() {
      return mode
    },
    async open(forWhom, seconds) {
      if (mode === 'held-closed' && !isReleased) throw new Error('the door is held closed')
      await openFor(forWhom, seconds)
    },
    letOut: (seconds) => openFor('the exit button', seconds),
    async hold(wanted) {
      if (wanted === mode) return
      if (isReleased || (wanted === 'held-open' && isLockedDown)) {
        mode = wanted
        return
      }
      if (wanted === 'held-open') {
        await relay.hold()
        forgetTime()
        mode = wanted
        onOpened('hold open')
        return
      }
      const wasOpen = isOpen()
      if (wasOpen) await relay.close()
      forgetTime()
      mode = wanted
      if (wasOpen) onClosed()
    },
    release(wanted) {
      if (wanted === isReleased) return
      isReleased = wanted
      if (wanted) {
        forgetTime()
        keepReleased()
        onOpened('everybody')
        return
      }
      cancelRetry()
      if (!isHeldOpen()) close()
    },
    async lockDown(wanted) {
      if (wanted === isLockedDown) return
      if (wanted) {
        const wasOpen = isOpen() && !isReleased
        if (wasOpen) await relay.close()
        isLockedDown = true
        if (!wasOpen) return
        forgetTime()
        onClosed()
        return
      }
      const opensAgain = mode === 'held-open' && !isReleased
      if (opensAgain) await relay.hold()
      isLockedDown = false
      if (opensAgain) onOpened('hold open')
    },
    stop() {
      cancelRetry()
      if (isOpen() && !isReleased) close()
      mode = 'normal'
      isReleased = false
      isLockedDown = false
    },
  }
}
