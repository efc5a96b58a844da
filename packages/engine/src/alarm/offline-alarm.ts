import { type AlarmEvent, serverEvent } from './alarm-event.ts'
import { alarmCodes } from './vocabulary.ts'

/** The alarm of a device that is offline for so many minutes begins when they are over, and ends when the device is back. */
export const offlineEvent = (isOnline: boolean, changedAtMs: number, minutes: number): AlarmEvent => {
  const code = alarmCodes['offline-too-long']
  return isOnline
    ? serverEvent({ state: 'released', atMs: changedAtMs, code })
    : serverEvent({ state: 'raised', atMs: changedAtMs + minutes * 60_000, code, description: `${minutes} min` })
}
