-- Floor plans of sites: a picture for each floor, with the places of doors and areas on it.

create table floor_plan (
  id uuid primary key default uuidv7(),
  site_id uuid not null constraint floor_plan__site references site on delete cascade,
  name text not null,
  -- Orders the plans of a site; 0 is the ground floor.
  level smallint not null default 0,
  blob_hash bytea not null,
  content_type text not null constraint floor_plan__content_type check (content_type in ('image/png', 'image/jpeg')),
  width integer not null,
  height integer not null,
  -- Drawn in light lines on a dark ground.
  is_dark boolean not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index floor_plan__name on floor_plan (site_id, lower(name));
create index floor_plan__blob on floor_plan (blob_hash);

-- By trigger, since a plan also goes with its site.
create function discard_plan_picture() returns trigger language plpgsql as $$
begin
  insert into blob_garbage (blob_hash) values (old.blob_hash) on conflict do nothing;
  return null;
end $$;
create trigger floor_plan__picture_deleted after delete on floor_plan for each row execute function discard_plan_picture();
create trigger floor_plan__picture_replaced after update of blob_hash on floor_plan for each row
  when (old.blob_hash is distinct from new.blob_hash) execute function discard_plan_picture();

-- Where a door or an area is on a plan, in shares of its width and height. One that has moved to another site is still here, and not shown.
create table plan_place (
  id uuid primary key default uuidv7(),
  plan_id uuid not null constraint plan_place__plan references floor_plan on delete cascade,
  door_id uuid constraint plan_place__door references door on delete cascade,
  area_id uuid constraint plan_place__area references area on delete cascade,
  x double precision not null constraint plan_place__x check (x between 0 and 1),
  y double precision not null constraint plan_place__y check (y between 0 and 1),
  -- The outline of an area: x and y of each corner, one after another.
  corners double precision[],
  constraint plan_place__one check (num_nonnulls(door_id, area_id) = 1),
  constraint plan_place__door_once unique (plan_id, door_id),
  constraint plan_place__area_once unique (plan_id, area_id)
);
create index plan_place__of_door on plan_place (door_id) where door_id is not null;
create index plan_place__of_area on plan_place (area_id) where area_id is not null;
