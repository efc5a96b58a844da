-- Webhooks hear of an alarm whenever its status changes, whoever changes it: the device, the server, or somebody in the console.
create function tell_webhooks_of_alarm() returns trigger language plpgsql as $$
begin
  insert into webhook_delivery (webhook_id, device_id, kind, subject_at, subject_id)
  select w.id, new.device_id, 'alarm', new.raised_at, new.id from webhook w where w.is_enabled and w.sends_alarms;
  return null;
end $$;
create trigger alarm__tell_webhooks after update of status on alarm
  for each row when (old.status <> new.status) execute function tell_webhooks_of_alarm();
