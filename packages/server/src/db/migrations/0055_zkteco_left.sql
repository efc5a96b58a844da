-- People whom devices should have removed and have not: by number, since they may have been deleted.
create table device_left_person (
  device_id uuid not null constraint device_left_person__device references device on delete cascade,
  number integer not null,
  since timestamptz not null,
  primary key (device_id, number)
);

alter table zkteco_command
  -- A removal that was not carried out, and is sent again.
  add column is_again boolean not null default false;

alter table zkteco_device
  -- What it sends has shown which dialect it speaks: until then that is a guess.
  add column is_dialect_shown boolean not null default false,
  -- Minutes east of Greenwich that it was told last.
  add column told_offset integer;
