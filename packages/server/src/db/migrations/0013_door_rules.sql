-- Rules of doors beyond groups and policies. The engine says of each what it does (engine/door).

create table door_rule (
  door_id uuid primary key constraint door_rule__door references door on delete cascade,
  free_timetable_id uuid constraint door_rule__free_timetable references timetable,
  free_after_first boolean not null default false,
  escort_seconds integer constraint door_rule__escort_seconds check (escort_seconds between 1 and 3600),
  several_count integer constraint door_rule__several_count check (several_count between 2 and 20),
  several_seconds integer constraint door_rule__several_seconds check (several_seconds between 1 and 3600),
  has_first_person boolean not null default false,
  first_timetable_id uuid constraint door_rule__first_timetable references timetable
);
create index door_rule__of_free_timetable on door_rule (free_timetable_id) where free_timetable_id is not null;
create index door_rule__of_first_timetable on door_rule (first_timetable_id) where first_timetable_id is not null;

-- The groups that a rule of a door names: who escorts, who comes in together, who comes in first.
create table door_rule_group (
  door_id uuid not null constraint door_rule_group__door references door_rule on delete cascade,
  rule text not null constraint door_rule_group__rule check (rule in ('escort', 'several-people', 'first-person-in')),
  group_id uuid not null constraint door_rule_group__group references person_group on delete cascade,
  primary key (door_id, rule, group_id)
);
create index door_rule_group__of_group on door_rule_group (group_id);
