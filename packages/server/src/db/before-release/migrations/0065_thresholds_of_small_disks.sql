-- Thresholds follow the size of the disk unless somebody set them (ADR 0057). Until now 40 and 20 stood here from the start, so that
-- nothing tells them from a choice; on the disks that they were meant for they are the defaults still. warn_gb and overwrite_gb are
-- what releases before this one read.
alter table storage_setting
  add column own_warn_gb integer,
  add column own_overwrite_gb integer,
  -- For how long the notice that history will be overwritten has stood without a break, in seconds of a running server; null: it does not.
  add column notice_s integer;
update storage_setting set own_warn_gb = nullif(warn_gb, 40), own_overwrite_gb = nullif(overwrite_gb, 20);
