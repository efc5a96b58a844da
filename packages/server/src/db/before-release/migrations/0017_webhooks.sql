-- Addresses of third parties to which records and alarms are sent (ADR 0025).
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
