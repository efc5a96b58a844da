-- The device at which somebody was enrolled whom the product refused: each device has its own share of those.
alter table registration add column refused_by uuid constraint registration__refused_by references device on delete set null;
create index registration__refused_by_of on registration (refused_by, decided_at) where refused_by is not null;
