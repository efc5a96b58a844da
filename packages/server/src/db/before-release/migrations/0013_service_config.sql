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

-- After a restore: revisions between these two were given out in a time that the database does not know of. What a device
-- claims to have up to one of them is worth nothing.
alter table sync_clock add column lost_after bigint, add column lost_up_to bigint;
