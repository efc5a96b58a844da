-- At how much free space the dashboard warns and history is overwritten (ADR 0027), and since when nothing is left to overwrite.
create table storage_setting (
  is_only boolean primary key default true constraint storage_setting__one check (is_only),
  warn_gb integer not null default 40,
  overwrite_gb integer not null default 20,
  nothing_left_at timestamptz,
  updated_at timestamptz not null default now()
);
insert into storage_setting default values;

-- Free space of the data disk, once an hour: from it the dashboard foretells when the disk is full.
create table storage_sample (
  at timestamptz primary key,
  free_bytes bigint not null,
  total_bytes bigint not null
);

-- Everything of a kind before an instant was overwritten.
create table storage_overwritten (
  kind text primary key constraint storage_overwritten__kind check (kind in ('captures', 'records', 'alarms', 'operations')),
  until_at timestamptz not null,
  items bigint not null,
  last_at timestamptz not null
);
