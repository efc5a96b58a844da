import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { getAlarm, listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { createEmptyDatabase, withClient } from '../../../test/database.ts'
import { startTestGatehouse } from '../../../test/gatehouse.ts'
import { migrate } from '../migrate.ts'
import { formerMigrations } from './before-release.ts'

const earlier = `
  insert into licence (kind, serial_number, signature, udid, activation_code, edition, valid_from, valid_to)
    values ('file', 'GH-1', '', '', '', 'enterprise', now() - interval '1 day', now() + interval '1 day');
  insert into device (ldid, secret_hash, name, type, serial_number) values ('DEMO-' || repeat('0', 32), '\\x00', 'Main door', 'DEMO', 'S1');
  insert into alarm (id, raised_at, last_at, released_at, received_at, device_id, device_name, code, status, can_release, has_doubtful_time, trace)
    select '00000000-0000-7000-8000-000000000001'::uuid, timestamptz '2194-05-06 07:08:09Z', timestamptz '2194-05-06 07:09:09Z',
      null::timestamptz, now() - interval '1 hour', id, name, 10001, 'raised', true, false,
      '[{"at": "2194-05-06T07:08:09Z", "kind": "raised", "by": null, "text": null}, {"at": "2026-01-02T03:04:05Z", "kind": "commented", "by": "admin", "text": "?"}]'::jsonb
    from device
    union all
    select '00000000-0000-7000-8000-000000000002', now() - interval '3 hours', '2194-05-06 07:09:09Z', '2194-05-06 07:10:09Z',
      now() - interval '2 hours', id, name, 20003, 'released', true, false,
      '[{"at": "2194-05-06T07:10:09Z", "kind": "released", "by": null, "text": null}]' from device
    union all
    select '00000000-0000-7000-8000-000000000003', now() - interval '30 minutes', now(), null, now() - interval '30 minutes', id, name, 20001,
      'raised', true, false, '[]' from device;
  insert into alarm_group (device_id, code, alarm_id, alarm_raised_at) select device_id, code, id, raised_at from alarm;
  insert into alarm_notice (alarm_raised_at, alarm_id) select raised_at, id from alarm where status = 'raised';
  insert into webhook_delivery (webhook_id, device_id, kind, subject_at, subject_id)
    select gen_random_uuid(), device_id, 'alarm', raised_at, id from alarm;`

it('alarms of the year 2194 are moved to the time of their arrival, with all references to them', async () => {
  const database = await createEmptyDatabase()
  await migrate(database.url, formerMigrations, ({ number }) => number <= 68)
  await withClient(database.url, (client) => client.query(earlier))
  await withClient(database.url, async (client) => {
    const { rows } = await client.query(`select count(*)::int as all, count(a.id)::int as found from alarm_group g
      left join alarm a on a.raised_at = g.alarm_raised_at and a.id = g.alarm_id`)
    expect(rows).toEqual([{ all: 3, found: 3 }])
  })
  await migrate(database.url)
  const house = await startTestGatehouse({ database })
  const admin = await house.asRole('superAdmin')
  const { items } = await admin.ask(listAlarms)
  expect(items.map(({ id, hasDoubtfulTime }) => [id.at(-1), hasDoubtfulTime])).toEqual([
    ['3', false],
    ['1', true],
    ['2', true],
  ])
  const [, wild, late] = items
  expect(wild).toMatchObject({
    claimedAt: '2194-05-06T07:08:09Z',
    raisedAt: wild?.receivedAt,
    lastAt: wild?.receivedAt,
  })
  expect(late).toMatchObject({ claimedAt: null, lastAt: late?.receivedAt, releasedAt: late?.receivedAt })
  const { trace } = await admin.ask(getAlarm, { params: { id: wild?.id ?? '' } })
  expect(trace.map(({ kind, claimedAt }) => [kind, claimedAt])).toEqual([
    ['raised', '2194-05-06T07:08:09Z'],
    ['commented', null],
  ])
  for (const { at } of trace) expect(at < '2100').toBe(true)
  const { rows } = await sql`
    select (select count(*)::int from alarm_group g join alarm a on a.raised_at = g.alarm_raised_at and a.id = g.alarm_id) as groups,
      (select count(*)::int from alarm_notice n where not exists (
        select from alarm a where a.raised_at = n.alarm_raised_at and a.id = n.alarm_id)) as lost_notices,
      (select count(*)::int from webhook_delivery d join alarm a on a.raised_at = d.subject_at and a.id = d.subject_id) as deliveries`.execute(
    house.db,
  )
  expect(rows).toEqual([{ groups: 3, lost_notices: 0, deliveries: 3 }])
  await house.close()
})

it('references to records of the year 2194 move with them to the time of their arrival', async () => {
  const database = await createEmptyDatabase()
  await migrate(database.url, formerMigrations, ({ number }) => number <= 43)
  await withClient(database.url, (client) =>
    client.query(`
      insert into device (ldid, secret_hash, name, type, serial_number) values ('DEMO-' || repeat('0', 32), '\\x00', 'Main door', 'DEMO', 'S1');
      insert into recognition_record (id, recognised_at, device_id, device_sequence, device_name, kind, direction, entry_mode, opened,
          abnormal, reasons, capture_hash, has_doubtful_time)
        select gen_random_uuid(), '2194-05-06 07:08:09Z', id, 1, name, 3, 0, 'face', false, 'stranger', '[]', '\\x02', true from device;
      insert into capture_template (record_id, recognised_at, model_id, embedding_sealed)
        select id, recognised_at, 'none', '\\x03' from recognition_record;
      insert into capture_due (recognised_at, record_id) select recognised_at, id from recognition_record;
      insert into alarm_due (device_id, recognised_at, record_id) select device_id, recognised_at, id from recognition_record;
      insert into webhook_delivery (webhook_id, device_id, kind, subject_at, subject_id)
        select gen_random_uuid(), device_id, 'record', recognised_at, id from recognition_record;`),
  )
  await migrate(database.url)
  const { rows } = await withClient(database.url, (client) =>
    client.query(`
      select r.claimed_at is not null as moved, t.recognised_at = r.recognised_at as face, c.recognised_at = r.recognised_at as capture,
        a.recognised_at = r.recognised_at as alarm, d.subject_at = r.recognised_at as delivery
      from recognition_record r join capture_template t on t.record_id = r.id join capture_due c on c.record_id = r.id
      join alarm_due a on a.record_id = r.id join webhook_delivery d on d.subject_id = r.id`),
  )
  expect(rows).toEqual([{ moved: true, face: true, capture: true, alarm: true, delivery: true }])
  await database.drop()
})
