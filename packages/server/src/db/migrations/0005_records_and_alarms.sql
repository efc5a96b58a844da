-- What devices report: who was recognised where, and alarms.

-- Partitioned by the device's time: a record that is sent again carries the same time and so meets its first copy.
create table recognition_record (
  id uuid not null,
  recognised_at timestamptz not null,
  received_at timestamptz not null default now(),
  device_id uuid not null,
  device_sequence bigint not null,
  device_name text not null,
  kind smallint not null constraint recognition_record__kind check (kind between 1 and 5),
  person_id uuid,
  person_name text,
  direction smallint not null,
  entry_mode text not null,
  cosine real,
  liveness real,
  opened boolean not null,
  abnormal text not null,
  reasons jsonb not null,
  capture_hash bytea,
  has_doubtful_time boolean not null,
  -- What is known of a record beside what the device said: the department at that time, a misrecognition mark (irreversible),
  -- and the person that a stranger turned out to be (the record itself stays a stranger's).
  department_id uuid,
  misrecognition text,
  misrecognition_by text,
  misrecognition_at timestamptz,
  linked_person_id uuid,
  linked_by text,
  linked_at timestamptz,
  -- Where on the capture the face is: left, top, right, bottom in thousandths. Null where the device said nothing of it.
  face_box smallint[],
  -- What a device claimed, where that is more than a day ahead of the server's clock: such a record stands at the time of its arrival
  -- (recognised_at), or one terminal with a wrong clock would lead every list for years. Null for all others.
  claimed_at timestamptz,
  -- Who else a record may be about, most alike first: [{ "id", "name", "kind", "cosine" }], named as they were called then.
  -- The other entries of a known face, or the people of whom nobody could tell which a stranger was; null: nobody else.
  candidates jsonb,
  primary key (recognised_at, id)
) partition by range (recognised_at);
create table recognition_record_default partition of recognition_record default;
create index recognition_record__id on recognition_record (id);
create index recognition_record__device on recognition_record (device_id, recognised_at desc, id desc);
create index recognition_record__person on recognition_record (person_id, recognised_at desc, id desc) where person_id is not null;
-- Most records are of staff who passed: the list finds those along its own order, and only the others are worth an index.
create index recognition_record__kind on recognition_record (kind, recognised_at desc, id desc) where kind <> 1;
create index recognition_record__refused on recognition_record (recognised_at desc, id desc) where not opened;
-- Before a picture's bytes are deleted: whether another record has them. Records without a picture pay nothing for it.
create index recognition_record__capture on recognition_record (capture_hash) where capture_hash is not null;
create index recognition_record__not_staff on recognition_record (recognised_at desc, id desc) where kind <> 1;
create index recognition_record__abnormal on recognition_record (abnormal, recognised_at desc, id desc) where abnormal <> 'none';
create index recognition_record__entry_mode on recognition_record (entry_mode, recognised_at desc, id desc) where entry_mode <> 'face';
create index recognition_record__misrecognition on recognition_record (recognised_at desc, id desc) where misrecognition is not null;
create index recognition_record__candidates on recognition_record using gin (candidates jsonb_path_ops) where candidates is not null;
-- The day of attendance that a device claimed of a record, where the record stands at its arrival: hardly any has one.
create index recognition_record__claimed on recognition_record (person_id, claimed_at) where claimed_at is not null;

-- How far a device's records have come. A row of its own: storing records must never wait for whoever edits the device.
-- stored_sequence - stored_count is how many are missing.
create table device_record_progress (
  device_id uuid primary key constraint device_record_progress__device references device on delete cascade,
  stored_sequence bigint not null default 0,
  stored_count bigint not null default 0,
  -- The last restore from a backup, and how far the device's records and alarms had come in it.
  restore_id uuid,
  restored_sequence bigint
);

-- How many records there are: in each quarter of an hour (every zone's midnight is one's beginning) by device, kind and
-- door, and of staff by department. Kept by triggers, so that no way of writing or deleting records can miss them.
-- Misrecognised records do not count.
create table record_count (
  bucket timestamptz not null,
  device_id uuid not null,
  kind smallint not null,
  opened boolean not null,
  records bigint not null,
  primary key (bucket, device_id, kind, opened)
) with (fillfactor = 70);

create table department_record_count (
  bucket timestamptz not null,
  department_id uuid not null,
  opened boolean not null,
  records bigint not null,
  primary key (bucket, department_id, opened)
) with (fillfactor = 70);

create function record_bucket(at timestamptz) returns timestamptz language sql immutable parallel safe
  return date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00');

-- Rows are taken in the order of their keys: two transactions never wait for each other.
create function count_inserted_records() returns trigger language plpgsql as $$
begin
  insert into record_count as c (bucket, device_id, kind, opened, records)
    select record_bucket(recognised_at), device_id, kind, opened, count(*) from new_rows
    where misrecognition is null group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (bucket, device_id, kind, opened) do update set records = c.records + excluded.records;
  insert into department_record_count as c (bucket, department_id, opened, records)
    select record_bucket(recognised_at), department_id, opened, count(*) from new_rows
    where misrecognition is null and department_id is not null group by 1, 2, 3 order by 1, 2, 3
    on conflict (bucket, department_id, opened) do update set records = c.records + excluded.records;
  return null;
end $$;
create trigger recognition_record__count_inserted after insert on recognition_record
  referencing new table as new_rows for each statement execute function count_inserted_records();

create function count_deleted_records() returns trigger language plpgsql as $$
begin
  insert into record_count as c (bucket, device_id, kind, opened, records)
    select record_bucket(recognised_at), device_id, kind, opened, -count(*) from old_rows
    where misrecognition is null group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (bucket, device_id, kind, opened) do update set records = c.records + excluded.records;
  insert into department_record_count as c (bucket, department_id, opened, records)
    select record_bucket(recognised_at), department_id, opened, -count(*) from old_rows
    where misrecognition is null and department_id is not null group by 1, 2, 3 order by 1, 2, 3
    on conflict (bucket, department_id, opened) do update set records = c.records + excluded.records;
  return null;
end $$;
create trigger recognition_record__count_deleted after delete on recognition_record
  referencing old table as old_rows for each statement execute function count_deleted_records();

create function count_updated_records() returns trigger language plpgsql as $$
begin
  insert into record_count as c (bucket, device_id, kind, opened, records)
    select record_bucket(recognised_at), device_id, kind, opened, sum(change) from (
      select recognised_at, device_id, kind, opened, 1 as change from new_rows where misrecognition is null
      union all select recognised_at, device_id, kind, opened, -1 from old_rows where misrecognition is null) changes
    group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
    on conflict (bucket, device_id, kind, opened) do update set records = c.records + excluded.records;
  insert into department_record_count as c (bucket, department_id, opened, records)
    select record_bucket(recognised_at), department_id, opened, sum(change) from (
      select recognised_at, department_id, opened, 1 as change from new_rows where misrecognition is null and department_id is not null
      union all select recognised_at, department_id, opened, -1 from old_rows where misrecognition is null and department_id is not null) changes
    group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
    on conflict (bucket, department_id, opened) do update set records = c.records + excluded.records;
  return null;
end $$;
create trigger recognition_record__count_updated after update on recognition_record
  referencing old table as old_rows new table as new_rows for each statement execute function count_updated_records();

-- Sums of the counts of whole days (UTC) that are over, made by a job: a month is not added up from the quarters of an hour of
-- each door. A day stands here only while its sums are right: whatever changes a record of it takes it out, and its sums with it.
create table summed_day (day date primary key);

create table quarter_sum (
  day date not null references summed_day on delete cascade,
  bucket timestamptz not null,
  kind smallint not null,
  opened boolean not null,
  records bigint not null,
  primary key (day, bucket, kind, opened)
);

create table device_sum (
  day date not null references summed_day on delete cascade,
  device_id uuid not null,
  kind smallint not null,
  opened boolean not null,
  records bigint not null,
  primary key (day, device_id, kind, opened)
);

create table department_sum (
  day date not null references summed_day on delete cascade,
  department_id uuid not null,
  opened boolean not null,
  records bigint not null,
  primary key (day, department_id, opened)
);

create function take_out_summed_days() returns trigger language plpgsql as $$
declare
  changed date[];
begin
  if tg_op = 'INSERT' then
    changed := array(select distinct (recognised_at at time zone 'UTC')::date as day from new_rows order by day);
  elsif tg_op = 'DELETE' then
    changed := array(select distinct (recognised_at at time zone 'UTC')::date as day from old_rows order by day);
  else
    -- What is counted by never changes but for these two: a mark, and a department that is forgotten with its person.
    changed := array(
      select distinct (n.recognised_at at time zone 'UTC')::date as day
      from new_rows n join old_rows o on o.recognised_at = n.recognised_at and o.id = n.id
      where (n.misrecognition, n.department_id) is distinct from (o.misrecognition, o.department_id) order by day);
  end if;
  -- Many change a day at once; who sums it (record-store.ts) waits for them, and they for the sum.
  perform pg_advisory_xact_lock_shared(hashtext('summed_day'), day - date '2000-01-01') from unnest(changed) day;
  delete from summed_day where day = any(changed);
  return null;
end $$;
create trigger recognition_record__unsum_inserted after insert on recognition_record
  referencing new table as new_rows for each statement execute function take_out_summed_days();
create trigger recognition_record__unsum_deleted after delete on recognition_record
  referencing old table as old_rows for each statement execute function take_out_summed_days();
create trigger recognition_record__unsum_updated after update on recognition_record
  referencing old table as old_rows new table as new_rows for each statement execute function take_out_summed_days();

-- Deletions by filter: done in chunks, by whichever process comes first; what came after the request stays.
create table record_deletion (
  id uuid primary key default uuidv7(),
  filter jsonb not null,
  received_before timestamptz not null,
  deleted bigint not null default 0,
  created_by text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- How many records whoever asked for a deletion had seen: it stops there. Null: it has no bound.
  expected bigint
);
create index record_deletion__open on record_deletion (created_at) where finished_at is null;

-- How long records of each kind are kept (null: for ever), and whether pictures are.
create table record_setting (
  is_only boolean primary key default true constraint record_setting__one check (is_only),
  staff_days integer default 365,
  visitor_days integer default 365,
  stranger_days integer default 365,
  spoof_days integer default 365,
  blacklisted_days integer default 365,
  keeps_captures boolean not null default true,
  updated_at timestamptz not null default now(),
  -- Up to when the ages of records are counted: the time of the last run that dropped old ones, or less where the clock had jumped ahead.
  aged_until timestamptz
);
insert into record_setting default values;

-- Captures of strangers whose faces are still to be read: written with the record itself, taken out one by one in their order.
create table capture_due (
  id bigint generated always as identity primary key,
  recognised_at timestamptz not null,
  record_id uuid not null,
  failures smallint not null default 0
);

-- What has become of strangers' faces since a process last looked, in the order of the commits: who adds or deletes one holds
-- the lock of capture-store.ts until then, and takes the next number. So faces in memory are brought up to date by few rows.
create sequence capture_template_change;

-- Faces of strangers, sealed, for asking where somebody was seen; gone with their record.
create table capture_template (
  record_id uuid primary key,
  recognised_at timestamptz not null,
  model_id text not null,
  embedding_sealed bytea,
  created_at timestamptz not null default now(),
  change bigint not null default nextval('capture_template_change')
);
-- A search reads the faces of its days page by page, newest first; captures without a face are never compared.
create index capture_template__time on capture_template (recognised_at desc, record_id desc) where embedding_sealed is not null;
-- A face is just too long for where PostgreSQL keeps short values: kept in its row all the same, thousands are read much faster.
alter table capture_template alter column embedding_sealed set storage plain;
create index capture_template__change on capture_template (change);

create table capture_forgotten (
  change bigint primary key default nextval('capture_template_change'),
  record_id uuid not null,
  created_at timestamptz not null default now()
);

create function note_forgotten_captures() returns trigger language plpgsql as $$
begin
  insert into capture_forgotten (record_id) select record_id from old_rows where embedding_sealed is not null;
  return null;
end $$;
create trigger capture_template__forgotten after delete on capture_template
  referencing old table as old_rows for each statement execute function note_forgotten_captures();

-- Alarms of devices and of the server. Partitioned by the time of the first event; what happened to an alarm stands in its
-- trace, bounded by the writers, so that it goes with its row.
create table alarm (
  id uuid not null,
  raised_at timestamptz not null,
  last_at timestamptz not null,
  received_at timestamptz not null,
  times integer not null default 1,
  device_id uuid not null,
  device_name text not null,
  device_location text,
  code integer not null,
  status text not null constraint alarm__status check (status in ('raised', 'acknowledged', 'release-failed', 'released')),
  description text,
  person_id uuid,
  person_name text,
  record_id uuid,
  image_hash bytea,
  device_alarm_id uuid,
  can_release boolean not null,
  handler_id uuid,
  handler_name text,
  acknowledged_at timestamptz,
  released_at timestamptz,
  is_closed_by_hand boolean not null default false,
  release_command_id uuid,
  has_doubtful_time boolean not null,
  trace jsonb not null,
  -- What a device claimed of an alarm's beginning, where that is more than a day ahead of the server's clock: such an alarm stands at the
  -- time of its arrival (raised_at), as such a record does. Null for all others.
  claimed_at timestamptz,
  primary key (raised_at, id)
) partition by range (raised_at);
create table alarm_default partition of alarm default;
create index alarm__id on alarm (id);
create index alarm__device on alarm (device_id, raised_at desc, id desc);
create index alarm__code on alarm (code, raised_at desc, id desc);
-- Nearly all alarms end as released: the list finds those along its own order.
create index alarm__open on alarm (raised_at desc, id desc) where status <> 'released';
create index alarm__status on alarm (status, raised_at desc, id desc) where status <> 'released';
create index alarm__handler on alarm (handler_id, raised_at desc, id desc) where handler_id is not null;
create index alarm__received on alarm (received_at desc);
create index alarm__releasing on alarm (release_command_id) where release_command_id is not null;

-- The latest alarm of a kind at a device, and about one person where it is about one: what the next event is counted on.
create table alarm_group (
  device_id uuid not null constraint alarm_group__device references device on delete cascade,
  code integer not null,
  subject uuid not null default '00000000-0000-0000-0000-000000000000',
  alarm_id uuid not null,
  alarm_raised_at timestamptz not null,
  primary key (device_id, code, subject)
);

-- What the latest alarm messages of each device said: a repeat is recognised by that, not by its number (ADR 0056).
create table alarm_message (
  number bigint generated always as identity primary key,
  device_id uuid not null constraint alarm_message__device references device on delete cascade,
  alarm_id uuid not null,
  state text not null,
  said_at timestamptz not null,
  constraint alarm_message__once unique (device_id, alarm_id, state, said_at)
);
create index alarm_message__latest on alarm_message (device_id, number);

-- How far a device's alarm messages have come: what is not above was stored before.
create table device_alarm_progress (
  device_id uuid primary key constraint device_alarm_progress__device references device on delete cascade,
  stored_sequence bigint not null default 0,
  restored_sequence bigint
);

-- Records that may be worth an alarm, written with the record itself and taken out when judged.
create table alarm_due (
  device_id uuid not null,
  recognised_at timestamptz not null,
  record_id uuid not null
);

-- Alarms whose notification is to be decided.
create table alarm_notice (
  alarm_raised_at timestamptz not null,
  alarm_id uuid not null
);

create table alarm_seen (
  account_id uuid primary key constraint alarm_seen__account references account on delete cascade,
  seen_at timestamptz not null
);

-- When the server itself raises an alarm, and how long alarms are kept.
create table alarm_setting (
  is_only boolean primary key default true constraint alarm_setting__one check (is_only),
  group_minutes integer not null default 5,
  blacklisted_enabled boolean not null default true,
  outside_time_enabled boolean not null default true,
  strangers_enabled boolean not null default true,
  stranger_count integer not null default 5,
  stranger_minutes integer not null default 10,
  offline_enabled boolean not null default true,
  offline_minutes integer not null default 10,
  -- How many days released alarms are kept; null: for ever.
  keep_days integer
);
insert into alarm_setting default values;

create table alarm_rule (
  id uuid primary key default uuidv7(),
  name text not null constraint alarm_rule__name unique,
  is_enabled boolean not null,
  codes integer[] not null,
  device_ids uuid[] not null,
  from_minute integer not null,
  to_minute integer not null,
  recipients text[] not null,
  language text not null,
  created_at timestamptz not null default now()
);
