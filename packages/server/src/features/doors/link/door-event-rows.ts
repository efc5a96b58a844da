import type { WireDoorEvent } from '@gatehouse/contract/device/door-events.ts'
import { readInstant } from '../../../device-link/device-time.ts'
import { EntryRefused } from '../../../device-link/read-batch.ts'

/** An event as its terminal told it; `said` is the time that it claims. */
export type DoorEvent = Omit<WireDoorEvent, 'at'> & { said: string }

/** @throws EntryRefused */
export function toDoorEvent({ at, ...event }: WireDoorEvent): DoorEvent {
  const said = readInstant(at)
  if (said === undefined) throw new EntryRefused('at', 'no-instant')
  return { ...event, said }
}
