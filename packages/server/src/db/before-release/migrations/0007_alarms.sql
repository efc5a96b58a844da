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

-- How far a device's alarm messages have come: what is not above was stored before.
create table device_alarm_progress (
  device_id uuid primary key constraint device_alarm_progress__device references device on delete cascade,
  stored_sequence bigint not null default 0
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

create table alarm_setting (
  is_only boolean primary key default true constraint alarm_setting__one check (is_only),
  group_minutes integer not null default 5,
  blacklisted_enabled boolean not null default true,
  outside_time_enabled boolean not null default true,
  strangers_enabled boolean not null default true,
  stranger_count integer not null default 5,
  stranger_minutes integer not null default 10,
  offline_enabled boolean not null default true,
  offline_minutes integer not null default 10
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

-- Which alarm a command is to release: ours, and the terminal's own id of it (null: all it can release).
alter table device_command add column alarm_id uuid, add column device_alarm_id uuid;

-- Offline devices are looked for every minute.
create index device__offline on device (online_changed_at) where not is_online;

-- As before, for any partitioned table: the column is read from the table itself.
create or replace function ensure_month_partition(parent text, month date) returns boolean language plpgsql as $$
declare
  name text := format('%s_%s', parent, to_char(month, 'YYYYMM'));
  first_day date := date_trunc('month', month);
  key text := (select a.attname from pg_partitioned_table p
    join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0] where p.partrelid = parent::regclass);
  holds_rows boolean;
begin
  if to_regclass(name) is not null then return false; end if;
  execute format('select exists (select from %I where %I >= %L and %I < %L)', parent || '_default',
    key, first_day::timestamptz, key, (first_day + interval '1 month')::timestamptz) into holds_rows;
  if holds_rows then return false; end if;
  execute format('create table %I partition of %I for values from (%L) to (%L)', name, parent,
    first_day::timestamptz, (first_day + interval '1 month')::timestamptz);
  return true;
exception when duplicate_table then return false;
end $$;
