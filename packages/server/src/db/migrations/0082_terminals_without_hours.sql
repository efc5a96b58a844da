-- Somebody says of this terminal, in its settings, that it keeps to no hours.
alter table device add column ignores_hours boolean not null generated always as (coalesce(settings -> 'ignoresHours' = 'true'::jsonb, false)) stored;
-- When it let somebody pass last whom the hours that it has refuse.
alter table zkteco_device add column let_pass_at timestamptz;
