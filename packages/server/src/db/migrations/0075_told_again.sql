-- How often a terminal was told again to take something away: the waits grow with that, and not with the time that it was offline.
alter table zkteco_command add column tries smallint not null default 0;

-- Terminals of the access dialect write names in UTF-8, whatever the language of their screens: some were taken for others.
update zkteco_device z set charset = 'utf-8' from device d where d.id = z.device_id and d.type = 'ZKACC';
