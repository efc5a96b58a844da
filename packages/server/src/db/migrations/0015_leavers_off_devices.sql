-- Members of staff who left long ago leave the devices; a new last day brings them back.
alter table person add column is_off_devices boolean not null default false;
create index person__off_devices on person (id) where is_off_devices and kind = 1;
-- Found by the job that takes them off, without those whom it took off before.
create index person__leaving_on_devices on person (leaving_on) where kind = 1 and leaving_on is not null and not is_off_devices;
