import { type AlarmStatus, endsAtServer, isMoment, type ReleaseOutcome, type ReleaseWay } from './vocabulary.ts'

export type ReleasableAlarm = {
  code: number
  status: AlarmStatus
  /** The device says that it can be told to release this alarm. */
  canRelease: boolean
  /** Null once the device is removed. */
  deviceId: string | null
}

/**
 * The way in which an alarm ends. If its device is gone, somebody has to close it; the same holds for a moment that the
 * server or a decision at the door saw. The alarm of an offline device ends when the device is back, that of a visit when
 * the visitor is out. Every other alarm is up to its device.
 */
export function releaseWayOf({ code, canRelease, deviceId }: Omit<ReleasableAlarm, 'status'>): ReleaseWay {
  if (deviceId === null) return 'by-hand'
  if (isMoment(code)) return 'by-hand'
  if (endsAtServer(code)) return 'by-itself'
  return canRelease ? 'remote' : 'by-itself'
}

/** The outcome of a request to release an alarm; undefined stands for an alarm that was deleted meanwhile. */
export function evaluateRelease(alarm: (ReleasableAlarm & { isDeviceOnline: boolean }) | undefined): ReleaseOutcome {
  if (!alarm) return 'gone'
  if (alarm.status === 'released') return 'released-before'
  switch (releaseWayOf(alarm)) {
    case 'by-hand':
      return 'released'
    case 'by-itself':
      return 'by-itself'
    case 'remote':
      return alarm.isDeviceOnline ? 'asked' : 'device-offline'
  }
}
