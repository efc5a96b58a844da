-- Where people are, as far as their passages tell.

-- The area of each person who has ever passed a door, or about whom somebody said it; null: outside.
create table person_location (
  person_id uuid primary key constraint person_location__person references person on delete cascade,
  area_id uuid constraint person_location__area references area,
  -- In this area, and inside at all; inside_since is null outside, and where no passage told.
  since timestamptz not null,
  inside_since timestamptz,
  -- The source: a passage, a correction by hand, or the end of the day.
  source text not null constraint person_location__source check (source in ('passage', 'correction', 'day-end')),
  -- The id of the record, or one of its own for a correction.
  record_id uuid not null,
  door_id uuid constraint person_location__door references door on delete set null,
  -- The reasons to doubt it, in words of the engine.
  doubts text[] not null default '{}'
);
create index person_location__area on person_location (area_id, since desc, person_id) where area_id is not null;
create index person_location__inside on person_location (since desc, person_id) where area_id is not null;
create index person_location__door on person_location (door_id) where door_id is not null;
