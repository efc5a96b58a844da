-- Whether the device that joins with this code checks that a face is live. Devices that are there already stay as they are set.
alter table pairing_code add column checks_liveness boolean not null default true;
