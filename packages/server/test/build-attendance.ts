import { randomUUID } from 'node:crypto'
import { pushRecords } from '@gatehouse/contract/device/link.ts'
import { getAttendanceDay } from '@gatehouse/contract/features/attendance/days.ts'
import { type RuleSettings } from '@gatehouse/contract/features/attendance/rules.ts'
import { processWholeRecomputeQueue } from '../src/features/attendance/days/process-recompute-queue.ts'
import { buildRecord, type PairedDevice } from './device-caller.ts'
import type { Caller, TestGatehouse } from './gatehouse.ts'

export const zone = 'Asia/Shanghai'

/** Nine to six from Monday to Friday, five minutes forgiven. */
export const officeHours: RuleSettings = {
  timeZone: null,
  workingWeekdays: [1, 2, 3, 4, 5],
  punchesPerDay: 2,
  earliestPunchMinute: 300,
  workStartMinute: 540,
  workEndMinute: 1080,
  lateToleranceMinutes: 5,
  earlyLeaveToleranceMinutes: 5,
  workdayOvertime: { minMinutes: 600, notBeforeMinute: 1140 },
  holidayOvertime: { minMinutes: 240, notBeforeMinute: null },
  holidays: [],
  specialWorkingDays: [],
}

/** The Monday of the week before last, in that zone: its days have long ended. */
export const pastMonday = () => {
  const today = Temporal.Now.plainDateISO(zone)
  return today.subtract({ days: today.dayOfWeek - 1 + 14 }).toString()
}
export const dayAfter = (on: string, days: number) => Temporal.PlainDate.from(on).add({ days }).toString()

export const instantAt = (on: string, time: string) =>
  Temporal.PlainDate.from(on).toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant()

/** Passages of one person at a device, as the device reports them. */
export async function passAt(device: PairedDevice, personId: string, on: string, times: readonly string[]) {
  const records = times.map((time, n) =>
    buildRecord(nextSequence() + n, {
      id: randomUUID(),
      recognisedAt: instantAt(on, time).toString({ fractionalSecondDigits: 3 }),
      kind: 'staff',
      personId,
      cosine: 0.6,
      opened: true,
      abnormal: 'none',
      reasons: [],
    }),
  )
  for (let n = 0; n < records.length; n += 200)
    await device.ask(pushRecords, { body: { records: records.slice(n, n + 200) } })
  return records
}

let sequence = 0
const nextSequence = () => (sequence += 1000)

export const follow = ({ gatehouse }: TestGatehouse) => processWholeRecomputeQueue(gatehouse.services)
export const dayOf = (caller: Caller, personId: string, on: string) =>
  caller.ask(getAttendanceDay, { params: { personId, on } })
