-- Some terminals keep neither to hours nor to the period of a person. People who belong on one of them and may pass at no time there at present
-- are kept off it, and come when they may.
create table device_person_kept_off (
  device_id uuid not null constraint device_person_kept_off__device references device on delete cascade,
  person_id uuid not null,
  number integer not null,
  reason text not null,
  -- The device never had them, or has answered that it has them no more.
  is_off boolean not null,
  -- They are looked at again then; null: with the next change of theirs or of the hours.
  until_at timestamptz,
  generation integer not null,
  primary key (device_id, person_id)
);
create unique index device_person_kept_off__number on device_person_kept_off (device_id, number);
create index device_person_kept_off__until_at on device_person_kept_off (device_id, until_at) where until_at is not null;
create index device_person_kept_off__person on device_person_kept_off (person_id);

-- Everybody who is on such a terminal already is looked at once.
update zkteco_member m set ends_at = now() from device d where d.id = m.device_id and d.type = 'ZKATT';
