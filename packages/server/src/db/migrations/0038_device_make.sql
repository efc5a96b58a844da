-- Whose protocol a device speaks: the word of a driver.
alter table device add column make text not null default 'gatehouse';

-- Devices of other makes wait here, too. They bring no secret of their own and show no code: their serial number names them.
alter table device_announcement
  add column make text not null default 'gatehouse',
  alter column secret_hash drop not null,
  alter column check_code drop not null;
create unique index device_announcement__serial on device_announcement (make, serial_number) where secret_hash is null;
