import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { ownFactor } from '@gatehouse/face/core/threshold-policy.ts'
import type { Db } from '../../db/open-database.ts'

/** Strangers of this many days say how alike people are here. */
export const keptScoreDays = 90

/** How many times as often as in the measured curve strangers are like people here; null: too few were seen. */
export async function readOwnFactor(db: Db, now: Temporal.Instant): Promise<number | null> {
  const rows = await db
    .selectFrom('stranger_score')
    .select('hundredth')
    .select((select) => [
      select.fn.sum<string>('strangers').as('strangers'),
      select.fn.sum<string>('people').as('people'),
    ])
    .where('seen_on', '>', dayOf(now.subtract({ hours: 24 * keptScoreDays })))
    .groupBy('hundredth')
    .execute()
  const strangers = rows.reduce((sum, row) => sum + Number(row.strangers), 0)
  const people = rows.reduce((sum, row) => sum + Number(row.people), 0) / Math.max(1, strangers)
  // The middle of the hundredth: a score was rounded down.
  return ownFactor({ counts: rows.map((row) => [(row.hundredth + 0.5) / 100, Number(row.strangers)]), people })
}

export const dayOf = (at: Temporal.Instant): string => at.toZonedDateTimeISO('UTC').toPlainDate().toString()

/** The strangers that were refused at a device within this many days, a day. */
export async function readStrangersPerDay(
  db: Db,
  deviceId: string,
  now: Temporal.Instant,
  days: number,
): Promise<number> {
  const row = await db
    .selectFrom('recognition_record')
    .select((select) => select.fn.countAll<string>().as('strangers'))
    .where('device_id', '=', deviceId)
    .where('recognised_at', '>', now.subtract({ hours: 24 * days }).toString())
    .where('kind', '=', personKindCodes.stranger)
    .executeTakeFirst()
  return Number(row?.strangers ?? 0) / days
}
