-- When something was last heard of a device: over MQTT or by a call of its own. Whoever is silent for too long is offline,
-- even where no broker has seen it go.
alter table device add column last_seen_at timestamptz;
