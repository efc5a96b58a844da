-- How many records whoever asked for a deletion had seen: it stops there. Null in those of older releases.
alter table record_deletion add column expected bigint;
