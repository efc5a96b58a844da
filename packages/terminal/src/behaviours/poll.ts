import type { OwnBehaviour } from '../core/behaviour.ts'

/**
 * Asks for changes every 30 s or so without a hint, since a hint may be lost. Terminals do this at different moments.
 */
export const poll: OwnBehaviour<'poll'> = {
  name: 'poll',
  start(terminal) {
    let cancel: () => void
    const wait = (): void => {
      const seconds = terminal.settings.pollSeconds * (0.8 + Math.random() * 0.4)
      cancel = terminal.clock.after(seconds * 1000, () => {
        wait()
        terminal.notify('poll')
      })
    }
    wait()
    return { stop: () => cancel(), die: () => cancel() }
  },
}
