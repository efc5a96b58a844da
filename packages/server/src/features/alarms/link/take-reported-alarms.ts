import { highestSequence, maxAlarms } from '@gatehouse/contract/device/link.ts'
import type { Ctx } from '../../../ctx.ts'
import { readAlarmProgress } from '../../../device-link/progress-store.ts'
import type { ReportedAlarm, Stored } from '../../../drivers/device-events.ts'
import { uuidOf } from '../../../lib/uuid-of.ts'
import { peopleOfNumbers } from '../../../people/device-numbers.ts'
import { pushAlarms } from './push-alarms.ts'

/** Stores the alarms of a device that knows people by a number and names its alarms in its own way, each message once. */
export async function takeReportedAlarms(
  ctx: Ctx,
  deviceId: string,
  reported: readonly ReportedAlarm[],
): Promise<Stored> {
  const outcome: Stored = { stored: 0, known: 0, refused: [] }
  const people = await peopleOfNumbers(
    ctx,
    reported.flatMap(({ number }) => number ?? []),
  )
  for (let from = 0; from < reported.length; from += maxAlarms) {
    const batch = reported.slice(from, from + maxAlarms)
    const sequence = Math.min(await readAlarmProgress(ctx.db, deviceId), highestSequence - maxAlarms - 1)
    const idOf = ({ key }: ReportedAlarm) => uuidOf(deviceId, 'alarm', key)
    const ports = new Map(batch.flatMap((alarm) => (alarm.port === null ? [] : [[idOf(alarm), alarm.port] as const])))
    const alarms = batch.map(({ key, number, image, ...alarm }, at) => ({
      ...alarm,
      id: uuidOf(deviceId, 'alarm', key),
      sequence: sequence + at + 1,
      personId: (number === null ? undefined : people.get(number)?.id) ?? null,
      image: image?.toString('base64') ?? null,
    }))
    const part = await pushAlarms(ctx, deviceId, { alarms, refusesSingly: true }, ports)
    outcome.stored += part.stored
    outcome.known += part.known
    for (const { index } of part.refused) outcome.refused.push(batch[index]?.key ?? '')
  }
  return outcome
}
