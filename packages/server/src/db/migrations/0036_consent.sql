-- The people whom lines of the operation log are about. Beside the log: an erased person leaves none, and no hash changes.
create table operation_log_person (
  person_id uuid not null constraint operation_log_person__person references person on delete cascade,
  line_at timestamptz not null,
  line_id uuid not null,
  primary key (person_id, line_at, line_id)
);
create index operation_log_person__at on operation_log_person (line_at);

-- The part of the notice, which people read where their face is taken, that is the enterprise's own.
create table privacy_setting (
  is_only boolean primary key default true constraint privacy_setting__one check (is_only),
  -- Nobody's face is taken without a consent.
  asks_consent boolean not null,
  -- Who answers questions: a name, an address, a telephone.
  contact text,
  -- A sentence of the enterprise, by language.
  addition jsonb not null
);

-- Each text that somebody has agreed to, word by word.
create table consent_text (
  version text primary key,
  language text not null constraint consent_text__language check (language in ('en', 'zh', 'zh-tw')),
  content text not null
);

create table consent (
  id uuid primary key default uuidv7(),
  person_id uuid not null constraint consent__person references person on delete cascade,
  text_version text not null constraint consent__text references consent_text,
  language text not null constraint consent__language check (language in ('en', 'zh', 'zh-tw')),
  given_at timestamptz not null,
  -- The account that noted it; null: the person gave it themselves.
  noted_by text
);
create index consent__of_person on consent (person_id, given_at desc, id);
create index consent__of_text on consent (text_version);

-- Given before there is a person: it goes to the person who is made of the request, and with the request. The last one: of everybody in
-- a batch of portraits.
alter table visit_request add column consent jsonb;
alter table registration add column consent jsonb;
alter table import_run add column consent jsonb;
