import { type QueryCreator, type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { Database } from '../../../db/tables.ts'

/**
 * A part of the statement that stores records (`stored`): queues events for webhooks that subscribed to records, in the
 * transaction of the record and in the order of the device; none if nobody did.
 */
export const deliverRecords = (now: string) => sql`
      insert into webhook_delivery (webhook_id, device_id, kind, subject_at, subject_id, created_at)
      select w.id, s.device_id, 'record', s.recognised_at, s.id, ${now}::timestamptz from webhook w cross join stored s
      where w.is_enabled and w.sends_records order by s.device_id, s.device_sequence`

/** A part of the statement that makes an alarm (`made`): queues events for webhooks that subscribed to alarms. */
export const deliverAlarm = (now: string) => sql`
      insert into webhook_delivery (webhook_id, device_id, kind, subject_at, subject_id, created_at)
      select w.id, m.device_id, 'alarm', m.raised_at, m.id, ${now}::timestamptz from webhook w cross join made m
      where w.is_enabled and w.sends_alarms`

/**
 * A part of the statement that writes movements (`moved`): queues events for webhooks that subscribed to them, those of one person in
 * their order.
 */
export const deliverMovements = (writing: QueryCreator<Database & { moved: Selectable<Database['movement']> }>) =>
  writing
    .insertInto('webhook_delivery')
    .columns(['webhook_id', 'device_id', 'kind', 'subject_at', 'subject_id', 'created_at'])
    .expression((made) =>
      made
        .selectFrom('webhook as w')
        .crossJoin('moved as m')
        .where('w.is_enabled', '=', true)
        .where('w.sends_movements', '=', true)
        .orderBy('m.moved_at')
        .select((row) => ['w.id as webhook_id', 'm.person_id', row.val('movement').as('kind')])
        .select(['m.moved_at', 'm.id', 'm.created_at']),
    )

/** Queues that a lockdown was begun or released, in its transaction and in this order, for webhooks that subscribed to it. */
export const deliverLockdown = (
  db: Db,
  { id, kind, at }: { id: string; kind: 'lockdown-begun' | 'lockdown-released'; at: string },
) =>
  db
    .insertInto('webhook_delivery')
    .columns(['webhook_id', 'device_id', 'kind', 'subject_at', 'subject_id', 'created_at'])
    .expression((made) =>
      made
        .selectFrom('webhook as w')
        .where('w.is_enabled', '=', true)
        .where(kind === 'lockdown-begun' ? 'w.sends_lockdowns_begun' : 'w.sends_lockdowns_released', '=', true)
        .select((row) => [
          'w.id as webhook_id',
          sql<string>`${id}::uuid`.as('device_id'),
          row.val(kind).as('kind'),
          sql<string>`${at}::timestamptz`.as('subject_at'),
          sql<string>`${id}::uuid`.as('subject_id'),
          sql<string>`${at}::timestamptz`.as('created_at'),
        ]),
    )
    .execute()

/** Whether anybody hears of movements. */
export const hearsMovements = sql<boolean>`exists (select from webhook w where w.is_enabled and w.sends_movements)`

/** Queues an event for webhooks that subscribed to musters; those of one muster in their order. */
export const deliverMuster = (db: QueryCreator<Database>, musterId: string, now: string) =>
  db
    .insertInto('webhook_delivery')
    .columns(['webhook_id', 'device_id', 'kind', 'subject_at', 'subject_id', 'created_at'])
    .expression((made) =>
      made
        .selectFrom('webhook as w')
        .where('w.is_enabled', '=', true)
        .where('w.sends_musters', '=', true)
        .select((row) => [
          'w.id as webhook_id',
          row.val(musterId).as('device_id'),
          row.val('muster' as const).as('kind'),
          row.val(now).as('subject_at'),
          row.val(musterId).as('subject_id'),
          row.val(now).as('created_at'),
        ]),
    )
