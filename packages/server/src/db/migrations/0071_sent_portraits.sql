-- Photographs of one submission after the first, which stands in the row of the registration or visit itself (ADR 0082). They leave this
-- table when somebody decides: accepted ones become portraits of the person, the others go.
create table sent_portrait (
  image_id uuid primary key constraint sent_portrait__image references image on delete cascade,
  registration_id uuid constraint sent_portrait__registration references registration on delete cascade,
  visit_id uuid constraint sent_portrait__visit references visit_request on delete cascade,
  -- The order in which they were sent.
  place smallint not null,
  constraint sent_portrait__one_sender check (num_nonnulls(registration_id, visit_id) = 1)
);
create index sent_portrait__registration on sent_portrait (registration_id) where registration_id is not null;
create index sent_portrait__visit on sent_portrait (visit_id) where visit_id is not null;

-- Photographs that came by a link of one person, refused ones among them: each costs the face engine's time, and stays for a day.
alter table portrait_request add column uploads smallint not null default 0;
alter table visit_request add column uploads smallint not null default 0;
