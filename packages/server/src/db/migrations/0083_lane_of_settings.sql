-- Settings and clocks have a lane of their own, ahead of people: 0 at the door, 1 zones, 2 takes rights away, 3 settings, 4 all other data.
update zkteco_command set lane = 4 where lane = 3 and what not in ('settings', 'time', 'read-again');

-- Why the product refused somebody who was enrolled at a device: the checks that their photograph did not pass, or another word.
alter table registration add column refused_for text[] not null default '{}';
