import type { Db } from '../../db/open-database.ts'
import type { Clock } from '../../lib/clock.ts'
import { readClockRow } from './clock-store.ts'

/** The platform's clock: that of the machine, plus the offset from calibration or from a person. */
export type PlatformClock = Clock & {
  /** The machine's own, which is what calibration measures. */
  readonly machine: Clock
  /** Reads the offset again: at start, and after another process changed it. */
  refresh(): Promise<void>
}

export async function createPlatformClock(db: Db, machine: Clock): Promise<PlatformClock> {
  let offsetMs = 0
  const clock: PlatformClock = {
    machine,
    now: () => machine.now().add({ milliseconds: offsetMs }),
    async refresh() {
      offsetMs = (await readClockRow(db)).offset_ms
    },
  }
  await clock.refresh()
  return clock
}
