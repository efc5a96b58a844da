-- Work that an administrator gave in one piece: an Excel list of staff, or a batch of portraits.
create table import_run (
  id uuid primary key default uuidv7(),
  kind text not null constraint import_run__kind check (kind in ('staff', 'portraits')),
  -- uploading: more may come; running: everything is here and is being worked through.
  state text not null constraint import_run__state check (state in ('uploading', 'running', 'done', 'cancelled')),
  name text not null,
  -- Staff: departments that are missing are created.
  makes_departments boolean not null default false,
  -- Portraits: kept although the face is registered already as somebody else's.
  adds_anyway boolean not null default false,
  -- Staff: the uploaded file. Its blob is kept for the result file.
  source_hash bytea,
  ignored_columns jsonb not null default '[]',
  total integer not null default 0,
  created_count integer not null default 0,
  updated_count integer not null default 0,
  unchanged_count integer not null default 0,
  failed_count integer not null default 0,
  per_second real,
  -- Who works on it has it until then; afterwards anybody may go on.
  lease_until timestamptz,
  created_by uuid constraint import_run__created_by references account on delete set null,
  creator text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index import_run__created on import_run (created_at desc, id desc);
create index import_run__open on import_run (created_at) where state in ('uploading', 'running');
create index import_run__creator on import_run (created_by);
create index import_run__source on import_run (source_hash) where source_hash is not null;

-- A line of the Excel file, or one picture. Staff: written when it is done. Portraits: written when it arrives.
create table import_row (
  run_id uuid not null constraint import_row__run references import_run on delete cascade,
  number integer not null,
  -- The person's name, or the picture's file name, which may be a phone number.
  label_sealed bytea not null,
  label_hash bytea,
  -- The picture as it came, until it is somebody's portrait.
  source_hash bytea,
  outcome text constraint import_row__outcome check (outcome in ('created', 'updated', 'unchanged', 'failed')),
  problems jsonb not null default '[]',
  person_id uuid constraint import_row__person references person on delete set null,
  -- The portrait, and the picture it was made of: the same picture for the same person changes nothing.
  portrait_id uuid,
  picture_hash bytea,
  alike_person_id uuid constraint import_row__alike references person on delete set null,
  alike_score integer,
  primary key (run_id, number),
  constraint import_row__label unique (run_id, label_hash)
);
create index import_row__waiting on import_row (run_id, number) where outcome is null;
create index import_row__by_outcome on import_row (run_id, outcome, number);
create index import_row__person_done on import_row (person_id, picture_hash) where person_id is not null;
create index import_row__alike_person on import_row (alike_person_id) where alike_person_id is not null;
create index import_row__source on import_row (source_hash) where source_hash is not null;

-- A zip comes in pieces, so that a broken upload goes on where it broke.
create table import_part (
  run_id uuid not null constraint import_part__run references import_run on delete cascade,
  number integer not null,
  blob_hash bytea not null,
  byte_size integer not null,
  primary key (run_id, number)
);
create index import_part__blob on import_part (blob_hash);

-- The personnel-entry QR code: one for the enterprise. Renewing it makes the old one worthless.
create table registration_code (
  is_only boolean primary key default true constraint registration_code__one check (is_only),
  token_sealed bytea not null,
  token_hash bytea not null,
  is_enabled boolean not null default true,
  renewed_at timestamptz not null default now()
);

-- Somebody who registered themselves and waits for a decision, or had one.
create table registration (
  id uuid primary key default uuidv7(),
  state text not null default 'pending' constraint registration__state check (state in ('pending', 'approved', 'rejected')),
  name text not null,
  phone_sealed bytea,
  phone_hash bytea,
  phone_masked text,
  department_id uuid constraint registration__department references department on delete set null,
  portrait_id uuid constraint registration__portrait references image on delete set null,
  -- Of the link by which the applicant looks up the outcome.
  lookup_hash bytea not null constraint registration__lookup unique,
  reason text,
  -- Approved: who was created, or whose portrait was updated.
  person_id uuid constraint registration__person references person on delete set null,
  outcome text constraint registration__outcome check (outcome in ('created', 'updated')),
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null default now()
);
create index registration__created on registration (created_at desc, id desc);
create index registration__by_state on registration (state, created_at desc, id desc);
create index registration__phone on registration (phone_hash, created_at desc);
create index registration__department_of on registration (department_id) where department_id is not null;
create index registration__portrait_of on registration (portrait_id) where portrait_id is not null;
create index registration__person_of on registration (person_id) where person_id is not null;
