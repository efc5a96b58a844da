-- Who was deleted: the name that their records, judged days and locked months go on being found by. The days of whoever was
-- erased stand here under another id with a pseudonym, so that totals stay right and name nobody.
create table former_person (
  id uuid primary key,
  kind smallint not null,
  name text not null,
  job_id text,
  -- No reference: who deletes people would wait for who deletes departments.
  department_id uuid,
  entry_on date,
  -- As of person, but for the end of the phone number.
  search_text text collate "C" not null,
  deleted_at timestamptz not null default now()
);
create index former_person__search on former_person using gin (search_grams(search_text));
create index former_person__name on former_person (name, id);

-- The days, punches and rules of somebody who was deleted stay, and follow what still changes about them.
alter table attendance_assignment drop constraint attendance_assignment__person;
alter table attendance_punch drop constraint attendance_punch__person;
alter table attendance_day_change drop constraint attendance_day_change__person;
drop trigger person__attendance_forgotten on person;
drop function forget_attendance_days();

-- Here, so that no way of deleting people can be forgotten. The news ends the rule they were in.
create function keep_former_people() returns trigger language plpgsql as $$
begin
  insert into former_person (id, kind, name, job_id, department_id, entry_on, search_text)
    select o.id, o.kind, o.name, o.job_id, o.department_id, o.entry_on, coalesce(o.name_search, lower(o.name)) || E'\n' || coalesce(lower(o.job_id), '')
    from old_rows o
    on conflict (id) do nothing;
  -- Also of whoever is in no rule yet: somebody may be bringing them into one.
  insert into attendance_news (person_id, cause) select id, 'moved' from old_rows where kind in (1, 5);
  return null;
end $$;
create trigger person__kept_as_former after delete on person
  referencing old table as old_rows for each statement execute function keep_former_people();

-- Everybody who may have days that were judged: staff, those of them who were blacklisted since, and those who were deleted.
-- Each part is read by name along an index of its own.
create view attendance_person as
  select id, name, job_id, department_id, entry_on, search_text from person where kind = 1
  union all
  select id, name, job_id, department_id, entry_on, search_text from person where kind = 5
  union all
  select f.id, f.name, f.job_id, (select d.id from department d where d.id = f.department_id), f.entry_on, f.search_text
  from former_person f;

-- A date of entry hides what was before it; the rule itself begins when the person became known. So the date can be
-- corrected, to an earlier or a later one. The first rule of whoever was to enter later began on that day.
create view attendance_membership as
  select a.person_id, greatest(a.from_on, p.entry_on) as from_on, a.to_on, a.rule_id, a.via
  from attendance_assignment a join attendance_person p on p.id = a.person_id
  where p.entry_on is null or a.to_on is null or a.to_on > p.entry_on;
update attendance_assignment a
  set from_on = (p.created_at at time zone (select time_zone from company limit 1))::date
  from person p
  where p.id = a.person_id and a.from_on = p.entry_on
    and (p.created_at at time zone (select time_zone from company limit 1))::date < p.entry_on
    and not exists (select from attendance_assignment before where before.person_id = a.person_id and before.from_on < a.from_on);

-- A date of entry that is set, corrected or taken away touches the days between what it was and what it is.
create or replace function note_attendance_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into attendance_news (person_id, cause) select id, 'moved' from new_rows where kind = 1;
  else
    insert into attendance_news (person_id, cause)
      select n.id, 'moved' from new_rows n join old_rows o on o.id = n.id
      where (n.department_id, n.kind) is distinct from (o.department_id, o.kind) and 1 in (n.kind, o.kind);
    insert into attendance_news (person_id, from_on, to_on, cause)
      select n.id, case when n.entry_on is null or o.entry_on is null then first_on else least(n.entry_on, o.entry_on) end,
        greatest(n.entry_on, o.entry_on, first_on), 'entry'
      from new_rows n join old_rows o on o.id = n.id
      cross join lateral (select min(a.from_on) as first_on from attendance_assignment a where a.person_id = n.id) known
      where n.entry_on is distinct from o.entry_on and first_on is not null;
  end if;
  return null;
end $$;

-- Results that were made before a change could reach the day before it are judged again, from the day before each beginning.
insert into attendance_news (person_id, from_on, to_on, cause)
  select person_id, greatest(from_on - 1, current_date - 92), greatest(from_on - 1, current_date - 92), 'moved' from attendance_assignment
  where from_on > current_date - 92 and exists (
    select from attendance_assignment before where before.person_id = attendance_assignment.person_id and before.to_on = attendance_assignment.from_on)
  union
  select a.person_id, v.effective_on - 1, v.effective_on - 1, 'rule' from attendance_rule_version v
  join attendance_assignment a on a.rule_id = v.rule_id
    and a.from_on <= v.effective_on and (a.to_on is null or a.to_on >= v.effective_on)
  where v.version > 1 and v.effective_on > current_date - 92;
