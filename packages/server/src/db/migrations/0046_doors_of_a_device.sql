-- A controller is one device with several doors, by their numbers (ports).

-- As it told; 1 for a terminal at a door.
alter table device add column door_count smallint not null default 1
  constraint device__door_count check (door_count between 1 and 64);

-- The doors of the device that the group may pass; null: all of them.
alter table device_group add column ports smallint[]
  constraint device_group__ports check (cardinality(ports) between 1 and 64);

-- The door that the command is about; null: the device as a whole, or its only door.
alter table device_command add column port smallint;

-- The door that it is about, at a device with several; null: the device as a whole, or its only door.
alter table recognition_record add column port smallint;
alter table alarm add column port smallint;

-- One state for each door.
alter table door_state add column port smallint not null default 1;
alter table door_state drop constraint door_state_pkey;
alter table door_state add primary key (device_id, port);
-- As a device tells it of one of several doors; null: as the device told of itself (device_settings_report).
alter table door_state add column mode text constraint door_state__mode check (mode in ('normal', 'held-open'));

create or replace view door_contact as
  select r.door_id,
    case when bool_or(s.contact = 'open' and s.is_heard) then 'open'
      when bool_and(s.contact = 'closed' and s.is_heard) filter (where s.contact_since is not null) then 'closed'
      else 'unknown' end as contact,
    max(s.contact_since) filter (where s.is_heard) as since,
    min(s.held_open_since) filter (where s.is_heard) as held_open_since,
    min(s.fire_since) as fire_since,
    max(s.reported_at) as reported_at
  from door_reader r join lateral (
    select t.*, v.is_online or t.reported_at > coalesce(v.online_changed_at, '-infinity') as is_heard
    from door_state t join device v on v.id = t.device_id
    -- A device with one door tells of that, whatever number its reader has.
    where t.device_id = r.device_id and t.port = case when v.door_count = 1 then 1 else r.port end) s on true
  group by r.door_id;

-- Of what happens at a door: which.
alter table zkteco_command add column port smallint;

-- The options that the terminal told: as they were when it joined, and now. Null: it has not told any.
alter table zkteco_device add column base_options jsonb;
alter table zkteco_device add column options jsonb;
-- Of the settings that were sent to it, and of the schema that was told of it.
alter table zkteco_device add column settings_revision integer;
alter table zkteco_device add column schema_tag text;
