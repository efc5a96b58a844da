import { alarmCodes, type AlarmState, type AlarmType, alarmTypeOf } from '@gatehouse/contract/device/alarm-types.ts'
import type { DoorAlarm } from '@gatehouse/engine/door/vocabulary.ts'
import { instantOf, type Clock } from '../lib/clock.ts'
import { makeId } from '../lib/random.ts'
import type { ActiveAlarm, TerminalState } from '../state/terminal-state.ts'

/** Alarms that only the end of their cause releases; every other alarm stands until somebody has seen it. */
const endsByItself: readonly AlarmType[] = [
  'door-open-too-long',
  'bluetooth-battery-low',
  'thermal-camera',
  'camera-blocked',
  'fire',
]

export type Alarms = {
  readonly active: readonly ActiveAlarm[]
  /** Does nothing if this kind of alarm is raised already. A picture must be a JPEG. */
  raise(type: AlarmType, what?: { description?: string; image?: Uint8Array | null; isHeld?: boolean }): void
  /** A decision raises this about a person. It has no end, so each one is told, and somebody at the console closes it. */
  note(type: DoorAlarm, about: { personId: string | null; description: string | null; image: Uint8Array | null }): void
  /**
   * Its cause has ended: an alarm that needs no person is released; one that somebody must see can be released remotely
   * from now on.
   */
  causeEnded(type: AlarmType): void
  release(type: AlarmType, description?: string): void
  /** Handles a remote command; gives the obstacle, or null. */
  releaseRemotely(alarm: ActiveAlarm): string | null
}

export type AlarmsOptions = {
  readonly state: TerminalState
  readonly clock: Clock
  /** A message waits for the server. */
  onReport(type: AlarmType, state: AlarmState): void
}

/**
 * The alarms of one terminal: the raised ones, on its disk, and the messages about them that the server does not have
 * yet.
 */
export function createAlarms({ state, clock, onReport }: AlarmsOptions): Alarms {
  const find = (type: AlarmType) => state.activeAlarms.find(({ code }) => code === alarmCodes[type])

  function report(alarm: ActiveAlarm, now: AlarmState, description: string | null, image: Uint8Array | null): void {
    const { id, code, canRelease } = alarm
    const at = instantOf(clock.nowMs())
    state.alarms.append({ id, code, canRelease, state: now, at, description, personId: null }, image)
    const type = alarmTypeOf(code)
    if (type) onReport(type, now)
  }

  function note(type: DoorAlarm, { personId, description, image }: Parameters<Alarms['note']>[1]): void {
    const at = instantOf(clock.nowMs())
    const code = alarmCodes[type]
    state.alarms.append({ id: makeId(), code, canRelease: false, state: 'raised', at, description, personId }, image)
    onReport(type, 'raised')
  }

  function end(alarm: ActiveAlarm, description: string | null): void {
    state.activeAlarms = state.activeAlarms.filter(({ id }) => id !== alarm.id)
    report(alarm, 'released', description, null)
  }

  return {
    get active() {
      return state.activeAlarms
    },
    raise(type, { description, image = null, isHeld = false } = {}) {
      if (find(type)) return
      const canRelease = !endsByItself.includes(type)
      const alarm = { id: makeId(), code: alarmCodes[type], canRelease, isHeld }
      state.activeAlarms = [...state.activeAlarms, alarm]
      report(alarm, 'raised', description ?? null, image)
    },
    note,
    causeEnded(type) {
      const alarm = find(type)
      if (!alarm) return
      if (!alarm.canRelease) return end(alarm, null)
      state.activeAlarms = state.activeAlarms.map((each) => (each === alarm ? { ...each, isHeld: false } : each))
    },
    release(type, description) {
      const alarm = find(type)
      if (alarm) end(alarm, description ?? null)
    },
    releaseRemotely(alarm) {
      const obstacle = !alarm.canRelease
        ? 'only the end of its cause releases this alarm'
        : alarm.isHeld
          ? 'its cause still lasts'
          : null
      if (obstacle === null) end(alarm, null)
      else report(alarm, 'release-failed', obstacle, null)
      return obstacle
    },
  }
}
