-- Terminals check that faces are live where nobody has decided it. Whoever has switched that off keeps it off, and a device that does
-- not have the setting gets none. New devices get their value when they join.
update device
set settings = settings || '{"livenessCheck": true}',
    settings_changed_at = settings_changed_at || jsonb_build_object('livenessCheck', now()),
    settings_revision = settings_revision + 1
where not settings ? 'livenessCheck'
  and exists (
    select from settings_schema
    where settings_schema.id = device.settings_schema_id
      and settings_schema.content -> 'settings' @> '[{"key": "livenessCheck"}]'
  );
