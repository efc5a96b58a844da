import type { Behaviour } from '../core/behaviour.ts'

/** The power goes in the middle of an installation, once. */
export const diesInstalling = (): Behaviour => ({
  name: 'dies-installing',
  installer(next, terminal) {
    let isToDie = true
    return {
      ...next,
      install(offer) {
        if (!isToDie) return next.install(offer)
        isToDie = false
        terminal.die()
      },
    }
  },
})
