-- Since when a reader is at this door and leads this way: its records from before moved people through another door, and move nobody here.
-- Null: nobody has placed its device yet; who does so first says where it has always been.
alter table door_reader add column since timestamptz;
update door_reader set since = 'epoch';
