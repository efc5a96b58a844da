-- Terminals that speak ZKTeco's protocol take several commands at once where their model does, and are compared with what should be on them.

alter table zkteco_device
  -- Commands that were never answered while others of the same answer were: a model that drops members gets one at a time.
  add column dropped_batches smallint not null default 0,
  -- The comparison that runs, or the last one.
  add column check_number integer not null default 0,
  add column check_runs boolean not null default false,
  add column check_began_at timestamptz not null default now(),
  -- The terminal told somebody last.
  add column check_told_at timestamptz,
  -- Somebody asked for a comparison, or the terminal tells fewer people than it has.
  add column check_wanted boolean not null default false,
  -- What the last one found: people whom the terminal lacked or had otherwise, numbers of the product that did not belong there, and others.
  add column check_missing integer not null default 0,
  add column check_surplus integer not null default 0,
  add column check_strangers integer not null default 0,
  -- Those whom it lacks are being sent, as far as this position of the whole list.
  add column check_repairs boolean not null default false,
  add column repair_cursor text;

-- The comparison in which a terminal told of somebody, and whether it had the card that it was sent, of which a keyed hash is kept.
alter table zkteco_member
  add column told_in_check integer,
  add column is_told_same boolean not null default true,
  add column card_hash bytea;

-- Numbers that a terminal told in a comparison and that do not belong there.
create table zkteco_surplus (
  device_id uuid not null constraint zkteco_surplus__device references device on delete cascade,
  pin text not null,
  check_number integer not null,
  primary key (device_id, pin)
);

-- Of makes whose devices are called: which server calls a device, until its time is over.
create table device_lease (
  device_id uuid primary key constraint device_lease__device references device on delete cascade,
  holder uuid not null,
  -- Grows with each holder: what an earlier one says after its time is not taken.
  epoch bigint not null,
  expires_at timestamptz not null
);
