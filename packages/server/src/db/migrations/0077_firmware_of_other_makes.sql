-- Upgrade packages for terminals of other makes, which an operator signs, and how far such terminals are.

alter table upgrade_package add column make text not null default 'gatehouse';

-- Models of two makes may have the same name.
drop index upgrade_package__version;
create unique index upgrade_package__version on upgrade_package
  (make, kind, version, coalesce(version_code, -1), coalesce(model, ''), coalesce(package_name, ''), coalesce(base_version, ''), hardware_versions);

alter table upgrade_device
  -- A device whose make does not report by itself has failed when nothing is heard of it until then.
  add column answer_by timestamptz;
create index upgrade_device__answer_by on upgrade_device (answer_by) where answer_by is not null;

alter table zkteco_device
  -- It fetches a file in parts.
  add column takes_ranges boolean not null default false;

-- The firmware that a terminal was told to install last: each attempt is told once.
create table zkteco_upgrade (
  device_id uuid primary key constraint zkteco_upgrade__device references device on delete cascade,
  package_id uuid not null,
  -- Of the publication: attempts of another one are others.
  published_at timestamptz not null,
  attempt integer not null,
  version text not null,
  -- What it asks for: a word that names no file.
  file text not null,
  -- Of its command in zkteco_command.
  number bigint not null,
  -- It says that it has installed it: the version that it shows next decides.
  flashed_at timestamptz,
  ended_at timestamptz
);
