import type { OwnBehaviour } from '../core/behaviour.ts'

/** Darkens the screen when nobody has come for the time in the settings, and wakes up with the next face. */
export const sleepWhenIdle: OwnBehaviour<'sleep'> = {
  name: 'sleep',
  start(terminal) {
    let cancel: (() => void) | undefined
    let isAsleep = false
    const wait = (): void => {
      cancel?.()
      cancel = undefined
      const settings = terminal.state.configuration?.settings
      if (!settings?.autoStandby) return
      cancel = terminal.clock.after(settings.standbySeconds * 1000, () => {
        isAsleep = true
        terminal.emit('asleep')
      })
    }
    const wake = (): void => {
      if (isAsleep) terminal.emit('awake')
      isAsleep = false
      wait()
    }
    wait()
    return {
      on: {
        'person-seen': wake,
        'data-changed': () => {
          if (!isAsleep) wait()
        },
      },
      stop: () => cancel?.(),
      die: () => cancel?.(),
    }
  },
}
