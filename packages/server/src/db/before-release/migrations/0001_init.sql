-- Gatehouse's first tables. Conventions: singular snake_case tables, `id uuid` (version 7), `created_at`, constraints
-- named <table>__<what> so that a store can turn a violation into an error code. Columns ending in _sealed hold
-- AES-256-GCM ciphertext (lib/seal.ts); columns ending in _hash a keyed or plain SHA-256.

create table installation (
  is_only boolean primary key default true constraint installation__one check (is_only),
  install_id uuid not null default gen_random_uuid(),
  trial_started_at timestamptz,
  created_at timestamptz not null default now()
);
insert into installation default values;

create table company (
  is_only boolean primary key default true constraint company__one check (is_only),
  name text not null default 'Gatehouse',
  time_zone text not null,
  face_quality_level text not null default 'high' constraint company__face_quality_level check (face_quality_level in ('low', 'high')),
  updated_at timestamptz not null default now()
);

create table account (
  id uuid primary key default uuidv7(),
  account text not null,
  name text not null,
  role smallint not null constraint account__role check (role between 0 and 4),
  email text,
  password_hash text not null,
  must_change_password boolean not null default false,
  is_disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index account__account on account (lower(account));
-- PERM-03: superAdmin is unique.
create unique index account__one_super_admin on account (role) where role = 0;

create table session (
  token_hash bytea primary key,
  account_id uuid not null constraint session__account references account on delete cascade,
  address text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session__account on session (account_id);

-- One RSA key per login form: used once, gone after two minutes.
create table login_key (
  id text primary key,
  private_key_sealed bytea not null,
  address text not null,
  expires_at timestamptz not null
);
create index login_key__address on login_key (address, expires_at);

create table login_throttle (
  subject text primary key,
  failures integer not null,
  blocked_until timestamptz,
  last_failure_at timestamptz not null
);

create table licence (
  id uuid primary key default uuidv7(),
  kind text not null constraint licence__kind check (kind in ('trial', 'file')),
  serial_number text not null,
  signature text not null,
  udid text not null,
  activation_code text not null,
  edition text not null constraint licence__edition check (edition in ('enterprise', 'cloud')),
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  device_limit integer,
  person_limit integer,
  created_at timestamptz not null default now()
);

create table operation_log (
  id uuid not null default uuidv7(),
  at timestamptz not null default now(),
  actor_kind text not null constraint operation_log__actor_kind check (actor_kind in ('account', 'device', 'system', 'nobody')),
  actor_id uuid,
  actor_name text,
  module text not null,
  event text not null,
  item text,
  side text not null constraint operation_log__side check (side in ('console', 'phone', 'open-api', 'device', 'system')),
  result text not null constraint operation_log__result check (result in ('success', 'failure')),
  error_code text,
  remark text,
  address text,
  request_id text,
  primary key (at, id)
) partition by range (at);
create table operation_log_default partition of operation_log default;

create table department (
  id uuid primary key default uuidv7(),
  number integer generated always as identity constraint department__number unique,
  parent_id uuid constraint department__parent references department,
  name text not null,
  manager_id uuid,
  created_at timestamptz not null default now(),
  constraint department__name unique nulls not distinct (parent_id, name)
);
create index department__manager on department (manager_id);

-- A picture that an administrator uploaded; its bytes are a sealed blob under its content hash.
create table image (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  blob_hash bytea not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  byte_size integer not null,
  created_at timestamptz not null default now()
);
create index image__blob on image (blob_hash);

-- Blobs that lost their last row; a job deletes the bytes after the transaction, unless a row names them again.
create table blob_garbage (
  blob_hash bytea primary key,
  created_at timestamptz not null default now()
);

create table person (
  id uuid primary key default uuidv7(),
  kind smallint not null constraint person__kind check (kind in (1, 2, 5)),
  name text not null,
  department_id uuid constraint person__department references department,
  job_id text,
  phone_sealed bytea,
  phone_hash bytea,
  phone_masked text,
  email_sealed bytea,
  position text,
  remark text,
  portrait_id uuid constraint person__portrait references image,
  valid_from timestamptz,
  valid_to timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index person__job_id on person (kind, job_id);
create unique index person__phone on person (kind, phone_hash);
create index person__department on person (department_id, created_at desc, id);
create index person__created on person (kind, created_at desc, id);
create index person__name on person (kind, name, id);
create index person__portrait on person (portrait_id);
alter table department add constraint department__manager foreign key (manager_id) references person on delete set null;

create table person_group (
  id uuid primary key default uuidv7(),
  kind smallint not null constraint person_group__kind check (kind in (1, 2, 5)),
  name text not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  constraint person_group__name unique (kind, name)
);
create unique index person_group__one_default on person_group (kind) where is_default;
insert into person_group (kind, name, is_default) values (1, 'Default staff group', true), (2, 'Default visitor group', true), (5, 'Default blacklist group', true);

create table group_member (
  group_id uuid not null constraint group_member__group references person_group on delete cascade,
  person_id uuid not null constraint group_member__person references person on delete cascade,
  primary key (group_id, person_id)
);
create index group_member__person on group_member (person_id);

-- A face as the engine sees it. Embeddings of different models are never compared.
create table face_template (
  image_id uuid primary key constraint face_template__image references image on delete cascade,
  model_id text not null,
  embedding_sealed bytea not null,
  checks jsonb not null,
  face jsonb not null,
  created_at timestamptz not null default now()
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
  updated_at timestamptz not null default now()
);
create index device__created on device (created_at desc, id);
create index device__name on device (name, id);

-- How far a device's records have come. A row of its own: storing records must never wait for whoever edits the device.
-- stored_sequence - stored_count is how many are missing.
create table device_record_progress (
  device_id uuid primary key constraint device_record_progress__device references device on delete cascade,
  stored_sequence bigint not null default 0,
  stored_count bigint not null default 0
);

create table pairing_code (
  code_hash bytea primary key,
  name text not null,
  location text,
  direction smallint not null,
  created_by uuid constraint pairing_code__created_by references account on delete set null,
  expires_at timestamptz not null
);

create table device_group (
  device_id uuid not null constraint device_group__device references device on delete cascade,
  group_id uuid not null constraint device_group__group references person_group on delete cascade,
  primary key (device_id, group_id)
);
create index device_group__group on device_group (group_id);

-- The sync clock: a transaction that changes what devices hold takes the next revision and keeps the row locked until it
-- commits, so revisions become visible in their order and a cursor can never step over a change that commits later.
create table sync_clock (
  is_only boolean primary key default true constraint sync_clock__one check (is_only),
  revision bigint not null default 0
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

create table device_person_failure (
  device_id uuid not null constraint device_person_failure__device references device on delete cascade,
  person_id uuid not null,
  reason text not null,
  reported_at timestamptz not null default now(),
  primary key (device_id, person_id)
);

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
  finished_at timestamptz
);
create index device_command__device on device_command (device_id, created_at desc, id desc);
create index device_command__waiting on device_command (device_id, created_at, id) where state = 'waiting';

create table timetable (
  id uuid primary key default uuidv7(),
  name text not null constraint timetable__name unique,
  valid_from_on date,
  valid_to_on date,
  week jsonb not null,
  holiday jsonb not null,
  holidays jsonb not null default '[]',
  created_at timestamptz not null default now()
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
  primary key (recognised_at, id)
) partition by range (recognised_at);
create table recognition_record_default partition of recognition_record default;
create index recognition_record__id on recognition_record (id);
create index recognition_record__device on recognition_record (device_id, recognised_at desc, id desc);
create index recognition_record__person on recognition_record (person_id, recognised_at desc, id desc) where person_id is not null;
-- Most records are of staff who passed: the list finds those along its own order, and only the others are worth an index.
create index recognition_record__kind on recognition_record (kind, recognised_at desc, id desc) where kind <> 1;
create index recognition_record__refused on recognition_record (recognised_at desc, id desc) where not opened;

-- Makes the partition of a month, once, for each partitioned table; rows that came before it stay in the default one.
create function ensure_month_partition(parent text, month date) returns boolean language plpgsql as $$
declare
  name text := format('%s_%s', parent, to_char(month, 'YYYYMM'));
  first_day date := date_trunc('month', month);
  holds_rows boolean;
begin
  if to_regclass(name) is not null then return false; end if;
  execute format('select exists (select from %I where %I >= %L and %I < %L)', parent || '_default',
    case parent when 'operation_log' then 'at' else 'recognised_at' end, first_day::timestamptz,
    case parent when 'operation_log' then 'at' else 'recognised_at' end, (first_day + interval '1 month')::timestamptz)
    into holds_rows;
  if holds_rows then return false; end if;
  execute format('create table %I partition of %I for values from (%L) to (%L)', name, parent,
    first_day::timestamptz, (first_day + interval '1 month')::timestamptz);
  return true;
exception when duplicate_table then return false;
end $$;
