import { wireDoorEvent } from '@gatehouse/contract/device/door-events.ts'
import { wireAlarm, wireRecord } from '@gatehouse/contract/device/link.ts'
import type { z } from 'zod'
import type { NewAlarm, NewDoorEvent, NewRecord } from './terminal-state.ts'

/** The place of a queue on the disk, the name of its next number, and the type of its entries. */
export type QueueKind<Body> = {
  readonly table: 'record' | 'alarm' | 'door_event'
  readonly note: string
  readonly schema: z.ZodType<Body>
}

export const recordKind: QueueKind<NewRecord> = {
  table: 'record',
  note: 'next-sequence',
  schema: wireRecord.omit({ sequence: true, capture: true }),
}

export const alarmKind: QueueKind<NewAlarm> = {
  table: 'alarm',
  note: 'next-alarm-sequence',
  schema: wireAlarm.omit({ sequence: true, image: true }),
}

export const doorEventKind: QueueKind<NewDoorEvent> = {
  table: 'door_event',
  note: 'next-door-event-sequence',
  schema: wireDoorEvent.omit({ sequence: true }),
}
