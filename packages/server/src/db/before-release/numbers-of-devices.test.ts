import { expect, it } from 'vitest'
import { createEmptyDatabase, withClient } from '../../../test/database.ts'
import { migrate } from '../migrate.ts'
import { formerMigrations } from './before-release.ts'

it('the progress of a device with a number beyond the bound is computed from its records; others stay as they were', async () => {
  const database = await createEmptyDatabase()
  await migrate(database.url, formerMigrations, ({ number }) => number <= 78)
  await withClient(database.url, async (client) => {
    await client.query(`
      insert into licence (kind, serial_number, signature, udid, activation_code, edition, valid_from, valid_to)
        values ('file', 'GH-1', '', '', '', 'enterprise', now() - interval '1 day', now() + interval '1 day');
      insert into device (ldid, secret_hash, name, type, serial_number)
        select 'DEMO-' || repeat(n, 32), '\\x00', n, 'DEMO', n from unnest(array['1', '2']) n;
      insert into device_record_progress (device_id) select id from device on conflict do nothing;
      update device_record_progress g set stored_count = 40, restored_sequence = 7, stored_sequence = case d.name when '1' then 9007199254740991 else 41 end
        from device d where d.id = g.device_id;
      insert into device_alarm_progress (device_id, stored_sequence, restored_sequence)
        select id, case name when '1' then 9007199254740991 else 8 end, case name when '1' then 9007199254740991 end from device;`)
    await migrate(database.url)
    const { rows } = await client.query(`
      select r.stored_sequence::text as records, r.restored_sequence::text as restored, a.stored_sequence::text as alarms,
        a.restored_sequence::text as restored_alarms
      from device d join device_record_progress r on r.device_id = d.id join device_alarm_progress a on a.device_id = d.id order by d.name`)
    expect(rows).toEqual([
      { records: '40', restored: '7', alarms: String(2 ** 48), restored_alarms: String(2 ** 48) },
      { records: '41', restored: '7', alarms: '8', restored_alarms: null },
    ])
  })
  await database.drop()
})
