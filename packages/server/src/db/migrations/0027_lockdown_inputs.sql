-- Inputs of terminals that begin a lockdown, and webhooks that hear of lockdowns.

-- The lockdown that the input of a device begins, where it differs from one of the sites of its doors.
create table lockdown_input (
  device_id uuid primary key constraint lockdown_input__device references device on delete cascade,
  is_on boolean not null,
  level text,
  -- Null: the sites of its doors.
  scope text constraint lockdown_input__scope check (scope in ('everything', 'site', 'area')),
  scope_id uuid,
  exempt_group_ids uuid[] not null default '{}',
  constraint lockdown_input__place check ((coalesce(scope, 'everything') = 'everything') = (scope_id is null))
);

-- The device whose input began it: pressed again it begins no second one of the same place.
alter table lockdown add column device_id uuid;

alter table webhook add column sends_lockdowns_begun boolean not null default false;
alter table webhook add column sends_lockdowns_released boolean not null default false;
alter table webhook_delivery drop constraint webhook_delivery__kind;
alter table webhook_delivery add constraint webhook_delivery__kind
  check (kind in ('record', 'alarm', 'movement', 'muster', 'lockdown-begun', 'lockdown-released', 'test'));
