-- Visitors: their passes, invitations, and people who ask at the door.

-- What a visitor has beside what every person has. The row stays while its person is on the blacklist.
create table visitor (
  person_id uuid primary key constraint visitor__person references person on delete cascade,
  company text,
  purpose text,
  host_id uuid constraint visitor__host references person on delete set null,
  guest_rating smallint constraint visitor__guest_rating check (guest_rating between 1 and 5),
  -- False once devices have been told to forget them because their period is over.
  is_on_devices boolean not null default true
);
create index visitor__host on visitor (host_id, person_id desc) where host_id is not null;
create index visitor__on_devices on visitor (person_id) where is_on_devices;

-- A code that opens doors for its person. The code is found by its hash and shown again from the sealed copy.
create table visitor_pass (
  id uuid primary key default uuidv7(),
  person_id uuid not null constraint visitor_pass__person references person on delete cascade,
  code_hash bytea not null constraint visitor_pass__code unique,
  code_sealed bytea not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  -- Null: as often as one likes.
  max_uses integer constraint visitor_pass__max_uses check (max_uses > 0),
  used_count integer not null default 0,
  revoked_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now()
);
create index visitor_pass__of_person on visitor_pass (person_id, created_at desc);

-- Each opening by a pass, once, under the id of its record: whether the terminal asked first or told afterwards.
create table visitor_pass_use (
  record_id uuid primary key,
  pass_id uuid not null constraint visitor_pass_use__pass references visitor_pass on delete cascade,
  device_id uuid not null,
  used_at timestamptz not null
);
create index visitor_pass_use__of_pass on visitor_pass_use (pass_id, used_at desc);

-- A visit that somebody is invited to, or asks for at the door. Approved, it makes a visitor or renews one.
create table visit_request (
  id uuid primary key default uuidv7(),
  kind text not null constraint visit_request__kind check (kind in ('invitation', 'walk-in')),
  state text not null constraint visit_request__state check (state in ('invited', 'pending', 'approved', 'refused', 'withdrawn')),
  -- The visitor's own link, and the host's, which answers once.
  token_hash bytea not null constraint visit_request__token unique,
  link_ends_at timestamptz not null,
  host_token_hash bytea constraint visit_request__host_token unique,
  host_id uuid constraint visit_request__host references person on delete set null,
  language text not null constraint visit_request__language check (language in ('zh', 'zh-tw', 'en')),
  name text not null,
  company text,
  purpose text,
  phone_sealed bytea,
  email_sealed bytea,
  portrait_id uuid constraint visit_request__portrait references image,
  group_id uuid constraint visit_request__group references person_group on delete set null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  person_id uuid constraint visit_request__person references person on delete set null,
  reason text,
  created_by text not null,
  created_at timestamptz not null default now(),
  decided_by text,
  decided_at timestamptz
);
create index visit_request__ended on visit_request (valid_to);
create index visit_request__created on visit_request (created_at desc, id desc);
create index visit_request__of_state on visit_request (state, created_at desc, id desc);
create index visit_request__of_host on visit_request (host_id) where host_id is not null;
create index visit_request__of_portrait on visit_request (portrait_id) where portrait_id is not null;
create index visit_request__of_person on visit_request (person_id) where person_id is not null;
create index visit_request__of_group on visit_request (group_id) where group_id is not null;

-- The code at the reception by which people without an invitation ask to be let in. One at a time.
create table walk_in_link (
  is_only boolean primary key default true constraint walk_in_link__one check (is_only),
  token_hash bytea not null,
  token_sealed bytea not null,
  created_by text not null,
  created_at timestamptz not null default now()
);
