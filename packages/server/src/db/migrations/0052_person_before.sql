-- The values that the latest change of a person replaced, sealed, so that it can be taken back: numbers and PINs stand in the operation
-- log masked or not at all. A row serves as long as the person still has this version, and is deleted after a week.
create table person_before (
  person_id uuid primary key references person (id) on delete cascade,
  -- Of the person, after the change.
  version integer not null,
  changed_at timestamptz not null,
  values_sealed bytea not null
);
create index person_before__changed_at on person_before (changed_at);
