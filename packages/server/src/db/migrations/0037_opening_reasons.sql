-- What the enterprise asks of somebody who opens a door by a button.
create table opening_setting (
  is_only boolean primary key default true constraint opening_setting__one check (is_only),
  -- No door is opened without a reason.
  needs_reason boolean not null,
  -- Reasons that are offered, in this order.
  reasons text[] not null
);

-- Opening this door needs a reason, whatever holds for the others.
alter table door add column needs_reason boolean not null default false;
