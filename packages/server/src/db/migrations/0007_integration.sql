-- Applications of third parties, the domains that they may call from, their keys, and addresses to which records and alarms are sent
-- (ADR 0024).

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

-- Addresses of third parties to which records and alarms are sent.
create table webhook (
  id uuid primary key default uuidv7(),
  application_id uuid not null constraint webhook__application references open_application on delete cascade,
  url text not null,
  sends_records boolean not null,
  sends_alarms boolean not null,
  is_enabled boolean not null default true,
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_valid_to timestamptz,
  -- How often in a row nothing arrived, and when it is tried again.
  failures integer not null default 0,
  failing_since timestamptz,
  retry_at timestamptz,
  last_success_at timestamptz,
  last_problem text,
  -- The server process that sends at this time.
  leased_by uuid,
  leased_until timestamptz,
  created_at timestamptz not null default now()
);
create index webhook__application on webhook (application_id);

-- What is to be sent, written with the record or the alarm itself, and what became of it. The words are read when it is sent: what was
-- deleted meanwhile goes to nobody. Without a reference to its webhook, so that storing records never waits for anything of it; a job
-- clears away what has none.
create table webhook_delivery (
  number bigint generated always as identity primary key,
  id uuid not null default uuidv7(),
  webhook_id uuid not null,
  device_id uuid not null,
  kind text not null constraint webhook_delivery__kind check (kind in ('record', 'alarm', 'test')),
  subject_at timestamptz not null,
  subject_id uuid not null,
  state text not null default 'waiting' constraint webhook_delivery__state check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  retry_at timestamptz,
  -- Of the last attempt.
  status integer,
  problem text,
  duration_ms integer,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index webhook_delivery__waiting on webhook_delivery (webhook_id, device_id, number) where state = 'waiting';
create index webhook_delivery__webhook on webhook_delivery (webhook_id, number desc);
create index webhook_delivery__state on webhook_delivery (webhook_id, state, number desc);
create index webhook_delivery__id on webhook_delivery (id);
create index webhook_delivery__created on webhook_delivery (created_at);

-- Webhooks hear of an alarm whenever its status changes, whoever changes it: the device, the server, or somebody in the console.
create function tell_webhooks_of_alarm() returns trigger language plpgsql as $$
begin
  insert into webhook_delivery (webhook_id, device_id, kind, subject_at, subject_id)
  select w.id, new.device_id, 'alarm', new.raised_at, new.id from webhook w where w.is_enabled and w.sends_alarms;
  return null;
end $$;
create trigger alarm__tell_webhooks after update of status on alarm
  for each row when (old.status <> new.status) execute function tell_webhooks_of_alarm();
