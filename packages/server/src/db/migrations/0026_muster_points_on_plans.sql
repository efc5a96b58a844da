-- A muster point has a place on a floor plan, as a door and an area have.

alter table plan_place
  add column muster_point_id uuid constraint plan_place__muster_point references muster_point on delete cascade,
  drop constraint plan_place__one,
  add constraint plan_place__one check (num_nonnulls(door_id, area_id, muster_point_id) = 1),
  add constraint plan_place__muster_point_once unique (plan_id, muster_point_id);
create index plan_place__of_muster_point on plan_place (muster_point_id) where muster_point_id is not null;
