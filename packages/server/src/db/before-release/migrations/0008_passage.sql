-- Timetables tell who saves that somebody else changed them meanwhile.
alter table timetable
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();
create index pass_policy__group on pass_policy (group_id);

-- What is known of a record beside what the device said: the department at that time, a misrecognition mark (irreversible),
-- and the person that a stranger turned out to be (the record itself stays a stranger's).
alter table recognition_record
  add column department_id uuid,
  add column misrecognition text,
  add column misrecognition_by text,
  add column misrecognition_at timestamptz,
  add column linked_person_id uuid,
  add column linked_by text,
  add column linked_at timestamptz;
create index recognition_record__not_staff on recognition_record (recognised_at desc, id desc) where kind <> 1;
create index recognition_record__abnormal on recognition_record (abnormal, recognised_at desc, id desc) where abnormal <> 'none';
create index recognition_record__entry_mode on recognition_record (entry_mode, recognised_at desc, id desc) where entry_mode <> 'face';
create index recognition_record__misrecognition on recognition_record (recognised_at desc, id desc) where misrecognition is not null;

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

create trigger recognition_record__count_inserted after insert on recognition_record
  referencing new table as new_rows for each statement execute function count_inserted_records();
create trigger recognition_record__count_deleted after delete on recognition_record
  referencing old table as old_rows for each statement execute function count_deleted_records();
create trigger recognition_record__count_updated after update on recognition_record
  referencing old table as old_rows new table as new_rows for each statement execute function count_updated_records();

insert into record_count (bucket, device_id, kind, opened, records)
  select record_bucket(recognised_at), device_id, kind, opened, count(*) from recognition_record group by 1, 2, 3, 4;

-- Deletions by filter: done in chunks, by whichever process comes first; what came after the request stays.
create table record_deletion (
  id uuid primary key default uuidv7(),
  filter jsonb not null,
  received_before timestamptz not null,
  deleted bigint not null default 0,
  created_by text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
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
  updated_at timestamptz not null default now()
);
insert into record_setting default values;

-- Faces of strangers, sealed, for asking where somebody was seen; gone with their record.
create table capture_template (
  record_id uuid primary key,
  recognised_at timestamptz not null,
  model_id text not null,
  embedding_sealed bytea,
  created_at timestamptz not null default now()
);
create index capture_template__time on capture_template (recognised_at desc);
