-- What a line of the operation log tells beside its item, as names and values, so that it can be read in every language.
-- Lines from before have none, and their hashes stay as they are.
alter table operation_log add column facts jsonb;

create or replace function operation_log_text(line operation_log) returns text language sql immutable as $$
  select (jsonb_build_array(line.id, extract(epoch from line.at)::text, line.actor_kind, line.actor_id, line.actor_name, line.module, line.event,
    line.item, line.side, line.result, line.error_code, line.remark, line.address, line.request_id, line.changes)
    || case when line.facts is null then '[]'::jsonb else jsonb_build_array(line.facts) end)::text
$$;
