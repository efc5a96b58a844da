-- How many people are in a group, as sums like person_count: every statement on `group_member` adds its differences, a
-- job adds them up. No reference to the group: deleting one leaves differences that add up to nothing.
create table group_member_count (
  group_id uuid not null,
  people integer not null
);
create index group_member_count__group on group_member_count (group_id) include (people);
insert into group_member_count (group_id, people) select group_id, count(*) from group_member group by 1;

create function count_group_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into group_member_count (group_id, people) select group_id, count(*) from gained group by 1;
  else
    insert into group_member_count (group_id, people) select group_id, -count(*) from lost group by 1;
  end if;
  return null;
end $$;
create trigger group_member__count_gained after insert on group_member referencing new table as gained
  for each statement execute function count_group_members();
create trigger group_member__count_lost after delete on group_member referencing old table as lost
  for each statement execute function count_group_members();

-- Who is on the blacklist, why, and what they were before: moving out gives it back.
create table blacklisting (
  person_id uuid primary key constraint blacklisting__person references person on delete cascade,
  -- Null: put on the list directly.
  original_kind smallint constraint blacklisting__original_kind check (original_kind in (1, 2)),
  reason text,
  -- { department: { id, name } | null, manages: [{ id, name }], groups: [{ id, name }] }, with the names of that time.
  remembered jsonb not null,
  added_by text not null,
  added_at timestamptz not null
);
create index blacklisting__added on blacklisting (added_at desc, person_id desc);
create index blacklisting__original on blacklisting (original_kind, added_at desc, person_id desc);

-- Two people with one number (somebody registered as staff and as a visitor) may both be blacklisted.
drop index person__job_id;
create unique index person__job_id on person (kind, job_id) where kind <> 5;
drop index person__phone;
create unique index person__phone on person (kind, phone_hash) where kind <> 5;
create index person__blacklisted_phone on person (phone_hash) where kind = 5;
