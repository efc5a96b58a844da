-- How long a terminal has known the people who were taken from it: until the hour in which it said that it had forgotten them. A record
-- of that time may arrive later, and is theirs.
create table device_people_applied (
  device_id uuid not null constraint device_people_applied__device references device on delete cascade,
  -- The end of the hour, and the last revision that was applied in it.
  applied_before timestamptz not null,
  revision bigint not null,
  primary key (device_id, applied_before)
);
insert into device_people_applied (device_id, applied_before, revision)
  select id, date_trunc('hour', now()) + interval '1 hour', people_applied_revision from device;

create function note_people_applied() returns trigger language plpgsql as $$
begin
  insert into device_people_applied as a (device_id, applied_before, revision)
    values (new.id, date_trunc('hour', now()) + interval '1 hour', new.people_applied_revision)
    on conflict (device_id, applied_before) do update set revision = greatest(a.revision, excluded.revision);
  return null;
end $$;
create trigger device__people_applied after update of people_applied_revision on device for each row
  when (new.people_applied_revision > old.people_applied_revision) execute function note_people_applied();
