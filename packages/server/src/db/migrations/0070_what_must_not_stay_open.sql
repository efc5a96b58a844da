-- A command that takes something from somebody whom the terminal has: it is tried until it succeeds.
alter table zkteco_command add column takes_away boolean not null default false;
update zkteco_command set takes_away = true where lane = 2 and what <> 'face-removal';
create index zkteco_command__untaken on zkteco_command (device_id)
  where takes_away and state in ('waiting', 'sent', 'failed', 'unknown', 'expired');

-- What a terminal of another make has said last of its service: a lockdown takes it out without another revision of its settings.
alter table zkteco_device add column told_running boolean;

-- A lockdown everywhere closes also devices that are at no door of a site, as an emergency opens them.
create or replace view device_lockdown as
  select r.device_id, r.door_id, l.id as lockdown_id, l.kind, l.exempt_group_ids, l.begun_at
  from door_reader r join door o on o.id = r.door_id cross join lockdown l
  where l.released_at is null and (
    l.scope = 'everything'
    or (l.scope = 'site' and o.site_id = l.scope_id)
    or (l.scope = 'area' and exists (
      with recursive around as (
        select a.id, a.parent_id from area a where a.id in (o.from_area_id, o.to_area_id)
        union select a.id, a.parent_id from area a join around i on a.id = i.parent_id)
      select from around where id = l.scope_id)))
  union all
  select d.id, null, l.id, l.kind, l.exempt_group_ids, l.begun_at
  from device d cross join lockdown l
  where l.released_at is null and l.scope = 'everything'
    and not exists (select from door_reader r where r.device_id = d.id);
