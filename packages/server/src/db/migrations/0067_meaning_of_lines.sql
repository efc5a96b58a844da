-- A line of a device that is understood, and that the product does nothing with.
alter table device_line add column meaning text;
