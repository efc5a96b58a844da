-- Applications of third parties, the domains that they may call from, and their keys (ADR 0025).
alter table operation_log
  drop constraint operation_log__actor_kind,
  add constraint operation_log__actor_kind check (actor_kind in ('account', 'device', 'application', 'system', 'nobody'));

-- Its state follows from what stands here: whether it has a domain that holds, and whether one waits for review.
create table open_application (
  id uuid primary key default uuidv7(),
  name text not null constraint open_application__name unique,
  type text not null,
  description text,
  -- Where the result of a review goes, and in which language.
  email text not null,
  language text not null,
  pending_domain text[],
  applied_at timestamptz not null,
  reviewed_at timestamptz,
  -- Why the last review failed.
  refusal text,
  created_by text not null,
  created_at timestamptz not null default now()
);

-- Approved names and addresses; one that a change has replaced goes on holding until its end.
create table open_domain (
  application_id uuid not null constraint open_domain__application references open_application on delete cascade,
  entry text not null,
  position integer not null,
  valid_to timestamptz,
  primary key (application_id, entry)
);

create table open_key (
  id uuid primary key default uuidv7(),
  application_id uuid not null constraint open_key__application references open_application on delete cascade,
  name text not null,
  app_key text not null constraint open_key__app_key unique,
  scopes text[] not null,
  secret_sealed bytea not null,
  -- After a rotation the secret before it holds for a while.
  previous_secret_sealed bytea,
  previous_valid_to timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  rotated_at timestamptz,
  last_used_at timestamptz
);
create index open_key__application on open_key (application_id);

-- Nonces of calls that were let in, for as long as their timestamps could be taken again.
create table open_nonce (
  key_id uuid not null constraint open_nonce__key references open_key on delete cascade,
  nonce text not null,
  expires_at timestamptz not null,
  primary key (key_id, nonce)
);
create index open_nonce__expires on open_nonce (expires_at);
