-- Devices: how they join, what they are set to, whom they hold, what they are told, who may pass when, and their upgrades.

-- Schemas as devices report them, each content once, under the SHA-256 of it. `defaults` is made from the content.
create table settings_schema (
  id text primary key,
  content jsonb not null,
  defaults jsonb not null,
  created_at timestamptz not null default now(),
  -- Which device told a schema last: of those that nobody goes by it keeps a few.
  told_by uuid,
  told_at timestamptz not null default now()
);

create table device (
  id uuid primary key default uuidv7(),
  ldid text not null constraint device__ldid unique,
  secret_hash bytea not null,
  name text not null,
  location text,
  description text,
  type text not null,
  direction smallint not null default 0 constraint device__direction check (direction in (0, 1, 2)),
  time_zone text,
  ip text,
  serial_number text not null constraint device__serial_number unique,
  model text,
  manufacturer text,
  hardware_version text,
  firmware_version text,
  app_version text,
  face_model_id text,
  person_capacity integer not null default 10000,
  is_online boolean not null default false,
  online_changed_at timestamptz,
  clock_offset_ms integer,
  settings jsonb not null default '{}',
  settings_revision bigint not null default 0,
  access_revision bigint not null default 0,
  people_cursor text,
  people_applied_revision bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  package_name text,
  app_version_code integer,
  clock_measured_at timestamptz,
  settings_schema_id text constraint device__settings_schema references settings_schema,
  -- The device's own name for the schema it reported.
  settings_schema_tag text,
  -- When each wanted value was last set: { key: instant }.
  settings_changed_at jsonb not null default '{}',
  pairing_code_id uuid,
  -- The run that said hello last, and the one before: when that speaks up again, two machines live with one identity.
  run_id uuid,
  run_id_before uuid,
  clone_seen_at timestamptz,
  -- When something was last heard of a device: over MQTT or by a call of its own. Whoever is silent for too long is offline,
  -- even where no broker has seen it go.
  last_seen_at timestamptz,
  -- In which form the device asked for cards and PINs last: 'plain' without the slow hash; null: it has not asked yet.
  hash_form text,
  -- Once a device has said that it takes cards and PINs by the slow hash (ADR 0054) it gets no other form, whatever it asks for.
  knows_slow_hashes boolean not null default false
);
create index device__created on device (created_at desc, id);
create index device__name on device (name, id);
create index device__settings_schema on device (settings_schema_id);
create unique index device__pairing_code on device (pairing_code_id);
-- Offline devices are looked for every minute.
create index device__offline on device (online_changed_at) where not is_online;

-- What a device says of its settings. A row of its own: reporting must never wait for whoever edits the device.
create table device_settings_report (
  device_id uuid primary key constraint device_settings_report__device references device on delete cascade,
  revision bigint not null,
  values jsonb not null,
  refused jsonb not null,
  -- When each value was last reported as another: { key: instant }.
  changed_at jsonb not null,
  door_mode text not null constraint device_settings_report__door_mode check (door_mode in ('normal', 'held-open', 'held-closed')),
  reported_at timestamptz not null
);

-- Settings for many devices: planned, looked at, applied.
create table settings_batch (
  id uuid primary key default uuidv7(),
  values jsonb not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  applied_at timestamptz
);

create table settings_batch_device (
  batch_id uuid not null constraint settings_batch_device__batch references settings_batch on delete cascade,
  device_id uuid not null,
  device_name text not null,
  planned_revision bigint not null,
  -- What it was set to before, of the batch's keys.
  before jsonb not null,
  faults jsonb not null,
  outcome text not null constraint settings_batch_device__outcome
    check (outcome in ('planned', 'refused', 'unchanged', 'changed-meanwhile', 'gone', 'sent')),
  sent_revision bigint,
  primary key (batch_id, device_id)
);

create table settings_template (
  id uuid primary key default uuidv7(),
  name text not null,
  model text,
  values jsonb not null,
  created_by text not null,
  created_at timestamptz not null default now()
);
create unique index settings_template__name on settings_template (lower(name));

create table pairing_code (
  code_hash bytea primary key,
  name text not null,
  location text,
  direction smallint not null,
  created_by uuid constraint pairing_code__created_by references account on delete set null,
  expires_at timestamptz not null,
  id uuid not null default uuidv7() constraint pairing_code__id unique,
  -- Whether the device that joins with this code checks that a face is live. Devices that are there already stay as they are set.
  checks_liveness boolean not null default true
);

-- Terminals that asked to join. The secret is of their own making, so nothing has to be told back but the LDID.
create table device_announcement (
  id uuid primary key default uuidv7(),
  secret_hash bytea not null constraint device_announcement__secret unique,
  serial_number text not null,
  type text not null,
  versions jsonb not null,
  check_code text not null,
  address text not null,
  state text not null default 'waiting' constraint device_announcement__state check (state in ('waiting', 'accepted', 'rejected')),
  device_id uuid constraint device_announcement__device references device on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index device_announcement__state on device_announcement (state, created_at, id);
create index device_announcement__seen on device_announcement (last_seen_at);
create index device_announcement__device on device_announcement (device_id);

create table device_group (
  device_id uuid not null constraint device_group__device references device on delete cascade,
  group_id uuid not null constraint device_group__group references person_group on delete cascade,
  primary key (device_id, group_id)
);
create index device_group__group on device_group (group_id);

create table device_command (
  id uuid primary key default uuidv7(),
  device_id uuid not null constraint device_command__device references device on delete cascade,
  kind text not null,
  reason text,
  state text not null default 'waiting' constraint device_command__state check (state in ('waiting', 'done', 'failed')),
  result text,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  finished_at timestamptz,
  -- Which alarm a command is to release: ours, and the terminal's own id of it (null: all it can release).
  alarm_id uuid,
  device_alarm_id uuid
);
create index device_command__device on device_command (device_id, created_at desc, id desc);
create index device_command__waiting on device_command (device_id, created_at, id) where state = 'waiting';

-- The sync clock: a transaction that changes what devices hold takes the next revision and keeps the row locked until it
-- commits, so revisions become visible in their order and a cursor can never step over a change that commits later.
create table sync_clock (
  is_only boolean primary key default true constraint sync_clock__one check (is_only),
  revision bigint not null default 0,
  -- After a restore: revisions between these two were given out in a time that the database does not know of. What a device
  -- claims to have up to one of them is worth nothing.
  lost_after bigint,
  lost_up_to bigint
);
insert into sync_clock default values;

-- The latest change of a person in respect to a group: joined, changed, left or deleted. No reference to person: a row
-- that outlives its person is what tells the devices to forget them.
create table person_change (
  group_id uuid not null,
  person_id uuid not null,
  revision bigint not null,
  primary key (group_id, person_id)
);
create index person_change__revision on person_change (group_id, revision, person_id);

-- The latest change of the binding of a group to a device.
create table device_group_change (
  device_id uuid not null constraint device_group_change__device references device on delete cascade,
  group_id uuid not null,
  revision bigint not null,
  primary key (device_id, group_id)
);

-- People that one device is to be sent again: somebody asked for another try there.
create table device_person_change (
  device_id uuid not null constraint device_person_change__device references device on delete cascade,
  person_id uuid not null,
  revision bigint not null,
  primary key (device_id, person_id)
);
create index device_person_change__revision on device_person_change (device_id, revision, person_id);

create table device_person_failure (
  device_id uuid not null constraint device_person_failure__device references device on delete cascade,
  person_id uuid not null,
  reason text not null,
  reported_at timestamptz not null default now(),
  primary key (device_id, person_id)
);
-- Who could not be taken by a device, without those who merely have no portrait: they may be everybody, on every device.
-- Of one device, and person by person over all devices.
create index device_person_failure__failed on device_person_failure (device_id, person_id) where reason <> 'portrait-missing';
create index device_person_failure__people on device_person_failure (person_id, device_id) where reason <> 'portrait-missing';

-- Where people had passed who were erased: the terminals there forget what they keep of it.
create table device_erasure (
  device_id uuid not null constraint device_erasure__device references device on delete cascade,
  person_id uuid not null,
  erased_at timestamptz not null,
  primary key (device_id, person_id)
);

create table timetable (
  id uuid primary key default uuidv7(),
  name text not null constraint timetable__name unique,
  valid_from_on date,
  valid_to_on date,
  week jsonb not null,
  holiday jsonb not null,
  holidays jsonb not null default '[]',
  created_at timestamptz not null default now(),
  -- Who saves is told that somebody else changed it meanwhile.
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table pass_policy (
  id uuid primary key default uuidv7(),
  device_id uuid not null constraint pass_policy__device references device on delete cascade,
  group_id uuid not null constraint pass_policy__group references person_group on delete cascade,
  timetable_id uuid not null constraint pass_policy__timetable references timetable,
  created_at timestamptz not null default now(),
  constraint pass_policy__once unique (device_id, group_id, timetable_id)
);
create index pass_policy__timetable on pass_policy (timetable_id);
create index pass_policy__group on pass_policy (group_id);

-- Packages of firmware and applications, their bytes in pieces, and how far each device is with each.
create table upgrade_package (
  id uuid primary key default uuidv7(),
  kind text not null constraint upgrade_package__kind check (kind in ('firmware', 'application')),
  title text not null,
  description_zh text not null,
  description_en text not null,
  manufacturer text,
  model text,
  hardware_versions text not null,
  from_versions text not null,
  package_name text,
  version text not null,
  version_code integer,
  form text not null constraint upgrade_package__form check (form in ('full', 'split')),
  base_version text,
  strategy text not null constraint upgrade_package__strategy check (strategy in ('normal', 'silent', 'timed')),
  -- By the device's own clock.
  timed_at text,
  is_forced boolean not null,
  file_name text not null,
  size bigint not null,
  md5 text,
  sha256 text,
  -- Of the signed file, as its signature file says; what the bytes really are stands above, once they are all there.
  signed_sha256 text not null,
  key_id text not null,
  signature text not null,
  is_uploaded boolean not null default false,
  is_published boolean not null default false,
  allows_downgrade boolean not null default false,
  revision integer not null default 0,
  uploaded_by text not null,
  uploaded_at timestamptz not null default now(),
  -- Of the publication that is or was last.
  roll_out_state text constraint upgrade_package__roll_out_state
    check (roll_out_state in ('running', 'paused', 'stopped', 'cancelled', 'done')),
  stage text not null default 'first' constraint upgrade_package__stage check (stage in ('first', 'all')),
  advance text not null default 'manual' constraint upgrade_package__advance check (advance in ('manual', 'timed')),
  wait_minutes integer not null default 60,
  most_failed_percent integer not null default 20,
  retries integer not null default 0,
  -- Failures that were known when somebody had it go on.
  forgiven_failures integer not null default 0,
  -- For how many devices a download is spread.
  spread_seconds integer not null default 0,
  started_at timestamptz,
  published_by text,
  continued_by text
);
create unique index upgrade_package__version on upgrade_package
  (kind, version, coalesce(version_code, -1), coalesce(model, ''), coalesce(package_name, ''), coalesce(base_version, ''), hardware_versions);
create index upgrade_package__list on upgrade_package (kind, uploaded_at desc, id desc);
create index upgrade_package__running on upgrade_package (id) where is_published;

-- Every piece has the same size but the last, so that a place in the file names its piece.
create table upgrade_piece (
  package_id uuid not null constraint upgrade_piece__package references upgrade_package on delete cascade,
  number integer not null,
  size integer not null,
  blob_hash bytea not null,
  primary key (package_id, number)
);
create index upgrade_piece__blob on upgrade_piece (blob_hash);

create table upgrade_device (
  package_id uuid not null constraint upgrade_device__package references upgrade_package on delete cascade,
  device_id uuid not null constraint upgrade_device__device references device on delete cascade,
  -- Its stage has come.
  is_begun boolean not null,
  is_first boolean not null,
  state text not null constraint upgrade_device__state check (state in ('waiting', 'offered', 'downloading', 'verified',
    'installing', 'done', 'failed', 'rolled-back', 'cancelled', 'superseded')),
  percent integer not null default 0,
  reason text,
  attempt integer not null default 1,
  -- Of `waiting`: when it is offered again.
  retry_at timestamptz,
  updated_at timestamptz not null,
  primary key (package_id, device_id)
);
create index upgrade_device__device on upgrade_device (device_id, package_id desc);
create index upgrade_device__state on upgrade_device (package_id, state);
