import type { OwnBehaviour } from '../core/behaviour.ts'

/** Asks without being told, about every 30 s, since a hint may be lost. Not all terminals in the same moment. */
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
