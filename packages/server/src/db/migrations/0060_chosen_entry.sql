-- Of one person: the entry that somebody chose (ADR 0072). A blacklisted one holds instead (`main_id`) as long as it alone is on the list.
alter table face_pair add chosen_id uuid;
-- Who was chosen before the other entry came onto the blacklist, nobody knows any more.
update face_pair set chosen_id = main_id;
alter table face_pair add constraint face_pair__chosen check (
  (verdict is not distinct from 'one') = (chosen_id is not null) and (chosen_id is null or chosen_id in (first_id, second_id)));
-- Whose devices hear of a change, beside those of the person who changed.
create index face_pair__main on face_pair (main_id) where verdict = 'one';

-- By trigger, so that no way onto the blacklist or off it forgets it: from the same moment on the devices know the entry that holds.
create function let_blacklisted_hold() returns trigger language plpgsql as $$
begin
  -- Of two who change at once the second sees what the first did.
  perform from face_pair where verdict = 'one' and (first_id = new.id or second_id = new.id) for update;
  update face_pair f set main_id = holding.id
    from person chosen, person other, lateral (
      select case when other.kind = 5 and chosen.kind <> 5 then other.id else chosen.id end as id) holding
    where f.verdict = 'one' and (f.first_id = new.id or f.second_id = new.id)
      and chosen.id = f.chosen_id and other.id in (f.first_id, f.second_id) and other.id <> chosen.id
      and f.main_id <> holding.id;
  return null;
end $$;
create trigger person__holds after update of kind on person for each row when (old.kind <> new.kind) execute function let_blacklisted_hold();

-- Said of a joined entry, it is said of the one that holds and bears its portraits: that one is on the devices.
create or replace view person_twin as
  with said as not materialized (
    select first_id as person_id, second_id as twin_id from face_pair where verdict = 'two'
    union all
    select second_id, first_id from face_pair where verdict = 'two')
  select person_id, twin_id from said
  union
  select j.main_id, s.twin_id from said s join joined_entry j on j.person_id = s.person_id where j.main_id <> s.twin_id
  union
  select s.person_id, j.main_id from said s join joined_entry j on j.person_id = s.twin_id where j.main_id <> s.person_id
  union
  select j.main_id, k.main_id from said s join joined_entry j on j.person_id = s.person_id join joined_entry k on k.person_id = s.twin_id
    where j.main_id <> k.main_id;

-- The face of a passage is learned once, however often and by however many it is confirmed.
delete from person_portrait p using person_portrait older
  where older.person_id = p.person_id and older.record_id = p.record_id
    and (older.added_at, older.image_id) < (p.added_at, p.image_id);
create unique index person_portrait__record on person_portrait (person_id, record_id) where record_id is not null;
