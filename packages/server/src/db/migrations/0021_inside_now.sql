-- What a site does about people whose way out nobody saw, screens that show how many are inside, and news of movements.

-- A site without a row does nothing.
create table inside_rule (
  site_id uuid primary key constraint inside_rule__site references site on delete cascade,
  -- The end of the day on the clock of the site, in minutes after midnight; null: days have no end.
  day_end_minute smallint constraint inside_rule__day_end_minute check (day_end_minute between 0 and 1439),
  signs_out_at_day_end boolean not null,
  signs_out_visitors boolean not null,
  overdue_minutes smallint constraint inside_rule__overdue_minutes check (overdue_minutes between 0 and 1440),
  tells_hosts boolean not null,
  recipients text[] not null,
  language text not null,
  -- The clock that the times below were computed by, and the moment from which ends of the day count: another clock or another time
  -- ends no day of the past.
  time_zone text not null,
  counts_from timestamptz not null,
  last_day_end_at timestamptz
);

alter table person_location drop constraint person_location__source;
alter table person_location add constraint person_location__source check (source in ('passage', 'correction', 'day-end', 'visit-end'));
-- The end of the visit about which somebody was told last.
alter table person_location add column overdue_told_for timestamptz;

-- A person came into an area or left one; written only while a webhook hears of it.
create table movement (
  id uuid primary key default uuidv7(),
  person_id uuid not null constraint movement__person references person on delete cascade,
  moved_at timestamptz not null,
  from_area_id uuid constraint movement__from_area references area on delete set null,
  to_area_id uuid constraint movement__to_area references area on delete set null,
  source text not null,
  door_id uuid constraint movement__door references door on delete set null,
  record_id uuid,
  doubts text[] not null,
  created_at timestamptz not null default now()
);
create index movement__person on movement (person_id);
create index movement__created on movement (created_at);
create index movement__from_area on movement (from_area_id) where from_area_id is not null;
create index movement__to_area on movement (to_area_id) where to_area_id is not null;
create index movement__door on movement (door_id) where door_id is not null;

alter table webhook add column sends_movements boolean not null default false;
alter table webhook_delivery drop constraint webhook_delivery__kind;
alter table webhook_delivery add constraint webhook_delivery__kind check (kind in ('record', 'alarm', 'movement', 'test'));

-- A screen in a lobby; it holds the link, this table only the hash of its token.
create table inside_display (
  id uuid primary key default uuidv7(),
  name text not null,
  token_hash bytea not null constraint inside_display__token unique,
  -- Empty: all sites. Without references: a site that is deleted is shown no longer.
  site_ids uuid[] not null,
  shows_areas boolean not null,
  shows_names boolean not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz
);
create unique index inside_display__name on inside_display (lower(name));
