-- A filtered and ordered list that somebody keeps by name: the page, and the query of its address.
create table saved_view (
  id uuid primary key default uuidv7(),
  account_id uuid not null constraint saved_view__account references account on delete cascade,
  page text not null,
  name text not null constraint saved_view__name_length check (char_length(name) between 1 and 40),
  query text not null constraint saved_view__query_length check (char_length(query) <= 1000),
  is_shared boolean not null default false,
  created_at timestamptz not null default now()
);
-- names are one's own, and unique there in any case
create unique index saved_view__name on saved_view (account_id, lower(name));
create index saved_view__shared on saved_view (page) where is_shared;
