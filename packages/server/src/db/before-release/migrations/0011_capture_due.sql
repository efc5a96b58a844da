-- Captures of strangers whose faces are still to be read: written with the record itself, taken out one by one in their order.
create table capture_due (
  id bigint generated always as identity primary key,
  recognised_at timestamptz not null,
  record_id uuid not null,
  failures smallint not null default 0
);
-- What came before there was a search: as far back as it can be asked for.
insert into capture_due (recognised_at, record_id)
  select recognised_at, id from recognition_record
  where kind = 3 and capture_hash is not null and recognised_at > now() - interval '90 days' order by recognised_at, id;

-- A search reads the faces of its days page by page, newest first; captures without a face are never compared.
drop index capture_template__time;
create index capture_template__time on capture_template (recognised_at desc, record_id desc) where embedding_sealed is not null;
-- A face is just too long for where PostgreSQL keeps short values: kept in its row all the same, thousands are read much faster.
alter table capture_template alter column embedding_sealed set storage plain;
