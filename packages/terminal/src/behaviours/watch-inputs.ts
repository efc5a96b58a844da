import type { OwnBehaviour, TerminalCore } from '../core/behaviour.ts'
import { followEmergency } from '../door/door-state.ts'

/** The number of wrong passwords in a row that counts as an attack. */
const maxWrongPasswords = 5

/**
 * Raises alarms from the inputs, and releases those whose cause has ended. The exit button and the fire input open the door
 * by themselves, whatever is set.
 */
export const watchInputs: OwnBehaviour<'inputs'> = {
  name: 'inputs',
  start(terminal) {
    let cancel: (() => void) | undefined
    let wrongPasswords = 0
    const stop = (): void => cancel?.()

    function doorMoved(isOpen: boolean): void {
      stop()
      cancel = undefined
      if (!isOpen) return terminal.alarms.causeEnded('door-open-too-long')
      if (!terminal.door.isOpen) return terminal.alarms.raise('forced-open')
      const seconds = openSeconds(terminal)
      cancel = terminal.clock.after(seconds * 1000, () =>
        terminal.alarms.raise('door-open-too-long', { description: `${seconds} s`, isHeld: true }),
      )
    }

    return {
      sense(input, isOn) {
        if (input === 'door') return doorMoved(isOn)
        if (input === 'wrong-password') {
          wrongPasswords = isOn ? wrongPasswords + 1 : 0
          if (wrongPasswords >= maxWrongPasswords) terminal.alarms.raise('wrong-passwords')
          return
        }
        if (input === 'exit-button') {
          if (isOn) letOut(terminal)
          return
        }
        if (input === 'fire') noteFire(terminal, isOn)
        if (isOn) terminal.alarms.raise(input, { isHeld: true })
        else terminal.alarms.causeEnded(input)
      },
      stop,
      die: stop,
    }
  },
}

function letOut({ door, state, log }: TerminalCore): void {
  door
    .letOut(state.configuration?.settings.doorOpenSeconds ?? 5)
    .catch((error: unknown) => log(`the door did not open for the exit button: ${String(error)}`))
}

function noteFire(terminal: TerminalCore, isOn: boolean): void {
  const { state, clock } = terminal
  state.fireSinceMs = isOn ? (state.fireSinceMs ?? clock.nowMs()) : null
  followEmergency(terminal)
}

const openSeconds = ({ state }: TerminalCore) => state.configuration?.settings.doorMagnetSeconds ?? 30
