import type { AlarmType } from '@gatehouse/contract/device/alarm-types.ts'
import type { Behaviour } from '../core/behaviour.ts'

export type PlannedAlarm = {
  readonly type: AlarmType
  /** The seconds after which its cause ends; null: it stays. */
  readonly seconds: number | null
}

/** Raises these alarms at each start, to try out the server's handling of alarms. */
export const simulateAlarms = (planned: readonly PlannedAlarm[]): Behaviour => ({
  name: 'simulated-alarms',
  start(terminal) {
    const cancels: (() => void)[] = []
    const stop = (): void => cancels.forEach((cancel) => cancel())
    for (const { type, seconds } of planned) {
      terminal.alarms.raise(type, { description: 'simulated' })
      if (seconds !== null) cancels.push(terminal.clock.after(seconds * 1000, () => terminal.alarms.release(type)))
    }
    return { stop, die: stop }
  },
})
