-- Terminals that speak ZKTeco's protocol (docs/zkteco.md).

create table zkteco_device (
  device_id uuid primary key constraint zkteco_device__device references device on delete cascade,
  -- What it showed first, to tell another machine with its serial number: the SHA-256 of its key, and its hardware address.
  key_hash bytea,
  mac text,
  charset text not null default 'utf-8',
  doors smallint not null default 1,
  has_encoded_dates boolean not null default true,
  -- The position among its people that it has acknowledged, and the one after the commands that are open.
  people_cursor text,
  next_cursor text,
  -- Counts the full lists: a member of an earlier one belongs there no more.
  generation integer not null default 0,
  -- Of the rights and zones that its commands were written from.
  rights_tag text,
  last_number bigint not null default 0,
  -- Alarms that are not released: door and kind, with the key under which they were told.
  open_alarms jsonb not null default '{}'
);

-- Who is meant to be on a terminal.
create table zkteco_member (
  device_id uuid not null constraint zkteco_member__device references device on delete cascade,
  number integer not null,
  person_id uuid not null,
  portrait_id uuid,
  generation integer not null,
  primary key (device_id, number)
);

-- Commands to terminals, numbered for each; the text goes as soon as the outcome is known.
create table zkteco_command (
  device_id uuid not null constraint zkteco_command__device references device on delete cascade,
  number bigint not null,
  -- 0 at the door, 1 takes rights away, 2 all other data.
  lane smallint not null,
  what text not null,
  text_sealed bytea,
  -- The portrait that is written into the text when it is sent.
  portrait_id uuid,
  person_number integer,
  person_id uuid,
  -- The command of a person at the console.
  command_id uuid constraint zkteco_command__command unique,
  state text not null default 'waiting'
    constraint zkteco_command__state check (state in ('waiting', 'sent', 'done', 'failed', 'expired', 'unknown', 'replaced')),
  sent_count smallint not null default 0,
  sent_at timestamptz,
  code integer,
  created_at timestamptz not null,
  expires_at timestamptz,
  finished_at timestamptz,
  primary key (device_id, number)
);
create index zkteco_command__open on zkteco_command (device_id, lane, number) where state in ('waiting', 'sent');
create index zkteco_command__failed on zkteco_command (device_id, person_id) where state in ('failed', 'unknown');

-- For an hour, to bring a record and its photograph together, which come in two requests: by the moment, and the person if there is one.
create table zkteco_moment (
  device_id uuid not null constraint zkteco_moment__device references device on delete cascade,
  moment text not null,
  -- Null: the record has not come yet.
  record_key text,
  -- Null: the photograph has not come yet.
  picture_sealed bytea,
  received_at timestamptz not null,
  primary key (device_id, moment)
);

-- What was not understood, as it came, for some days.
create table zkteco_line (
  id uuid primary key default uuidv7(),
  device_id uuid not null constraint zkteco_line__device references device on delete cascade,
  received_at timestamptz not null,
  place text not null,
  line_sealed bytea not null
);
create index zkteco_line__of_device on zkteco_line (device_id, received_at desc, id);
