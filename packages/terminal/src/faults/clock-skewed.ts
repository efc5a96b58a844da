import type { Behaviour } from '../core/behaviour.ts'

/** A clock that is this many minutes ahead (negative: behind). */
export const clockSkewed = (minutes: number): Behaviour => ({
  name: 'clock-skewed',
  clock: (clock) => ({ nowMs: () => clock.nowMs() + minutes * 60_000, after: (ms, run) => clock.after(ms, run) }),
})
