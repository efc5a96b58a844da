-- The operation log cannot be changed, and shows it if it was (ADR 0021). Each line, once its transaction commits, becomes a link of
-- a chain: its number, and a hash over the line and the hash of the link before. Lines and links are only ever added.
alter table operation_log add column changes jsonb;

create index operation_log__at on operation_log (at desc, id desc);
create index operation_log__actor on operation_log (actor_id, at desc, id desc) where actor_id is not null;
create index operation_log__module on operation_log (module, event, at desc, id desc);
create index operation_log__failure on operation_log (at desc, id desc) where result = 'failure';

create table operation_log_link (
  number bigint primary key,
  line_at timestamptz not null,
  line_id uuid not null,
  hash bytea not null
);
create index operation_log_link__line on operation_log_link (line_id);

-- What of a line is hashed: every column, in this order, as JSON, times in microseconds.
create function operation_log_text(line operation_log) returns text language sql immutable as $$
  select jsonb_build_array(line.id, extract(epoch from line.at)::text, line.actor_kind, line.actor_id, line.actor_name, line.module, line.event,
    line.item, line.side, line.result, line.error_code, line.remark, line.address, line.request_id, line.changes)::text
$$;

create function operation_log_hash(previous bytea, line operation_log) returns bytea language sql immutable as $$
  select sha256(previous || convert_to(operation_log_text(line), 'UTF8'))
$$;

-- Runs at the commit: the lock that puts the links into one order is the last that a transaction takes, and nobody can
-- wait for it while holding it.
create function link_operation_log() returns trigger language plpgsql as $$
declare
  last operation_log_link;
  line operation_log;
begin
  -- By its table: `new` is of its partition's type.
  select * into line from operation_log where at = new.at and id = new.id;
  perform pg_advisory_xact_lock(hashtext('operation_log_link'));
  select * into last from operation_log_link order by number desc limit 1;
  insert into operation_log_link (number, line_at, line_id, hash)
    values (coalesce(last.number, 0) + 1, new.at, new.id, operation_log_hash(coalesce(last.hash, ''::bytea), line));
  return null;
end $$;

create constraint trigger operation_log__link after insert on operation_log
  deferrable initially deferred for each row execute function link_operation_log();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% can only be added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger operation_log__no_change before update or delete on operation_log for each row execute function refuse_change();
create trigger operation_log__no_truncate before truncate on operation_log for each statement execute function refuse_change();
create trigger operation_log_link__no_change before update or delete on operation_log_link for each row execute function refuse_change();
create trigger operation_log_link__no_truncate before truncate on operation_log_link for each statement execute function refuse_change();

-- Lines from before there was a chain come first, in their order.
do $$
declare
  line operation_log;
  previous bytea := '';
  number bigint := 0;
begin
  for line in select * from operation_log order by at, id loop
    previous := operation_log_hash(previous, line);
    number := number + 1;
    insert into operation_log_link values (number, line.at, line.id, previous);
  end loop;
end $$;
