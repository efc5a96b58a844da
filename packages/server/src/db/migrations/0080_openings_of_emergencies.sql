-- The emergency in which a command opens a door: it waits for its device as long as that holds, and no longer.
alter table device_command add column lockdown_id uuid constraint device_command__lockdown references lockdown;
create index device_command__lockdown on device_command (lockdown_id) where lockdown_id is not null;
