-- The block of which the operation log has a line: attempts that it turns away leave one between them.
alter table login_throttle add column noted_until timestamptz;
