-- What devices can be set to, what they are set to, and who asks to become one.

-- Schemas as devices report them, each content once, under the SHA-256 of it. `defaults` is made from the content.
create table settings_schema (
  id text primary key,
  content jsonb not null,
  defaults jsonb not null,
  created_at timestamptz not null default now()
);

alter table device
  add column package_name text,
  add column app_version_code integer,
  add column clock_measured_at timestamptz,
  add column settings_schema_id text constraint device__settings_schema references settings_schema,
  -- The device's own name for the schema it reported.
  add column settings_schema_tag text,
  -- When each wanted value was last set: { key: instant }.
  add column settings_changed_at jsonb not null default '{}',
  add column pairing_code_id uuid,
  -- The run that said hello last, and the one before: when that speaks up again, two machines live with one identity.
  add column run_id uuid,
  add column run_id_before uuid,
  add column clone_seen_at timestamptz;
create index device__settings_schema on device (settings_schema_id);
create unique index device__pairing_code on device (pairing_code_id);

alter table pairing_code add column id uuid not null default uuidv7() constraint pairing_code__id unique;

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

-- People that one device is to be sent again: somebody asked for another try there.
create table device_person_change (
  device_id uuid not null constraint device_person_change__device references device on delete cascade,
  person_id uuid not null,
  revision bigint not null,
  primary key (device_id, person_id)
);
create index device_person_change__revision on device_person_change (device_id, revision, person_id);
