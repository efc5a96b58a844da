-- Who was in a group when it was deleted: its devices read here whom to forget. Written before the sync clock is taken, so
-- that the end of a large group does not hold everybody else's changes; gone once every device has applied it. No
-- references: it outlives the group and its people.
create table ended_group_member (
  group_id uuid not null,
  person_id uuid not null,
  primary key (group_id, person_id)
);
