-- The rows of holidays that an attendance terminal has, by their numbers: month and day from and to.
alter table zkteco_device add column holiday_numbers jsonb not null default '{}';

-- Whether PINs are given to terminals of other makes, which take nothing but the digits. Without the row they are not.
create table pin_giving (
  is_only boolean primary key default true constraint pin_giving__one check (is_only),
  is_on boolean not null
);

-- The digits of PINs that were set while they are given, sealed and bound to their person. They are gone with the person, and when it is switched off.
create table person_pin_copy (
  person_id uuid primary key references person on delete cascade,
  -- The PIN as the person has it: after another one the copy stands for nothing.
  of_pin_sealed bytea not null,
  digits_sealed bytea not null
);

-- A PIN that the product gave is there, or may be.
alter table zkteco_member add column has_pin boolean not null default false;
-- The terminal was given PINs: people who are there may have one.
alter table zkteco_device add column was_given_pins boolean not null default false;
-- The digits of the person's PIN are put into it when it leaves: they are kept nowhere else.
alter table zkteco_command add column gives_pin boolean not null default false;
-- It leaves the person without a PIN once it is done.
alter table zkteco_command add column clears_pin boolean not null default false;
