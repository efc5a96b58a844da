-- Lockdowns, which close doors, and emergency opens, which open them.

-- Whether two people release a lockdown or an emergency open: one asks, another one does it.
create table lockdown_rule (
  is_only boolean primary key default true constraint lockdown_rule__one check (is_only),
  needs_two_people boolean not null default false
);
insert into lockdown_rule default values;

-- The scope names a place without a reference: what was begun stays in the history when its place is deleted, which no door leads to then.
create table lockdown (
  id uuid primary key default uuidv7(),
  kind text not null constraint lockdown__kind check (kind in ('lockdown', 'emergency-open')),
  -- What the enterprise calls it: "Red".
  level text,
  scope text not null constraint lockdown__scope check (scope in ('everything', 'site', 'area')),
  scope_id uuid,
  scope_name text,
  exempt_group_ids uuid[] not null default '{}',
  reason text,
  begun_by text not null,
  begun_at timestamptz not null,
  release_asked_by uuid,
  release_asked_by_name text,
  release_asked_at timestamptz,
  released_by text,
  released_at timestamptz,
  release_reason text,
  constraint lockdown__place check ((scope = 'everything') = (scope_id is null) and (scope_id is null) = (scope_name is null))
);
create index lockdown__active on lockdown (begun_at, id) where released_at is null;
create index lockdown__begun on lockdown (begun_at desc, id desc);

-- Which of its lockdowns a terminal follows: the tag of what it has applied last.
create table lockdown_confirmation (
  device_id uuid primary key constraint lockdown_confirmation__device references device on delete cascade,
  revision text not null,
  confirmed_at timestamptz not null
);

-- What holds at the doors of each device now. A door is within an area when it leads into it or out of it, or into an area inside it
-- or out of one.
create view device_lockdown as
  select r.device_id, r.door_id, l.id as lockdown_id, l.kind, l.exempt_group_ids, l.begun_at
  from door_reader r join door o on o.id = r.door_id cross join lockdown l
  where l.released_at is null and (
    l.scope = 'everything'
    or (l.scope = 'site' and o.site_id = l.scope_id)
    or (l.scope = 'area' and exists (
      with recursive around as (
        select a.id, a.parent_id from area a where a.id in (o.from_area_id, o.to_area_id)
        union select a.id, a.parent_id from area a join around i on a.id = i.parent_id)
      select from around where id = l.scope_id)));
