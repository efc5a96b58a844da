-- What has become of strangers' faces since a process last looked, in the order of the commits: who adds or deletes one holds
-- the lock of capture-store.ts until then, and takes the next number. So faces in memory are brought up to date by few rows.
create sequence capture_template_change;
alter table capture_template add column change bigint not null default nextval('capture_template_change');
create index capture_template__change on capture_template (change);
create table capture_forgotten (
  change bigint primary key default nextval('capture_template_change'),
  record_id uuid not null,
  created_at timestamptz not null default now()
);

create function note_forgotten_captures() returns trigger language plpgsql as $$
begin
  insert into capture_forgotten (record_id) select record_id from old_rows where embedding_sealed is not null;
  return null;
end $$;
create trigger capture_template__forgotten after delete on capture_template
  referencing old table as old_rows for each statement execute function note_forgotten_captures();
