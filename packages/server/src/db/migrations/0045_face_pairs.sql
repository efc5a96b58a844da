-- Pairs of people whose faces are alike, and what somebody has said about them (ADR 0072).
create table face_pair (
  -- The smaller id.
  first_id uuid not null constraint face_pair__first references person on delete cascade,
  second_id uuid not null constraint face_pair__second references person on delete cascade,
  cosine real not null,
  found_at timestamptz not null,
  -- one: the same person; two: they are others. Null: nobody has said.
  verdict text constraint face_pair__verdict check (verdict in ('one', 'two')),
  -- Of one person: the entry whose groups, period and cards hold. The other one is on no device.
  main_id uuid,
  decided_by text,
  decided_at timestamptz,
  primary key (first_id, second_id),
  constraint face_pair__order check (first_id < second_id),
  constraint face_pair__main check ((verdict is not distinct from 'one') = (main_id is not null) and (main_id is null or main_id in (first_id, second_id)))
);
create index face_pair__second on face_pair (second_id);
create index face_pair__list on face_pair (cosine desc, first_id, second_id);
create index face_pair__decided on face_pair (decided_at desc, first_id, second_id) where decided_at is not null;
-- An entry is joined to one other at most.
create unique index face_pair__joined on face_pair ((case when main_id = first_id then second_id else first_id end)) where verdict = 'one';

-- The entries that are on no device, because another one of the same person holds for both.
create view joined_entry as
  select case when main_id = first_id then second_id else first_id end as person_id, main_id from face_pair where verdict = 'one';

-- The people who look like somebody and are others, from both sides.
create view person_twin as
  select first_id as person_id, second_id as twin_id from face_pair where verdict = 'two'
  union all
  select second_id, first_id from face_pair where verdict = 'two';

-- Whose faces are to be compared with everybody's, in the background.
create table face_pair_due (
  person_id uuid primary key constraint face_pair_due__person references person on delete cascade,
  noted_at timestamptz not null default clock_timestamp()
);
create index face_pair_due__noted on face_pair_due (noted_at);

-- By trigger, so that no way to give or take a portrait forgets it.
create function note_face_of_person() returns trigger language plpgsql as $$
begin
  insert into face_pair_due (person_id) values (new.id) on conflict (person_id) do update set noted_at = clock_timestamp();
  return null;
end $$;
create trigger person__face_inserted after insert on person for each row
  when (new.portrait_id is not null) execute function note_face_of_person();
create trigger person__face_updated after update of portrait_id, kind on person for each row
  when (old.portrait_id is distinct from new.portrait_id or (old.kind <> new.kind and new.portrait_id is not null))
  execute function note_face_of_person();

create function note_face_of_portrait() returns trigger language plpgsql as $$
begin
  -- Nobody where the portrait goes together with the person.
  insert into face_pair_due (person_id) select id from person where id = coalesce(new.person_id, old.person_id)
    on conflict (person_id) do update set noted_at = clock_timestamp();
  return null;
end $$;
create trigger person_portrait__face after insert or delete on person_portrait for each row execute function note_face_of_portrait();

insert into face_pair_due (person_id) select id from person where portrait_id is not null;
