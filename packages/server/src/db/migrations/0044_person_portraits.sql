-- Further portraits of a person, beside the main one, which stays `person.portrait_id` (ADR 0072).
create table person_portrait (
  image_id uuid primary key constraint person_portrait__image references image,
  person_id uuid not null constraint person_portrait__person references person on delete cascade,
  -- Of the passage whose face an administrator has confirmed; no reference, the portrait outlives the record.
  record_id uuid,
  added_by text not null,
  added_at timestamptz not null
);
create index person_portrait__person on person_portrait (person_id, added_at, image_id);

-- Every portrait by which a person is recognised.
create view person_face as
  select id as person_id, portrait_id as image_id, true as is_main from person where portrait_id is not null
  union all
  select person_id, image_id, false from person_portrait;

-- How a portrait came. Null: before this was noted.
alter table face_template add column source text
  constraint face_template__source check (source in ('form', 'batch', 'registration', 'device', 'learned'));
