-- Gives the person's id in place of the assignment's: a condition on it then reaches each part of `attendance_person`, which
-- finds the one person by key. On the assignment's id PostgreSQL read all people for each late punch.
create or replace view attendance_membership as
  select p.id as person_id, greatest(a.from_on, p.entry_on) as from_on, a.to_on, a.rule_id, a.via
  from attendance_assignment a join attendance_person p on p.id = a.person_id
  where p.entry_on is null or a.to_on is null or a.to_on > p.entry_on;
