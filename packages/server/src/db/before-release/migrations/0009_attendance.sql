-- Attendance: rules with their versions, who is in which since when, places, punches made on a phone or asked for later,
-- and what became of each person's day.

create table attendance_rule (
  id uuid primary key default uuidv7(),
  name text not null constraint attendance_rule__name unique,
  is_default boolean not null default false,
  -- Days up to this one are judged and closed.
  closed_through_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index attendance_rule__one_default on attendance_rule (is_default) where is_default;

-- What a rule says, as engine/attendance reads it; of several that apply to a date the highest version does.
create table attendance_rule_version (
  rule_id uuid not null constraint attendance_rule_version__rule references attendance_rule on delete cascade,
  version integer not null,
  effective_on date not null,
  settings jsonb not null,
  area_ids uuid[] not null default '{}',
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (rule_id, version)
);

insert into attendance_rule (name, is_default) values ('Default attendance rule', true);
insert into attendance_rule_version (rule_id, version, effective_on, created_by, settings)
  select id, 1, '2000-01-01', 'system', '{"timeZone":null,"workingWeekdays":[1,2,3,4,5],"punchesPerDay":2,"earliestPunchMinute":300,
    "workStartMinute":540,"workEndMinute":1080,"lateToleranceMinutes":0,"earlyLeaveToleranceMinutes":0,"workdayOvertime":null,
    "holidayOvertime":null,"holidays":[],"specialWorkingDays":[]}' from attendance_rule;

-- Whom a rule names. A person, a department with those below it, or a group is named by one rule only; a person named in
-- several ways follows the nearest: themselves, then a group, then the department, then the default rule.
create table attendance_participant (
  id uuid primary key default uuidv7(),
  rule_id uuid not null constraint attendance_participant__rule references attendance_rule on delete cascade,
  kind text not null constraint attendance_participant__kind check (kind in ('person', 'department', 'group')),
  target_id uuid not null,
  constraint attendance_participant__once unique (kind, target_id)
);
create index attendance_participant__rule on attendance_participant (rule_id);

-- In which rule a person was, from a date up to another that is no longer part of it; open where to_on is null.
create table attendance_assignment (
  person_id uuid not null constraint attendance_assignment__person references person on delete cascade,
  from_on date not null,
  to_on date,
  rule_id uuid not null constraint attendance_assignment__rule references attendance_rule,
  via text not null constraint attendance_assignment__via check (via in ('person', 'group', 'department', 'default')),
  primary key (person_id, from_on),
  constraint attendance_assignment__period check (to_on is null or to_on > from_on)
);
create unique index attendance_assignment__open on attendance_assignment (person_id) where to_on is null;
create index attendance_assignment__rule on attendance_assignment (rule_id, person_id);

create table attendance_area (
  id uuid primary key default uuidv7(),
  name text not null constraint attendance_area__name unique,
  location text,
  latitude double precision not null constraint attendance_area__latitude check (latitude between -90 and 90),
  longitude double precision not null constraint attendance_area__longitude check (longitude between -180 and 180),
  radius_metres integer not null constraint attendance_area__radius check (radius_metres between 10 and 100000),
  created_at timestamptz not null default now()
);
create table attendance_area_device (
  device_id uuid primary key constraint attendance_area_device__device references device on delete cascade,
  area_id uuid not null constraint attendance_area_device__area references attendance_area on delete cascade
);
create index attendance_area_device__area on attendance_area_device (area_id);

-- A punch that no device made: on a phone, or asked for afterwards. Nothing here is ever changed but the decision.
create table attendance_punch (
  id uuid primary key default uuidv7(),
  person_id uuid not null constraint attendance_punch__person references person on delete cascade,
  source text not null constraint attendance_punch__source check (source in ('phone', 'correction')),
  punched_at timestamptz not null,
  latitude double precision,
  longitude double precision,
  accuracy_metres double precision,
  area_id uuid constraint attendance_punch__area references attendance_area on delete set null,
  area_name text,
  distance_metres double precision,
  is_field boolean not null default false,
  remark text,
  state text not null constraint attendance_punch__state check (state in ('waiting', 'approved', 'refused')),
  requested_by text not null,
  decided_by text,
  decided_at timestamptz,
  decision_remark text,
  created_at timestamptz not null default now()
);
create index attendance_punch__person on attendance_punch (person_id, punched_at);
create index attendance_punch__created on attendance_punch (created_at desc, id desc);
create index attendance_punch__waiting on attendance_punch (created_at desc, id desc) where state = 'waiting';

create table attendance_day (
  person_id uuid not null constraint attendance_day__person references person on delete cascade,
  day_on date not null,
  rule_id uuid not null,
  rule_version integer not null,
  day_kind text not null,
  -- 1 … 8, 127: engine/attendance/vocabulary.ts
  verdict smallint not null,
  -- one bit for each fact, in the order of the vocabulary
  facts smallint not null,
  first_at timestamptz,
  last_at timestamptz,
  punch_count integer not null,
  worked_minutes integer not null,
  late_minutes integer not null,
  early_leave_minutes integer not null,
  overtime_minutes integer not null,
  has_field_punch boolean not null,
  has_doubtful_time boolean not null,
  is_provisional boolean not null,
  reasons text not null,
  -- of everything above: tells without reading it whether a new result says the same
  digest bigint not null,
  computed_at timestamptz not null,
  primary key (person_id, day_on)
);
create index attendance_day__day on attendance_day (day_on desc, person_id);
create index attendance_day__notable on attendance_day (day_on desc, person_id) where verdict not in (1, 127);

-- What a closed day's result was before, and why it changed.
create table attendance_day_change (
  id uuid primary key default uuidv7(),
  person_id uuid not null constraint attendance_day_change__person references person on delete cascade,
  day_on date not null,
  cause text not null,
  before jsonb not null,
  after jsonb not null,
  changed_at timestamptz not null
);
create index attendance_day_change__day on attendance_day_change (person_id, day_on, id);

-- What has to be looked at again. Appended in the transaction of the change, taken away by whoever computes:
-- a punch (punched_at), days (from_on, to_on), or who is in which rule (neither). No index: it is read whole, and mostly empty.
create table attendance_news (
  person_id uuid not null,
  punched_at timestamptz,
  from_on date,
  to_on date,
  cause text not null
);

create table attendance_lock (
  month_on date primary key,
  locked_by text not null,
  created_at timestamptz not null default now()
);

-- The link that opens a person's own days on their phone.
create table attendance_phone_link (
  person_id uuid primary key constraint attendance_phone_link__person references person on delete cascade,
  token_hash bytea not null constraint attendance_phone_link__token unique,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz
);

-- The figures of a month by e-mail, in the month after it. A month's last day ends on the morning after: never on the first.
create table attendance_report (
  is_only boolean primary key default true constraint attendance_report__one check (is_only),
  recipients text[] not null default '{}',
  day_of_month smallint not null default 2 constraint attendance_report__day check (day_of_month between 2 and 28),
  language text not null default 'en',
  -- The first day of the newest month that was seen to.
  sent_month_on date
);
insert into attendance_report default values;

-- Whoever joins, leaves or moves may come into another rule. Here, so that no way of writing people can be forgotten.
create function note_attendance_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into attendance_news (person_id, cause) select id, 'moved' from new_rows where kind = 1;
  else
    insert into attendance_news (person_id, cause)
      select n.id, 'moved' from new_rows n join old_rows o on o.id = n.id
      where (n.department_id, n.kind, n.entry_on) is distinct from (o.department_id, o.kind, o.entry_on) and 1 in (n.kind, o.kind);
  end if;
  return null;
end $$;
create trigger person__attendance_inserted after insert on person
  referencing new table as new_rows for each statement execute function note_attendance_people();
create trigger person__attendance_updated after update on person
  referencing old table as old_rows new table as new_rows for each statement execute function note_attendance_people();

create function note_attendance_members() returns trigger language plpgsql as $$
begin
  insert into attendance_news (person_id, cause)
    select c.person_id, 'moved' from changed_rows c
    join attendance_participant p on p.kind = 'group' and p.target_id = c.group_id;
  return null;
end $$;
create trigger group_member__attendance_inserted after insert on group_member
  referencing new table as changed_rows for each statement execute function note_attendance_members();
create trigger group_member__attendance_deleted after delete on group_member
  referencing old table as changed_rows for each statement execute function note_attendance_members();

create function note_attendance_departments() returns trigger language plpgsql as $$
begin
  if new.parent_id is distinct from old.parent_id and exists (select from attendance_participant where kind = 'department') then
    insert into attendance_news (person_id, cause)
      with recursive branch as (
        select new.id as id
        union all
        select d.id from department d join branch b on d.parent_id = b.id
      )
      select p.id, 'moved' from person p join branch b on p.department_id = b.id where p.kind = 1;
  end if;
  return null;
end $$;
create trigger department__attendance_moved after update on department
  for each row execute function note_attendance_departments();

-- A mark of misrecognition takes a punch away.
create function note_attendance_marks() returns trigger language plpgsql as $$
begin
  insert into attendance_news (person_id, punched_at, cause)
    select n.person_id, n.recognised_at, 'record' from new_rows n
    join old_rows o on o.recognised_at = n.recognised_at and o.id = n.id
    where n.misrecognition is distinct from o.misrecognition and n.person_id is not null and n.kind = 1;
  return null;
end $$;
create trigger recognition_record__attendance_marked after update on recognition_record
  referencing old table as old_rows new table as new_rows for each statement execute function note_attendance_marks();

insert into attendance_news (person_id, cause) select id, 'moved' from person where kind = 1;
