import type { Behaviour } from '../core/behaviour.ts'

/** Goes dark when nobody has come for the time of the settings, and wakes up with the next face. */
export const standBy: Behaviour = {
  name: 'standby',
  start(terminal) {
    let callOff: (() => void) | undefined
    let isAsleep = false
    const wait = (): void => {
      callOff?.()
      callOff = undefined
      const settings = terminal.state.configuration?.settings
      if (!settings?.autoStandby) return
      callOff = terminal.clock.after(settings.standbySeconds * 1000, () => {
        isAsleep = true
        terminal.emit('standby')
      })
    }
    const wake = (): void => {
      if (isAsleep) terminal.emit('awake')
      isAsleep = false
      wait()
    }
    wait()
    return {
      on(message) {
        if (message.type === 'seen') wake()
        else if (message.type === 'changed' && !isAsleep) wait()
      },
      stop: () => callOff?.(),
      die: () => callOff?.(),
    }
  },
}
