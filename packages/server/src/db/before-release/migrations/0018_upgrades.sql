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
