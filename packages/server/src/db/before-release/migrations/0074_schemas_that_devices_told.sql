-- Which device told a schema last: of those that nobody goes by it keeps a few.
alter table settings_schema
  add column told_by uuid,
  add column told_at timestamptz not null default now();
