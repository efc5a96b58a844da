-- Rules of areas, doors that exclude each other, and the floors of elevators. The engine says of each what it does (engine/door).

-- Of the people who come into an area; null: the rule is not set.
create table area_rule (
  area_id uuid primary key constraint area_rule__area references area on delete cascade,
  passback_mode text constraint area_rule__passback_mode check (passback_mode in ('soft', 'hard', 'timed')),
  passback_minutes integer constraint area_rule__passback_minutes check (passback_minutes between 1 and 1440),
  passback_when_unknown text constraint area_rule__passback_unknown check (passback_when_unknown in ('opens', 'refuses')),
  -- The minutes of each day, on the clock of the site, at which everybody is forgiven.
  passback_reset_minutes integer[] not null default '{}',
  occupancy_max integer constraint area_rule__occupancy_max check (occupancy_max >= 1),
  occupancy_mode text constraint area_rule__occupancy_mode check (occupancy_mode in ('alarm', 'refuse')),
  occupancy_when_unknown text constraint area_rule__occupancy_unknown check (occupancy_when_unknown in ('opens', 'refuses'))
);

-- Groups that a rule of an area does not hold for.
create table area_exempt_group (
  area_id uuid not null constraint area_exempt_group__area references area_rule on delete cascade,
  rule text not null constraint area_exempt_group__rule check (rule in ('anti-passback', 'occupancy-limit')),
  group_id uuid not null constraint area_exempt_group__group references person_group on delete cascade,
  primary key (area_id, rule, group_id)
);
create index area_exempt_group__of_group on area_exempt_group (group_id);

-- Whatever somebody has done before this moment is forgiven: one person everywhere, or everybody in one area. Their locations stay.
create table anti_passback_reset (
  id uuid primary key default uuidv7(),
  person_id uuid constraint anti_passback_reset__of_person unique
    constraint anti_passback_reset__person references person on delete cascade,
  area_id uuid constraint anti_passback_reset__of_area unique
    constraint anti_passback_reset__area references area on delete cascade,
  reset_at timestamptz not null,
  constraint anti_passback_reset__one check (num_nonnulls(person_id, area_id) = 1)
);

-- Doors of which at most one is open at a time.
create table interlock (
  id uuid primary key default uuidv7(),
  name text not null,
  when_unknown text not null constraint interlock__when_unknown check (when_unknown in ('opens', 'refuses')),
  created_at timestamptz not null default now()
);
create unique index interlock__name on interlock (lower(name));

-- A door that is in an interlock cannot be deleted: the other doors would wait for the state of one that is gone.
create table interlock_door (
  interlock_id uuid not null constraint interlock_door__interlock references interlock on delete cascade,
  door_id uuid not null constraint interlock_door__door references door,
  primary key (interlock_id, door_id)
);
create index interlock_door__of_door on interlock_door (door_id);

-- A floor of an elevator: the output that releases its button, and when. Without groups everybody may reach it who may use the elevator.
create table elevator_floor (
  door_id uuid not null constraint elevator_floor__door references door on delete cascade,
  output smallint not null constraint elevator_floor__output check (output between 1 and 64),
  area_id uuid not null constraint elevator_floor__area references area,
  timetable_id uuid constraint elevator_floor__timetable references timetable,
  primary key (door_id, output),
  constraint elevator_floor__once unique (door_id, area_id)
);
create index elevator_floor__of_area on elevator_floor (area_id);
create index elevator_floor__of_timetable on elevator_floor (timetable_id) where timetable_id is not null;

create table elevator_floor_group (
  door_id uuid not null,
  output smallint not null,
  group_id uuid not null constraint elevator_floor_group__group references person_group on delete cascade,
  primary key (door_id, output, group_id),
  constraint elevator_floor_group__floor foreign key (door_id, output) references elevator_floor on delete cascade
);
create index elevator_floor_group__of_group on elevator_floor_group (group_id);
