-- By what number devices of other makes know a person. Drawn at random, so that it tells nothing of them. A number is given once: when its
-- person is deleted and no device can hold them any more, it belongs to nobody, and is never given again.
create table device_person_number (
  number integer primary key constraint device_person_number__digits check (number between 100000000 and 999999999),
  person_id uuid constraint device_person_number__person unique,
  given_at timestamptz not null
);
