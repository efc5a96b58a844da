-- Nobody is absent after their last day, as nobody is before their date of entry: the date hides what comes after it, the rule
-- itself goes on. So the date can be corrected or taken away.

-- Whoever is deleted after their last day keeps it.
alter table former_person add column leaving_on date;

create or replace function keep_former_people() returns trigger language plpgsql as $$
begin
  insert into former_person (id, kind, name, job_id, department_id, entry_on, leaving_on, search_text)
    select o.id, o.kind, o.name, o.job_id, o.department_id, o.entry_on, o.leaving_on,
      coalesce(o.name_search, lower(o.name)) || E'\n' || coalesce(lower(o.job_id), '')
    from old_rows o
    on conflict (id) do nothing;
  -- Also of whoever is in no rule yet: somebody may be bringing them into one.
  insert into attendance_news (person_id, cause) select id, 'moved' from old_rows where kind in (1, 5);
  return null;
end $$;

create or replace view attendance_person as
  select id, name, job_id, department_id, entry_on, search_text, leaving_on from person where kind = 1
  union all
  select id, name, job_id, department_id, entry_on, search_text, leaving_on from person where kind = 5
  union all
  select f.id, f.name, f.job_id, (select d.id from department d where d.id = f.department_id), f.entry_on, f.search_text,
    f.leaving_on
  from former_person f;

create or replace view attendance_membership as
  select p.id as person_id, greatest(a.from_on, p.entry_on) as from_on, least(a.to_on, p.leaving_on + 1) as to_on, a.rule_id, a.via
  from attendance_assignment a join attendance_person p on p.id = a.person_id
  where (p.entry_on is null or a.to_on is null or a.to_on > p.entry_on)
    and (p.leaving_on is null or p.leaving_on >= greatest(a.from_on, p.entry_on));

-- Whoever joins, leaves or moves may come into another rule. Here, so that no way of writing people can be forgotten.
-- A date of entry that is set, corrected or taken away touches the days between what it was and what it is; so does a last day,
-- and without one it is as late as can be.
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
    insert into attendance_news (person_id, from_on, to_on, cause)
      select n.id, greatest(least(n.leaving_on, o.leaving_on) + 1, first_on),
        greatest(case when n.leaving_on is null or o.leaving_on is null then date '9999-12-31' else greatest(n.leaving_on, o.leaving_on) end, first_on),
        'leaving'
      from new_rows n join old_rows o on o.id = n.id
      cross join lateral (select min(a.from_on) as first_on from attendance_assignment a where a.person_id = n.id) known
      where n.leaving_on is distinct from o.leaving_on and first_on is not null;
  end if;
  return null;
end $$;
