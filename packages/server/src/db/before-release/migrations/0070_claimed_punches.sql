-- The day of attendance that a device claimed of a record, where the record stands at its arrival: hardly any has one.
create index recognition_record__claimed on recognition_record (person_id, claimed_at) where claimed_at is not null;
