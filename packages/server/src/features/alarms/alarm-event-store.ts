import type { TraceEntry } from '@gatehouse/contract/features/alarms.ts'
import { portOfSubject } from '@gatehouse/engine/alarm/alarm-event.ts'
import type { AlarmDraft } from '@gatehouse/engine/alarm/count-event.ts'
import type { AlarmStatus } from '@gatehouse/engine/alarm/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { instantOf } from '../../lib/clock.ts'
import { deliverAlarm } from '../open-platform/webhooks/webhook-delivery-fragments.ts'

/** The number of messages of a device that are recognised: far more than one request, or what a terminal repeats after a disconnection. */
const keptMessages = 1_000

/** The content of a device's message, by which it is recognised; a message with another number is still the same. */
type Said = { deviceAlarmId: string | null; state: string; said: string }

/** Stores the messages that are new. Gives them by their index, and whether the alarm's release has arrived already. */
export async function insertMessages(
  db: Db,
  deviceId: string,
  messages: readonly Said[],
): Promise<{ place: number; isReleased: boolean }[]> {
  const { rows } = await sql<{ place: number; is_released: boolean }>`
    with sent as (
      select distinct on (s.alarm_id, s.state, s.said_at) s.* from unnest(
        ${messages.map(({ deviceAlarmId }) => deviceAlarmId)}::uuid[], ${messages.map(({ state }) => state)}::text[],
        ${messages.map(({ said }) => said)}::timestamptz[]) with ordinality as s(alarm_id, state, said_at, place)
      order by s.alarm_id, s.state, s.said_at, s.place
    ), fresh as (
      select s.* from sent s where not exists (select from alarm_message m
        where m.device_id = ${deviceId} and m.alarm_id = s.alarm_id and m.state = s.state and m.said_at = s.said_at)
    ), noted as (
      insert into alarm_message (device_id, alarm_id, state, said_at)
      select ${deviceId}::uuid, alarm_id, state, said_at from fresh order by place
    )
    select (f.place - 1)::int as place, exists (select from alarm_message m
      where m.device_id = ${deviceId} and m.alarm_id = f.alarm_id and m.state = 'released' and m.said_at >= f.said_at) as is_released
    from fresh f order by f.place`.execute(db)
  if (rows.length > 0)
    await sql`
      delete from alarm_message where device_id = ${deviceId} and number <= (
        select number from alarm_message where device_id = ${deviceId} order by number desc offset ${keptMessages} limit 1)`.execute(
      db,
    )
  return rows.map(({ place, is_released }) => ({ place, isReleased: is_released }))
}

/** The types of this device whose latest alarm has no picture: a picture of these is worth keeping. */
export async function selectPicturedCodes(db: Db, deviceId: string): Promise<Set<number>> {
  const { rows } = await sql<{ code: number }>`
    select g.code from alarm_group g join alarm a on a.raised_at = g.alarm_raised_at and a.id = g.alarm_id
    where g.device_id = ${deviceId} and a.image_hash is not null and a.status <> 'released'`.execute(db)
  return new Set(rows.map(({ code }) => code))
}

type LatestRow = {
  id: string
  raised_at: string
  last_at: string
  claimed_at: string | null
  released_at: string | null
  times: number
  code: number
  subject: string
  status: AlarmStatus
  description: string | null
  person_id: string | null
  record_id: string | null
  image_hash: Buffer | null
  device_alarm_id: string | null
  can_release: boolean
  acknowledged_at: string | null
  is_closed_by_hand: boolean
  trace_length: number
}

const msOf = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds

/** The latest alarms of these kinds at a device, locked: in one order, so that two who lock several never wait for each other. */
export async function lockLatestAlarms(
  db: Db,
  deviceId: string,
  keys: readonly { code: number; subject: string }[],
): Promise<AlarmDraft[]> {
  const { rows } = await sql<LatestRow>`
    select a.id, a.raised_at, a.last_at, a.claimed_at, a.released_at, a.times, a.code, g.subject, a.status, a.description, a.person_id,
      a.record_id, a.image_hash, a.device_alarm_id, a.can_release, a.acknowledged_at, a.is_closed_by_hand,
      jsonb_array_length(a.trace) as trace_length
    from alarm_group g join alarm a on a.raised_at = g.alarm_raised_at and a.id = g.alarm_id
    where g.device_id = ${deviceId} and (g.code, g.subject) in (
      select * from unnest(${keys.map(({ code }) => code)}::int[], ${keys.map(({ subject }) => subject)}::uuid[]))
    order by a.id for update of a`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    raisedAtMs: msOf(row.raised_at),
    lastAtMs: msOf(row.last_at),
    claimedAt: row.claimed_at,
    releasedAtMs: row.released_at === null ? null : msOf(row.released_at),
    times: row.times,
    code: row.code,
    subject: row.subject,
    status: row.status,
    description: row.description,
    personId: row.person_id,
    recordId: row.record_id,
    imageHash: row.image_hash,
    deviceAlarmId: row.device_alarm_id,
    canRelease: row.can_release,
    isAcknowledged: row.acknowledged_at !== null,
    isClosedByHand: row.is_closed_by_hand,
    traceLength: row.trace_length,
    isDoubtful: false,
    isNew: false,
    isChanged: false,
    added: [],
  }))
}

/** A new alarm, with the names of this moment; it becomes the latest of its kind, and its notification is asked for. */
export async function insertAlarm(db: Db, deviceId: string, draft: AlarmDraft, now: string): Promise<void> {
  const raisedAt = instantOf(draft.raisedAtMs)
  await sql`
    with made as (
      insert into alarm (id, raised_at, last_at, received_at, claimed_at, times, device_id, device_name, device_location, code, status,
        description, person_id, person_name, record_id, image_hash, device_alarm_id, can_release, port, released_at, has_doubtful_time, trace)
      select ${draft.id}::uuid, ${raisedAt}::timestamptz, ${instantOf(draft.lastAtMs)}::timestamptz, ${now}::timestamptz, ${draft.claimedAt}::timestamptz, ${draft.times}::int,
        d.id, d.name, d.location, ${draft.code}::int, ${draft.status}, ${draft.description}, p.id, p.name, ${draft.recordId}::uuid,
        ${draft.imageHash}::bytea, ${draft.deviceAlarmId}::uuid, ${draft.canRelease}::boolean, ${portOfSubject(draft.subject)}::smallint,
        ${draft.releasedAtMs === null ? null : instantOf(draft.releasedAtMs)}::timestamptz,
        ${draft.isDoubtful}::boolean or abs(coalesce(d.clock_offset_ms, 0)::bigint) > 300000
          or ${raisedAt}::timestamptz > ${now}::timestamptz + interval '5 minutes'
          or ${raisedAt}::timestamptz < d.created_at - interval '5 minutes',
        ${JSON.stringify(draft.added)}::jsonb
      from device d left join person p on p.id = ${draft.personId}::uuid where d.id = ${deviceId}
      returning device_id, code, id, raised_at
    ), noticed as (
      insert into alarm_notice (alarm_raised_at, alarm_id) select raised_at, id from made where ${draft.status !== 'released'}::boolean
    ), told as (${deliverAlarm(now)}
    )
    insert into alarm_group (device_id, code, subject, alarm_id, alarm_raised_at)
    select device_id, code, ${draft.subject}::uuid, id, raised_at from made
    on conflict (device_id, code, subject) do update set alarm_id = excluded.alarm_id, alarm_raised_at = excluded.alarm_raised_at`.execute(
    db,
  )
}

export const updateAlarm = (db: Db, draft: AlarmDraft) =>
  sql`
    update alarm set times = ${draft.times}, last_at = ${instantOf(draft.lastAtMs)}, status = ${draft.status},
      released_at = ${draft.releasedAtMs === null ? null : instantOf(draft.releasedAtMs)}, image_hash = ${draft.imageHash}::bytea,
      device_alarm_id = ${draft.deviceAlarmId}::uuid, can_release = ${draft.canRelease},
      release_command_id = case when ${draft.status} in ('released', 'release-failed') then null else release_command_id end,
      has_doubtful_time = has_doubtful_time or ${draft.isDoubtful}, trace = trace || ${JSON.stringify(draft.added)}::jsonb
    where raised_at = ${instantOf(draft.raisedAtMs)} and id = ${draft.id}`.execute(db)

/** The outcome of a remote release. The device reports the release by itself too; the first of the two counts. */
export async function settleRelease(
  db: Db,
  commandId: string,
  status: 'released' | 'release-failed',
  entry: TraceEntry,
): Promise<boolean> {
  const { rows } = await sql`
    update alarm set status = ${status}, release_command_id = null, trace = trace || ${JSON.stringify([entry])}::jsonb,
      released_at = case when ${status} = 'released' then greatest(${entry.at}::timestamptz, last_at) else released_at end
    where release_command_id = ${commandId} and status <> 'released' returning 1`.execute(db)
  return rows.length > 0
}

/** Remote releases that nobody answered in time. */
export async function failExpiredReleases(db: Db, entry: TraceEntry): Promise<number> {
  const { rows } = await sql`
    update alarm a set status = 'release-failed', release_command_id = null, trace = a.trace || ${JSON.stringify([entry])}::jsonb
    where a.release_command_id is not null and a.status <> 'released'
      and not exists (select from device_command c where c.id = a.release_command_id and c.state = 'waiting' and c.expires_at > ${entry.at}::timestamptz)
    returning 1`.execute(db)
  return rows.length
}

/** Deletes the pointers to alarms that can count no more events: alarms that ended, or were momentary, before this time. */
export async function purgeGroups(db: Db, before: string, momentCodes: readonly number[]): Promise<number> {
  const { rows } = await sql`
    delete from alarm_group g where not exists (
      select from alarm a where a.raised_at = g.alarm_raised_at and a.id = g.alarm_id
        and (a.last_at >= ${before} or (a.status <> 'released' and g.code <> all(${[...momentCodes]}::int[]))))
    returning 1`.execute(db)
  return rows.length
}

export type AlarmSettingsRow = {
  group_minutes: number
  blacklisted_enabled: boolean
  outside_time_enabled: boolean
  strangers_enabled: boolean
  stranger_count: number
  stranger_minutes: number
  offline_enabled: boolean
  offline_minutes: number
  keep_days: number | null
}

export const readAlarmSettings = (db: Db): Promise<AlarmSettingsRow> =>
  db
    .selectFrom('alarm_setting')
    .select(['group_minutes', 'blacklisted_enabled', 'outside_time_enabled', 'strangers_enabled'])
    .select(['stranger_count', 'stranger_minutes', 'offline_enabled', 'offline_minutes', 'keep_days'])
    .executeTakeFirstOrThrow()
