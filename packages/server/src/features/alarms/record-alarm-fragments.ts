import { alarmAbnormalTypes, alarmPersonKinds } from '@gatehouse/engine/alarm/record-alarms.ts'
import { sql } from 'kysely'

/** Whether the device of a record has named somebody whom it does not know. */
export const namesElsewhere = sql`reasons @> '[{"code":"person-elsewhere"}]' as is_elsewhere`

/** A part of the statement that stores records (`stored`): it queues those that may raise an alarm (link/record-alarms.ts). */
export const noteDueRecords = sql`
      insert into alarm_due (device_id, recognised_at, record_id)
      select device_id, recognised_at, id from stored where is_elsewhere or kind in (${sql.join(alarmPersonKinds.map(sql.lit))})
        or abnormal in (${sql.join(alarmAbnormalTypes.map(sql.lit))})`
