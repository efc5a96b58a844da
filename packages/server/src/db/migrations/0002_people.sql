-- People in all their kinds (1 staff, 2 visitor, 5 blacklisted), their departments and groups, faces, imports and registrations.

create table department (
  id uuid primary key default uuidv7(),
  number integer generated always as identity constraint department__number unique,
  parent_id uuid constraint department__parent references department,
  name text not null,
  manager_id uuid,
  created_at timestamptz not null default now(),
  constraint department__name unique nulls not distinct (parent_id, name)
);
create index department__manager on department (manager_id);

create table person (
  id uuid primary key default uuidv7(),
  kind smallint not null constraint person__kind check (kind in (1, 2, 5)),
  name text not null,
  department_id uuid constraint person__department references department,
  job_id text,
  phone_sealed bytea,
  phone_hash bytea,
  phone_masked text,
  email_sealed bytea,
  position text,
  remark text,
  portrait_id uuid constraint person__portrait references image,
  valid_from timestamptz,
  valid_to timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  display_portrait_id uuid constraint person__display_portrait references image,
  -- Of the phone, e.g. +86.
  area_code text,
  extension text,
  ic_card text,
  id_number_sealed bytea,
  id_number_hash bytea,
  id_number_masked text,
  email_masked text,
  working_place text,
  birthday_on date,
  entry_on date,
  -- 1 employee, 2 intern.
  staff_type smallint constraint person__staff_type check (staff_type in (1, 2)),
  -- ISO 3166-1 alpha-3.
  country_code text,
  -- Of a place in China, e.g. 440300.
  region_code text,
  -- The person's own greeting on terminals.
  prompt text,
  -- lib/person-columns.ts, nameColumns: how the name sounds and is written, lower case, without spaces, a line each. Null
  -- until a job has filled it in.
  name_search text collate "C",
  search_text text collate "C" generated always as (
    coalesce(name_search, lower(name)) || E'\n' || coalesce(lower(job_id), '') || E'\n' || coalesce(right(phone_masked, 4), '')
  ) stored,
  -- What a person types at a terminal beside their face or card: salt and hash, sealed.
  pin_sealed bytea,
  -- How many digits a PIN has; null: it was set when four were enough.
  pin_digits smallint
);
create index person__department on person (department_id, created_at desc, id);
create index person__created on person (kind, created_at desc, id);
create index person__name on person (kind, name, id);
create index person__portrait on person (portrait_id);
alter table department add constraint department__manager foreign key (manager_id) references person on delete set null;

-- Every one, two and three characters in a row, within a line. Unlike pg_trgm's, they find 李伟 and zs.
create function search_grams(haystack text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct gram), '{}') from (
    select unnest(array[sign, sign || next_sign, sign || next_sign || third_sign]) as gram from (
      select sign, lead(sign) over in_order as next_sign, lead(sign, 2) over in_order as third_sign
      from unnest(string_to_array(haystack, null)) with ordinality as signs(sign, place)
      window in_order as (order by place)
    ) signs
  ) grams where gram is not null and position(E'\n' in gram) = 0
$$;
create index person__search on person using gin (search_grams(search_text)) with (gin_pending_list_limit = 512);
create unique index person__ic_card on person (kind, ic_card) where kind = 1 and ic_card is not null;
create unique index person__id_number on person (kind, id_number_hash) where kind = 1 and id_number_hash is not null;
create index person__display_portrait on person (display_portrait_id) where display_portrait_id is not null;
create index person__name_search on person (kind, name_search, id);
create index person__unsearchable on person (id) where name_search is null;
create index person__by_job_id on person (kind, job_id nulls first, id);
-- Two people with one number (somebody registered as staff and as a visitor) may both be blacklisted.
create unique index person__job_id on person (kind, job_id) where kind <> 5;
create unique index person__phone on person (kind, phone_hash) where kind <> 5;
create index person__blacklisted_phone on person (phone_hash) where kind = 5;
create index person__visit_begins on person (valid_from, id) where kind = 2;
create index person__visit_ends on person (valid_to, id) where kind = 2;
-- Staff of one type, in each order of the list: where few are of it, nobody walks past all others to find them.
create index person__type_created on person (staff_type, created_at desc, id) where kind = 1 and staff_type is not null;
create index person__type_name on person (staff_type, name_search, id) where kind = 1 and staff_type is not null;
create index person__type_job_id on person (staff_type, job_id nulls first, id) where kind = 1 and staff_type is not null;
create index person__card_spelling on person (upper(ic_card)) where kind = 1 and ic_card is not null;
-- A new job id is refused where somebody has it in another case. Not unique: two that differ in case alone may be there already.
create index person__job_id_any_case on person (kind, lower(job_id)) where job_id is not null;

-- How many people of a kind are in a department, as sums: every statement on `person` adds its differences, a job adds
-- them up. Nobody waits for a counter, and no count reads half a million rows.
create table person_count (
  kind smallint not null,
  department_id uuid,
  people integer not null
);
create index person_count__department on person_count (kind, department_id) include (people);

create function count_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into person_count (kind, department_id, people) select kind, department_id, count(*) from gained group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into person_count (kind, department_id, people) select kind, department_id, -count(*) from lost group by 1, 2;
  else
    insert into person_count (kind, department_id, people)
    select kind, department_id, sum(people) from (
      select kind, department_id, 1 as people from gained union all select kind, department_id, -1 from lost
    ) difference group by 1, 2 having sum(people) <> 0;
  end if;
  return null;
end $$;
create trigger person__count_gained after insert on person referencing new table as gained
  for each statement execute function count_people();
create trigger person__count_lost after delete on person referencing old table as lost
  for each statement execute function count_people();
create trigger person__count_moved after update on person referencing old table as lost new table as gained
  for each statement execute function count_people();

-- What a card or a PIN becomes by a slow hash with the salt of the installation (ADR 0045), sealed, and of what it was made:
-- the key of another card or PIN than the person's is none. Made in the background.
create table person_key (
  person_id uuid primary key constraint person_key__person references person on delete cascade,
  card text,
  card_key_sealed bytea,
  pin_sealed bytea,
  pin_key_sealed bytea
);

-- Whose keys are to be made.
create table person_key_due (
  person_id uuid primary key,
  noted_at timestamptz not null default clock_timestamp(),
  claimed_until timestamptz
);

-- By trigger, so that no way to write a person forgets it. Whoever shares the card, or did, is looked at again too.
create function note_person_key() returns trigger language plpgsql as $$
declare
  before_card text := case when tg_op = 'INSERT' then null else old.ic_card end;
  now_card text := case when tg_op = 'DELETE' then null else new.ic_card end;
begin
  insert into person_key_due (person_id)
    select new.id where tg_op <> 'DELETE'
    union select id from person where kind = 1 and upper(ic_card) in (upper(before_card), upper(now_card))
      and id <> case when tg_op = 'DELETE' then old.id else new.id end
  on conflict (person_id) do update set noted_at = clock_timestamp();
  perform pg_notify('gatehouse_hint', '{"to":"servers","what":"person-keys"}');
  return null;
end $$;
create trigger person__key_inserted after insert on person for each row
  when (new.ic_card is not null or new.pin_sealed is not null) execute function note_person_key();
create trigger person__key_updated after update of ic_card, pin_sealed, kind on person for each row
  when (old.ic_card is distinct from new.ic_card or old.pin_sealed is distinct from new.pin_sealed or old.kind <> new.kind)
  execute function note_person_key();
create trigger person__key_deleted after delete on person for each row
  when (old.ic_card is not null) execute function note_person_key();

create table person_group (
  id uuid primary key default uuidv7(),
  kind smallint not null constraint person_group__kind check (kind in (1, 2, 5)),
  name text not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  constraint person_group__name unique (kind, name)
);
create unique index person_group__one_default on person_group (kind) where is_default;
insert into person_group (kind, name, is_default) values (1, 'Default staff group', true), (2, 'Default visitor group', true), (5, 'Default blacklist group', true);

-- No reference to the group: memberships of a group that was deleted are cleared away afterwards, some at a time. In one piece they
-- would hold the sync clock, and with it every change of people, for seconds. Whoever writes a membership holds its group meanwhile
-- (`requireGroups`, `holdGroups`), and whoever reads one asks for its group, or for what goes with it.
create table group_member (
  group_id uuid not null,
  person_id uuid not null constraint group_member__person references person on delete cascade,
  primary key (group_id, person_id)
);
create index group_member__person on group_member (person_id);

-- How many people are in a group, as sums like person_count: every statement on `group_member` adds its differences, a
-- job adds them up. No reference to the group: deleting one leaves differences that add up to nothing.
create table group_member_count (
  group_id uuid not null,
  people integer not null
);
create index group_member_count__group on group_member_count (group_id) include (people);

create function count_group_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into group_member_count (group_id, people) select group_id, count(*) from gained group by 1;
  else
    insert into group_member_count (group_id, people) select group_id, -count(*) from lost group by 1;
  end if;
  return null;
end $$;
create trigger group_member__count_gained after insert on group_member referencing new table as gained
  for each statement execute function count_group_members();
create trigger group_member__count_lost after delete on group_member referencing old table as lost
  for each statement execute function count_group_members();

-- Who was in a group when it was deleted: its devices read here whom to forget. Written before the sync clock is taken, so
-- that the end of a large group does not hold everybody else's changes; gone once every device has applied it. No
-- references: it outlives the group and its people.
create table ended_group_member (
  group_id uuid not null,
  person_id uuid not null,
  primary key (group_id, person_id)
);

-- Who is on the blacklist, why, and what they were before: moving out gives it back.
create table blacklisting (
  person_id uuid primary key constraint blacklisting__person references person on delete cascade,
  -- Null: put on the list directly.
  original_kind smallint constraint blacklisting__original_kind check (original_kind in (1, 2)),
  reason text,
  -- { department: { id, name } | null, manages: [{ id, name }], groups: [{ id, name }] }, with the names of that time.
  remembered jsonb not null,
  added_by text not null,
  added_at timestamptz not null
);
create index blacklisting__added on blacklisting (added_at desc, person_id desc);
create index blacklisting__original on blacklisting (original_kind, added_at desc, person_id desc);

-- A face as the engine sees it. Embeddings of different models are never compared.
create table face_template (
  image_id uuid primary key constraint face_template__image references image on delete cascade,
  model_id text not null,
  embedding_sealed bytea not null,
  checks jsonb not null,
  face jsonb not null,
  created_at timestamptz not null default now()
);

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
