-- What was ended for good. The file of endings beside the database says the same, so that the restore of an older backup brings
-- nobody back who was erased since, and can tell which devices and accounts were ended.
create table ending (
  id uuid primary key default uuidv7(),
  -- erased: a person's id; unbound: an LDID; disabled, enabled: an account's id
  kind text not null constraint ending__kind check (kind in ('erased', 'unbound', 'disabled', 'enabled')),
  subject text not null,
  at timestamptz not null,
  constraint ending__once unique (kind, subject, at)
);
create index ending__erased on ending (subject) where kind = 'erased';

-- Where people had passed who were erased: the terminals there forget what they keep of it.
create table device_erasure (
  device_id uuid not null constraint device_erasure__device references device on delete cascade,
  person_id uuid not null,
  erased_at timestamptz not null,
  primary key (device_id, person_id)
);

-- The last restore from a backup, and how far the device's records and alarms had come in it.
alter table device_record_progress add column restore_id uuid, add column restored_sequence bigint;
alter table device_alarm_progress add column restored_sequence bigint;
