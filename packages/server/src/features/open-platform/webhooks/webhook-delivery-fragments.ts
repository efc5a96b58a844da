import { sql } from 'kysely'

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
