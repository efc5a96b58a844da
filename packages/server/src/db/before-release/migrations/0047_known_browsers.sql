-- Browsers in which an account signed in, and the networks it came from: what strangers guess elsewhere does not keep it out there.
create table known_browser (
  account_id uuid not null references account on delete cascade,
  token_hash bytea not null,
  network text not null,
  last_seen_at timestamptz not null,
  primary key (account_id, token_hash)
);
create index known_browser__token on known_browser (token_hash);
