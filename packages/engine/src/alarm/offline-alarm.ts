import { type AlarmEvent, serverEvent } from './alarm-event.ts'
import { alarmCodes } from './vocabulary.ts'

/**
 * The alarm of an offline device begins when the device has been offline for this many minutes, and ends when it is
 * back.
 */
export const offlineEvent = (isOnline: boolean, changedAtMs: number, minutes: number): AlarmEvent => {
  const code = alarmCodes['offline-too-long']
  return isOnline
    ? serverEvent({ state: 'released', atMs: changedAtMs, code })
    : serverEvent({ state: 'raised', atMs: changedAtMs + minutes * 60_000, code, description: `${minutes} min` })
}
