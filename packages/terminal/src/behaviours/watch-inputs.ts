import type { OwnBehaviour, TerminalCore } from '../core/behaviour.ts'

/** The number of wrong passwords in a row that counts as an attack. */
const maxWrongPasswords = 5

/** Raises alarms from the inputs, and releases those whose cause has ended. */
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
        if (isOn) terminal.alarms.raise(input, { isHeld: true })
        else terminal.alarms.causeEnded(input)
      },
      stop,
      die: stop,
    }
  },
}

const openSeconds = ({ state }: TerminalCore) => state.configuration?.settings.doorMagnetSeconds ?? 30
