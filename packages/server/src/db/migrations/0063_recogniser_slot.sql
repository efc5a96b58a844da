-- A slot for another recogniser (ADR 0078).

-- What the operator has put in; the files lie in the data folder. The built-in one has no row.
create table recogniser (
  model_id text primary key check (model_id ~ '^[0-9a-f]{12}$'),
  -- The manifest: how the network is fed, and its thresholds.
  spec jsonb not null,
  byte_size bigint not null check (byte_size > 0),
  added_at timestamptz not null
);

-- Which one is in use; one row.
create table recogniser_state (
  is_only boolean primary key default true check (is_only),
  -- Null: the built-in one, here and in the next two.
  in_use text references recogniser,
  -- What templates are being made for, while `is_changing`.
  wanted text references recogniser,
  -- What was in use before: its templates are kept up for the way back.
  former text references recogniser,
  is_changing boolean not null default false,
  -- The operator wants the change although some portraits lack a template.
  is_forced boolean not null default false,
  begun_at timestamptz,
  changed_at timestamptz,
  -- Why the change does not go on; null: it does.
  problem text check (problem in ('file-missing', 'engine-failed')),
  problem_at timestamptz
);
insert into recogniser_state default values;

-- Templates of a portrait by other recognisers than the one in force, which is `face_template`.
create table further_template (
  image_id uuid not null constraint further_template__image references image on delete cascade,
  model_id text not null,
  -- Sealed as `face_template` is. Null: there is none, `failure` says why.
  embedding_sealed bytea,
  failure text check (failure in ('no-face', 'unreadable')),
  made_at timestamptz not null,
  primary key (image_id, model_id),
  check ((embedding_sealed is null) = (failure is not null))
);

-- How terminals follow.
create table device_recogniser (
  device_id uuid primary key constraint device_recogniser__device references device on delete cascade,
  -- The one that was named to it; null: the built-in one.
  model_id text,
  state text not null check (state in ('offered', 'following', 'refused')),
  -- The terminal's word for why it keeps the old one.
  reason text check (reason in ('too-large', 'fetch-failed', 'hash-wrong', 'cannot-run')),
  changed_at timestamptz not null,
  check ((state = 'refused') = (reason is not null))
);

-- Every template of a portrait, by whichever recogniser; the one in force is in face_template.
create view portrait_template as
  select image_id, model_id, embedding_sealed from face_template
  union all
  select image_id, model_id, embedding_sealed from further_template where embedding_sealed is not null;
