-- Musters: where people gather, who was inside when one started, and who was found.

-- A place where people gather.
create table muster_point (
  id uuid primary key default uuidv7(),
  site_id uuid not null constraint muster_point__site references site on delete cascade,
  name text not null,
  created_at timestamptz not null default now()
);
create unique index muster_point__name on muster_point (site_id, lower(name));

-- The areas whose people gather at a point, with the areas inside them.
create table muster_point_area (
  area_id uuid primary key constraint muster_point_area__area references area on delete cascade,
  point_id uuid not null constraint muster_point_area__point references muster_point on delete cascade
);
create index muster_point_area__of_point on muster_point_area (point_id);

-- The devices that mark people safe at a point.
create table muster_point_device (
  device_id uuid primary key constraint muster_point_device__device references device on delete cascade,
  point_id uuid not null constraint muster_point_device__point references muster_point on delete cascade
);
create index muster_point_device__of_point on muster_point_device (point_id);

create table muster_setting (
  site_id uuid primary key constraint muster_setting__site references site on delete cascade,
  starts_by_fire boolean not null default false,
  adds_latecomers boolean not null default true,
  -- Between two paper lists; null: none is made.
  paper_minutes smallint constraint muster_setting__paper_minutes check (paper_minutes between 5 and 1440),
  paper_mails text[] not null default '{}',
  language text not null default 'en' constraint muster_setting__language check (language in ('zh', 'zh-tw', 'en')),
  paper_next_at timestamptz,
  constraint muster_setting__paper check ((paper_minutes is null) = (paper_next_at is null))
);
create index muster_setting__paper_due on muster_setting (paper_next_at) where paper_next_at is not null;

-- The last paper list of a site. Sealed: it names everybody who is inside.
create table paper_list (
  site_id uuid primary key constraint paper_list__site references site on delete cascade,
  made_at timestamptz not null,
  people integer not null,
  mailed_to smallint not null,
  pdf_sealed bytea not null
);

-- One that has ended stays when its site is deleted.
create table muster (
  id uuid primary key default uuidv7(),
  site_id uuid constraint muster__site references site on delete set null,
  site_name text not null,
  is_drill boolean not null,
  note text,
  started_at timestamptz not null,
  started_by text not null,
  started_how text not null constraint muster__started_how check (started_how in ('console', 'api', 'fire-input')),
  ended_at timestamptz,
  ended_by text,
  end_note text,
  -- Since when nobody is missing.
  cleared_at timestamptz,
  -- Grows with every change of its people.
  revision integer not null default 0
);
create unique index muster__running on muster (site_id) where ended_at is null;
create index muster__started on muster (started_at desc, id desc);
create index muster__of_site on muster (site_id, started_at desc, id desc);

-- The people of a muster. Places by name, too: they may be deleted, or be called otherwise, before somebody reads the report.
create table muster_person (
  id uuid primary key default uuidv7(),
  muster_id uuid not null constraint muster_person__muster references muster on delete cascade,
  -- Null: deleted since.
  person_id uuid constraint muster_person__person references person on delete set null,
  -- Where they were last; null: outside.
  area_id uuid,
  area_name text,
  door_id uuid,
  door_name text,
  since timestamptz not null,
  doubts text[] not null default '{}',
  point_id uuid,
  point_name text,
  is_latecomer boolean not null,
  state text not null default 'missing' constraint muster_person__state check (state in ('missing', 'safe', 'not-on-site')),
  -- The mark that counts, by the time of the one who marked; null: nobody has.
  marked_at timestamptz,
  marked_how text constraint muster_person__marked_how check (marked_how in ('reader', 'steward', 'console', 'api', 'paper')),
  marked_by text,
  marked_point_id uuid,
  marked_point_name text,
  -- Of the muster, when this changed last.
  revision integer not null,
  constraint muster_person__once unique (muster_id, person_id)
);
create index muster_person__of_state on muster_person (muster_id, state);
create index muster_person__of_revision on muster_person (muster_id, revision);
create index muster_person__of_person on muster_person (person_id) where person_id is not null;

-- Links for the phones of stewards.
create table steward_link (
  id uuid primary key default uuidv7(),
  muster_id uuid not null constraint steward_link__muster references muster on delete cascade,
  token_hash bytea not null constraint steward_link__token unique,
  steward text not null,
  -- Null: everybody.
  point_id uuid,
  point_name text,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_seen_at timestamptz
);
create index steward_link__of_muster on steward_link (muster_id, id desc);

-- The history of a muster. A mark of a phone has the id that the phone gave it, so that it counts once.
create table muster_event (
  muster_id uuid not null constraint muster_event__muster references muster on delete cascade,
  id uuid not null default uuidv7(),
  kind text not null constraint muster_event__kind check (
    kind in ('started', 'ended', 'marked', 'latecomer', 'link-created', 'link-revoked', 'paper-made')),
  at timestamptz not null,
  received_at timestamptz not null,
  by text not null,
  how text constraint muster_event__how check (how in ('reader', 'steward', 'console', 'api', 'paper')),
  state text constraint muster_event__state check (state in ('missing', 'safe', 'not-on-site')),
  muster_person_id uuid constraint muster_event__person references muster_person on delete cascade,
  link_id uuid constraint muster_event__link references steward_link on delete cascade,
  -- It came after the end of the muster, or after a later mark: it changed nothing.
  is_late boolean not null default false,
  primary key (muster_id, id)
);
create index muster_event__latest on muster_event (muster_id, at desc, id desc);
create index muster_event__of_person on muster_event (muster_person_id) where muster_person_id is not null;
create index muster_event__of_link on muster_event (link_id) where link_id is not null;
