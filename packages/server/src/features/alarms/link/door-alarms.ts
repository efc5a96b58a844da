import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import { personKindCodes, outsideTime } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Ctx, Services } from '../../../ctx.ts'
import { type AlarmEvent, noSubject } from './alarm-group.ts'
import { type AlarmSettingsRow, lockAlarmProgress, readAlarmSettings } from './alarm-event-store.ts'
import type { LiveUpdates } from '../../../hints/console-news.ts'
import { countStrangers, type DueRecord, findDueDevice, takeDueRecords } from './door-alarm-store.ts'
import { storeAlarmEvents } from './store-alarm-events.ts'

/** Makes alarms of what stood at doors, right after the records are stored. */
export type DoorAlarms = {
  /** There may be something to judge; returns at once. */
  nudge(): void
  close(): Promise<void>
}

type JudgeServices = Pick<Services, 'db' | 'clock' | 'log'>

/** What is due when the process dies is judged by the next one, or by the job of the minute. */
export function openDoorAlarms(services: JudgeServices, news: LiveUpdates): DoorAlarms {
  let isAskedAgain = false
  let isClosed = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    do {
      isAskedAgain = false
      if ((await judgeDueRecords(services)) > 0) news.tell('alarms')
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

/** Judges everything that is due, one device in a transaction. Gives how many events became alarms or were counted on one. */
export async function judgeDueRecords(services: JudgeServices): Promise<number> {
  let made = 0
  for (;;) {
    const deviceId = await findDueDevice(services.db)
    if (deviceId === undefined) return made
    const judged = await services.db.transaction().execute((db) => judgeDevice({ db, clock: services.clock }, deviceId))
    // Taken by a sister process meanwhile: it sees to them.
    if (judged === undefined) return made
    made += judged
  }
}

async function judgeDevice(ctx: Pick<Ctx, 'db' | 'clock'>, deviceId: string): Promise<number | undefined> {
  const isThere = (await lockAlarmProgress(ctx.db, deviceId)) !== undefined
  const due = await takeDueRecords(ctx.db, deviceId)
  if (due.length === 0) return undefined
  if (!isThere) return 0
  const settings = await readAlarmSettings(ctx.db)
  const events = due.flatMap((record) => eventOf(record, settings) ?? [])
  const strangers = await strangerEvent(ctx, deviceId, due, settings)
  const all = strangers ? [...events, strangers] : events
  await storeAlarmEvents(ctx, deviceId, all)
  return all.length
}

function eventOf(record: DueRecord, settings: AlarmSettingsRow): AlarmEvent | undefined {
  if (record.kind === personKindCodes.blacklisted)
    return settings.blacklisted_enabled ? momentOf(alarmCodes.blacklisted, record) : undefined
  const isOutside = outsideTime.some((word) => word === record.abnormal)
  return isOutside && settings.outside_time_enabled ? momentOf(alarmCodes['outside-time'], record) : undefined
}

async function strangerEvent(
  ctx: Pick<Ctx, 'db'>,
  deviceId: string,
  due: readonly DueRecord[],
  settings: AlarmSettingsRow,
): Promise<AlarmEvent | undefined> {
  if (!settings.strangers_enabled) return undefined
  const { stranger_count: count, stranger_minutes: minutes } = settings
  // Each of them may be the last of a series: records may come late, and many at once.
  for (const record of due.filter(({ kind }) => kind === personKindCodes.stranger).toReversed()) {
    const before = Temporal.Instant.from(record.recognised_at).subtract({ minutes }).toString()
    if ((await countStrangers(ctx.db, deviceId, before, record.recognised_at, count)) < count) continue
    return { ...momentOf(alarmCodes.strangers, record), description: `${count} / ${minutes} min` }
  }
  return undefined
}

const momentOf = (code: number, record: DueRecord): AlarmEvent => ({
  state: 'raised',
  atMs: Temporal.Instant.from(record.recognised_at).epochMilliseconds,
  claimedAt: record.claimed_at,
  code,
  subject: record.person_id ?? noSubject,
  deviceAlarmId: null,
  description: null,
  personId: record.person_id,
  recordId: record.id,
  canRelease: false,
  imageHash: record.capture_hash,
})
