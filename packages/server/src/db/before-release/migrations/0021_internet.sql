-- Since when the server can be reached under a public address, and when that was last seen; a licence may allow it.
alter table installation add column internet_since timestamptz, add column internet_seen_at timestamptz;
alter table licence add column allows_internet boolean not null default false;
