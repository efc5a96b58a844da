-- The records at one of several doors of a device, newest first. Most devices have one door, and no number of it.
create index recognition_record__door on recognition_record (device_id, port, recognised_at desc, id desc) where port is not null;
