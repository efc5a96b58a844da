-- Notices for browsers that are closed, by the push services of their makers.

-- A server without a row has never been asked to, and has no key.
create table push_config (
  is_only boolean primary key default true constraint push_config__is_only check (is_only),
  is_enabled boolean not null,
  names_doors boolean not null,
  contact text not null,
  -- VAPID (RFC 8292): the public key is told to browsers, the private one is sealed.
  public_key text not null,
  private_key_sealed bytea not null
);

-- A browser of an account. Its address lets anybody send to it, so it is sealed, and found again by its hash.
create table push_browser (
  id uuid primary key default uuidv7(),
  account_id uuid not null constraint push_browser__account references account on delete cascade,
  endpoint_hash bytea not null constraint push_browser__endpoint unique,
  endpoint_sealed bytea not null,
  -- The browser's public key and secret, for which what is sent is encrypted.
  keys_sealed bytea not null,
  language text not null,
  user_agent text,
  service text not null,
  created_at timestamptz not null,
  last_sent_at timestamptz
);
create index push_browser__of_account on push_browser (account_id, created_at desc, id);
