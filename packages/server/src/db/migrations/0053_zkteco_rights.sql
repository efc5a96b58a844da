-- What takes rights away at terminals that speak ZKTeco's protocol comes into force at once, and is not lost.

-- Zones have a lane of their own, ahead of people who go: 0 at the door, 1 zones, 2 takes rights away, 3 all other data.
update zkteco_command set lane = lane + 1 where lane >= 1;

-- When the period of somebody ends at a terminal that knows only its day; null: it ends it by itself, or the period has no end.
alter table zkteco_member add column ends_at timestamptz;
create index zkteco_member__ends_at on zkteco_member (device_id, ends_at) where ends_at is not null;

-- The groups whose people may have a zone, by its number: a number is not given to others before all of them were sent again.
alter table zkteco_device add column zone_numbers jsonb not null default '{}';
