import type { Behaviour } from '../core/behaviour.ts'

/** The installed version does not start, this many times. */
export const neverComesUp = (times = Infinity): Behaviour => ({
  name: 'never-comes-up',
  installer(next) {
    let left = times
    return { ...next, comesUp: (offer) => left-- <= 0 && next.comesUp(offer) }
  },
})
