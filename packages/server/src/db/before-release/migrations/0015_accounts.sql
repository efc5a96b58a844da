-- Accounts: their last login, sessions that can be named, a second factor, and the person at an OpenID provider.
alter table account
  add column last_login_at timestamptz,
  -- Issuer and subject of who signs in elsewhere.
  add column openid_subject text,
  -- Nobody could undo it.
  add constraint account__super_admin_enabled check (role <> 0 or not is_disabled);
create unique index account__openid_subject on account (openid_subject) where openid_subject is not null;

alter table session add column id uuid not null default gen_random_uuid();
create unique index session__id on session (id);

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
