import { wireAlarm, wireRecord } from '@gatehouse/contract/device/link.ts'
import type { z } from 'zod'
import type { NewAlarm, NewRecord } from './terminal-state.ts'

/** Where a queue lies on the disk, under which name its next number is noted, and what stands in it. */
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
