-- The installation and who administers it: company, licence, accounts and their sessions, the operation log, storage.
--
-- Conventions of all migrations: singular snake_case tables, `id uuid` (version 7), `created_at`, constraints named
-- <table>__<what> so that a store can turn a violation into an error code. Columns ending in _sealed hold AES-256-GCM
-- ciphertext (lib/seal.ts), columns ending in _hash a keyed or plain SHA-256.

create table installation (
  is_only boolean primary key default true constraint installation__one check (is_only),
  install_id uuid not null default gen_random_uuid(),
  trial_started_at timestamptz,
  created_at timestamptz not null default now(),
  -- Since when the server can be reached under a public address, and when that was last seen; a licence may allow it.
  internet_since timestamptz,
  internet_seen_at timestamptz,
  -- The latest time that was seen: a trial that is over does not live again when the clock is set back.
  latest_seen_at timestamptz,
  -- By it a server knows that its master key is the one with which this database was sealed (db/prove-keys.ts, ADR 0039).
  key_check bytea
);
insert into installation default values;

-- A picture that an administrator uploaded; its bytes are a sealed blob under its content hash.
create table image (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  blob_hash bytea not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  byte_size integer not null,
  created_at timestamptz not null default now()
);
create index image__blob on image (blob_hash);

-- Blobs that lost their last row; a job deletes the bytes after the transaction, unless a row names them again.
create table blob_garbage (
  blob_hash bytea primary key,
  created_at timestamptz not null default now()
);

create table company (
  is_only boolean primary key default true constraint company__one check (is_only),
  name text not null default 'Gatehouse',
  time_zone text not null,
  face_quality_level text not null default 'high' constraint company__face_quality_level check (face_quality_level in ('low', 'high')),
  updated_at timestamptz not null default now(),
  -- What the enterprise says of itself, and how it looks: on the login page and on terminals (BU-01).
  welcome text,
  introduction text,
  logo_id uuid constraint company__logo references image,
  background_id uuid constraint company__background references image,
  -- Whether somebody ever chose the zone: until then it is the host's, and the first steps ask.
  is_zone_chosen boolean not null default false
);

-- The enterprise's zone can be changed. Attendance of dates before a change keeps the zone that it was judged in: dates
-- before `until_on` (and not before that of an earlier row) had this one; all others have company.time_zone.
create table company_zone_before (
  until_on date primary key,
  time_zone text not null
);

-- The platform's clock and its mail server (BU-05).
create table clock_config (
  is_only boolean primary key default true constraint clock_config__one check (is_only),
  mode text not null default 'automatic' constraint clock_config__mode check (mode in ('automatic', 'manual')),
  servers text[] not null default '{}',
  -- What the platform adds to the clock of its machine.
  offset_ms bigint not null default 0,
  measured_at timestamptz,
  measured_server text,
  measured_offset_ms bigint,
  measured_delay_ms integer,
  measured_failure text
);
insert into clock_config default values;

-- No row: the settings SMTP_URL and MAIL_FROM count, if they are there.
create table mail_config (
  is_only boolean primary key default true constraint mail_config__one check (is_only),
  host text not null,
  port integer not null,
  security text not null constraint mail_config__security check (security in ('none', 'starttls', 'tls')),
  account text,
  password_sealed bytea,
  sender text not null,
  sender_name text,
  certificate_authority text
);

create table licence (
  id uuid primary key default uuidv7(),
  kind text not null constraint licence__kind check (kind in ('trial', 'file')),
  serial_number text not null,
  signature text not null,
  udid text not null,
  activation_code text not null,
  edition text not null constraint licence__edition check (edition in ('enterprise', 'cloud')),
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  device_limit integer,
  person_limit integer,
  created_at timestamptz not null default now(),
  allows_internet boolean not null default false,
  -- A renewal that was loaded ahead counts from this day on; one that another took the place of while it waited never does.
  begins_at timestamptz,
  withdrawn_at timestamptz
);

create table account (
  id uuid primary key default uuidv7(),
  account text not null,
  name text not null,
  role smallint not null constraint account__role check (role between 0 and 4),
  email text,
  password_hash text not null,
  must_change_password boolean not null default false,
  is_disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_login_at timestamptz,
  -- Issuer and subject of who signs in elsewhere.
  openid_subject text,
  -- A disabled superAdmin could be enabled by nobody.
  constraint account__super_admin_enabled check (role <> 0 or not is_disabled)
);
create unique index account__account on account (lower(account));
-- PERM-03: superAdmin is unique.
create unique index account__one_super_admin on account (role) where role = 0;
create unique index account__openid_subject on account (openid_subject) where openid_subject is not null;

create table session (
  token_hash bytea primary key,
  account_id uuid not null constraint session__account references account on delete cascade,
  address text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  id uuid not null default gen_random_uuid()
);
create index session__account on session (account_id);
create unique index session__id on session (id);

-- Browsers in which an account signed in, and the networks it came from: what strangers guess elsewhere does not keep it out there.
create table known_browser (
  account_id uuid not null references account on delete cascade,
  token_hash bytea not null,
  network text not null,
  last_seen_at timestamptz not null,
  primary key (account_id, token_hash)
);
create index known_browser__token on known_browser (token_hash);

-- One RSA key per login form: used once, gone after two minutes.
create table login_key (
  id text primary key,
  private_key_sealed bytea not null,
  address text not null,
  expires_at timestamptz not null
);
create index login_key__address on login_key (address, expires_at);

create table login_throttle (
  subject text primary key,
  failures integer not null,
  blocked_until timestamptz,
  last_failure_at timestamptz not null,
  -- The block of which the operation log has a line: attempts that it turns away leave one between them.
  noted_until timestamptz
);

create table second_factor (
  account_id uuid primary key constraint second_factor__account references account on delete cascade,
  secret_sealed bytea not null,
  -- Until then it was only offered.
  confirmed_at timestamptz,
  -- The 30 seconds of the newest code that was taken: none of them is taken again, nor an older one.
  last_step bigint,
  created_at timestamptz not null default now()
);

create table recovery_code (
  account_id uuid not null constraint recovery_code__second_factor references second_factor on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

-- A sign-in under way at the OpenID provider: used once, gone after ten minutes.
create table openid_attempt (
  state_hash bytea primary key,
  -- Only the browser that began it may end it.
  browser_hash bytea not null,
  -- PKCE verifier and nonce, later who it was.
  content_sealed bytea not null,
  ticket_hash bytea constraint openid_attempt__ticket unique,
  expires_at timestamptz not null
);
create index openid_attempt__expires on openid_attempt (expires_at);

-- The operation log cannot be changed, and shows it if it was (ADR 0020). Each line, once its transaction commits, becomes a link of
-- a chain: its number, and a hash over the line and the hash of the link before. Lines and links are only ever added.
create table operation_log (
  id uuid not null default uuidv7(),
  at timestamptz not null default now(),
  actor_kind text not null constraint operation_log__actor_kind check (actor_kind in ('account', 'device', 'application', 'system', 'nobody')),
  actor_id uuid,
  actor_name text,
  module text not null,
  event text not null,
  item text,
  side text not null constraint operation_log__side check (side in ('console', 'phone', 'open-api', 'device', 'system')),
  result text not null constraint operation_log__result check (result in ('success', 'failure')),
  error_code text,
  remark text,
  address text,
  request_id text,
  changes jsonb,
  -- What a line tells beside its item, as names and values, so that it can be read in every language.
  facts jsonb,
  primary key (at, id)
) partition by range (at);
create table operation_log_default partition of operation_log default;
create index operation_log__at on operation_log (at desc, id desc);
create index operation_log__actor on operation_log (actor_id, at desc, id desc) where actor_id is not null;
create index operation_log__module on operation_log (module, event, at desc, id desc);
create index operation_log__failure on operation_log (at desc, id desc) where result = 'failure';

-- Makes the partition of a month, once, for each partitioned table; rows that came before it stay in the default one.
-- The column is read from the table itself.
create function ensure_month_partition(parent text, month date) returns boolean language plpgsql as $$
declare
  name text := format('%s_%s', parent, to_char(month, 'YYYYMM'));
  first_day date := date_trunc('month', month);
  key text := (select a.attname from pg_partitioned_table p
    join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0] where p.partrelid = parent::regclass);
  holds_rows boolean;
begin
  if to_regclass(name) is not null then return false; end if;
  execute format('select exists (select from %I where %I >= %L and %I < %L)', parent || '_default',
    key, first_day::timestamptz, key, (first_day + interval '1 month')::timestamptz) into holds_rows;
  if holds_rows then return false; end if;
  execute format('create table %I partition of %I for values from (%L) to (%L)', name, parent,
    first_day::timestamptz, (first_day + interval '1 month')::timestamptz);
  return true;
exception when duplicate_table then return false;
end $$;

create table operation_log_link (
  number bigint primary key,
  line_at timestamptz not null,
  line_id uuid not null,
  hash bytea not null
);
create index operation_log_link__line on operation_log_link (line_id);

-- What of a line is hashed: every column, in this order, as JSON, times in microseconds. Without facts a line is hashed as before there
-- were any.
create function operation_log_text(line operation_log) returns text language sql immutable as $$
  select (jsonb_build_array(line.id, extract(epoch from line.at)::text, line.actor_kind, line.actor_id, line.actor_name, line.module, line.event,
    line.item, line.side, line.result, line.error_code, line.remark, line.address, line.request_id, line.changes)
    || case when line.facts is null then '[]'::jsonb else jsonb_build_array(line.facts) end)::text
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

-- What was ended for good. The file of endings beside the database says the same, so that the restore of an older backup brings
-- nobody back who was erased since, and can tell which devices and accounts were ended.
create table ending (
  id uuid primary key default uuidv7(),
  -- The subject of each kind stands in lib/ending-list.ts.
  kind text not null constraint ending__kind check (
    kind in ('erased', 'unbound', 'disabled', 'enabled', 'blacklisted', 'unlisted', 'pass', 'key', 'link', 'role')),
  subject text not null,
  at timestamptz not null,
  constraint ending__once unique (kind, subject, at)
);
create index ending__erased on ending (subject) where kind = 'erased';

-- At how much free space the dashboard warns and history is overwritten (ADR 0026), and since when nothing is left to overwrite.
create table storage_setting (
  is_only boolean primary key default true constraint storage_setting__one check (is_only),
  -- Read by releases before 0.1.0 only.
  warn_gb integer not null default 40,
  overwrite_gb integer not null default 20,
  nothing_left_at timestamptz,
  updated_at timestamptz not null default now(),
  -- Null: the threshold follows the size of the disk (ADR 0052).
  own_warn_gb integer,
  own_overwrite_gb integer,
  -- For how long the notice that history will be overwritten has stood without a break, in seconds of a running server; null: it does not.
  notice_s integer
);
insert into storage_setting default values;

-- Free space of the data disk, once an hour: from it the dashboard foretells when the disk is full.
create table storage_sample (
  at timestamptz primary key,
  free_bytes bigint not null,
  total_bytes bigint not null
);

-- Everything of a kind before an instant was overwritten.
create table storage_overwritten (
  kind text primary key constraint storage_overwritten__kind check (kind in ('captures', 'records', 'alarms', 'operations')),
  until_at timestamptz not null,
  items bigint not null,
  last_at timestamptz not null
);
