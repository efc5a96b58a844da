import { type AlarmStatus, alarmCodes, isServerAlarm, type ReleaseOutcome, type ReleaseWay } from './vocabulary.ts'

export type ReleasableAlarm = {
  code: number
  status: AlarmStatus
  /** The device says that it can be told to release this alarm. */
  canRelease: boolean
  /** Null once the device is removed. */
  deviceId: string | null
}

/**
 * How an alarm ends. An alarm that no device can be asked about any more has to be closed by somebody; so has a moment that the
 * server saw. That a device is offline ends when it is back. The rest is up to the device.
 */
export function releaseWayOf({ code, canRelease, deviceId }: Omit<ReleasableAlarm, 'status'>): ReleaseWay {
  if (deviceId === null) return 'by-hand'
  if (isServerAlarm(code)) return code === alarmCodes['offline-too-long'] ? 'by-itself' : 'by-hand'
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
