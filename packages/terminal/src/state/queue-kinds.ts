import { wireAlarm, wireRecord } from '@gatehouse/contract/device/link.ts'
import type { z } from 'zod'
import type { NewAlarm, NewRecord } from './terminal-state.ts'

/** The place of a queue on the disk, the name of its next number, and the type of its entries. */
export type QueueKind<Body> = {
  readonly table: 'record' | 'alarm'
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
