import type { AlarmEvent } from '@gatehouse/engine/alarm/alarm-event.ts'
import {
  alarmOfRecord,
  alarmOfSeries,
  possibleSeriesEnds,
  type RecordAlarmRules,
} from '@gatehouse/engine/alarm/record-alarms.ts'
import { type Ctx, inTransaction, type Services } from '../../../ctx.ts'
import { lockAlarmProgress } from '../../../device-link/progress-store.ts'
import { type AlarmSettingsRow, readAlarmSettings } from '../alarm-event-store.ts'
import type { Db } from '../../../db/open-database.ts'
import type { LiveUpdates } from '../../../hints/live-updates.ts'
import { countStrangers, type DueRecord, findDueDevice, takeDueRecords } from '../record-alarm-store.ts'
import { storeAlarmEvents } from './store-alarm-events.ts'

/** Makes alarms of records, right after they are stored. */
export type RecordAlarms = {
  /** There may be something to evaluate; returns at once. */
  nudge(): void
  close(): Promise<void>
}

type EvaluateServices = Pick<Services, 'db' | 'clock' | 'log'>

/** The next process, or the job of the minute, evaluates the records that are due when this process dies. */
export function createRecordAlarms(services: EvaluateServices, liveUpdates: LiveUpdates): RecordAlarms {
  let isAskedAgain = false
  let isClosed = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    do {
      isAskedAgain = false
      if ((await evaluateDueRecords(services)) > 0) liveUpdates.notify('alarms')
    } while (isAskedAgain && !isClosed)
  }

  function nudge(): void {
    isAskedAgain = true
    if (isClosed || running) return
    running = run()
      .catch((error: unknown) => services.log.error({ err: error }, 'alarms could not be made of records'))
      .finally(() => (running = undefined))
  }

  nudge()
  return {
    nudge,
    async close() {
      isClosed = true
      await running
    },
  }
}

/** Evaluates everything that is due, one device in a transaction. Gives how many events became alarms or were counted on one. */
export async function evaluateDueRecords(services: EvaluateServices): Promise<number> {
  let made = 0
  for (;;) {
    const deviceId = await findDueDevice(services.db)
    if (deviceId === undefined) return made
    const counted = await inTransaction(services, (ctx) => evaluateDevice(ctx, deviceId))
    // Another process has taken them and evaluates them.
    if (counted === undefined) return made
    made += counted
  }
}

async function evaluateDevice(ctx: Pick<Ctx, 'db' | 'clock'>, deviceId: string): Promise<number | undefined> {
  const isThere = (await lockAlarmProgress(ctx.db, deviceId)) !== undefined
  const due = await takeDueRecords(ctx.db, deviceId)
  if (due.length === 0) return undefined
  if (!isThere) return 0
  const rules = rulesOf(await readAlarmSettings(ctx.db))
  const events = due.flatMap((record) => alarmOfRecord(record, rules) ?? [])
  const strangers = await findSeries(ctx.db, deviceId, due, rules)
  const all = strangers ? [...events, strangers] : events
  await storeAlarmEvents(ctx, deviceId, all)
  return all.length
}

const rulesOf = (row: AlarmSettingsRow): RecordAlarmRules => ({
  isBlacklistedEnabled: row.blacklisted_enabled,
  isOutsideTimeEnabled: row.outside_time_enabled,
  isStrangersEnabled: row.strangers_enabled,
  strangerCount: row.stranger_count,
  strangerMinutes: row.stranger_minutes,
})

async function findSeries(
  db: Db,
  deviceId: string,
  due: readonly DueRecord[],
  rules: RecordAlarmRules,
): Promise<AlarmEvent | undefined> {
  for (const record of possibleSeriesEnds(due, rules)) {
    const after = Temporal.Instant.from(record.recognisedAt).subtract({ minutes: rules.strangerMinutes }).toString()
    const strangers = await countStrangers(db, deviceId, after, record.recognisedAt, rules.strangerCount)
    const event = alarmOfSeries(record, strangers, rules)
    if (event) return event
  }
  return undefined
}
