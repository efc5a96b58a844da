-- Sums of the counts of whole days (UTC) that are over, made by a job: a month is not added up from the quarters of an hour of
-- each door. A day stands here only while its sums are right: whatever changes a record of it takes it out, and its sums with it.
create table summed_day (day date primary key);
create table quarter_sum (
  day date not null references summed_day on delete cascade,
  bucket timestamptz not null,
  kind smallint not null,
  opened boolean not null,
  records bigint not null,
  primary key (day, bucket, kind, opened)
);
create table device_sum (
  day date not null references summed_day on delete cascade,
  device_id uuid not null,
  kind smallint not null,
  opened boolean not null,
  records bigint not null,
  primary key (day, device_id, kind, opened)
);
create table department_sum (
  day date not null references summed_day on delete cascade,
  department_id uuid not null,
  opened boolean not null,
  records bigint not null,
  primary key (day, department_id, opened)
);

create function take_out_summed_days() returns trigger language plpgsql as $$
declare
  changed date[];
begin
  if tg_op = 'INSERT' then
    changed := array(select distinct (recognised_at at time zone 'UTC')::date as day from new_rows order by day);
  elsif tg_op = 'DELETE' then
    changed := array(select distinct (recognised_at at time zone 'UTC')::date as day from old_rows order by day);
  else
    -- What is counted by never changes but for these two: a mark, and a department that is forgotten with its person.
    changed := array(
      select distinct (n.recognised_at at time zone 'UTC')::date as day
      from new_rows n join old_rows o on o.recognised_at = n.recognised_at and o.id = n.id
      where (n.misrecognition, n.department_id) is distinct from (o.misrecognition, o.department_id) order by day);
  end if;
  -- Many change a day at once; who sums it (record-store.ts) waits for them, and they for the sum.
  perform pg_advisory_xact_lock_shared(hashtext('summed_day'), day - date '2000-01-01') from unnest(changed) day;
  delete from summed_day where day = any(changed);
  return null;
end $$;

create trigger recognition_record__unsum_inserted after insert on recognition_record
  referencing new table as new_rows for each statement execute function take_out_summed_days();
create trigger recognition_record__unsum_deleted after delete on recognition_record
  referencing old table as old_rows for each statement execute function take_out_summed_days();
create trigger recognition_record__unsum_updated after update on recognition_record
  referencing old table as old_rows new table as new_rows for each statement execute function take_out_summed_days();
