-- Everything that is known about a member of staff, and what makes 500,000 of them searchable and countable.

alter table person
  add column display_portrait_id uuid constraint person__display_portrait references image,
  -- Of the phone, e.g. +86.
  add column area_code text,
  add column extension text,
  add column ic_card text,
  add column id_number_sealed bytea,
  add column id_number_hash bytea,
  add column id_number_masked text,
  add column email_masked text,
  add column working_place text,
  add column birthday_on date,
  add column entry_on date,
  -- 1 employee, 2 intern.
  add column staff_type smallint constraint person__staff_type check (staff_type in (1, 2)),
  -- ISO 3166-1 alpha-3.
  add column country_code text,
  -- Of a place in China, e.g. 440300.
  add column region_code text,
  -- The person's own greeting on terminals.
  add column prompt text,
  -- lib/person-columns.ts, nameColumns: how the name sounds and is written, lower case, without spaces, a line each. Null
  -- until a job has filled it in: rows older than this column, or written by the release before.
  add column name_search text collate "C";

alter table person add column search_text text collate "C" generated always as (
  coalesce(name_search, lower(name)) || E'\n' || coalesce(lower(job_id), '') || E'\n' || coalesce(right(phone_masked, 4), '')
) stored;

-- Every one, two and three characters in a row, within a line. Unlike pg_trgm's, they find 李伟 and zs.
create function search_grams(haystack text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct gram), '{}') from (
    select unnest(array[sign, sign || next_sign, sign || next_sign || third_sign]) as gram from (
      select sign, lead(sign) over in_order as next_sign, lead(sign, 2) over in_order as third_sign
      from unnest(string_to_array(haystack, null)) with ordinality as signs(sign, place)
      window in_order as (order by place)
    ) signs
  ) grams where gram is not null and position(E'\n' in gram) = 0
$$;
create index person__search on person using gin (search_grams(search_text)) with (gin_pending_list_limit = 512);

create unique index person__ic_card on person (kind, ic_card) where kind = 1 and ic_card is not null;
create unique index person__id_number on person (kind, id_number_hash) where kind = 1 and id_number_hash is not null;
create index person__display_portrait on person (display_portrait_id) where display_portrait_id is not null;
create index person__name_search on person (kind, name_search, id);
create index person__unsearchable on person (id) where name_search is null;
create index person__by_job_id on person (kind, job_id nulls first, id);

-- How many people of a kind are in a department, as sums: every statement on `person` adds its differences, a job adds
-- them up. Nobody waits for a counter, and no count reads half a million rows.
create table person_count (
  kind smallint not null,
  department_id uuid,
  people integer not null
);
create index person_count__department on person_count (kind, department_id) include (people);
insert into person_count (kind, department_id, people) select kind, department_id, count(*) from person group by 1, 2;

create function count_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into person_count (kind, department_id, people) select kind, department_id, count(*) from gained group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into person_count (kind, department_id, people) select kind, department_id, -count(*) from lost group by 1, 2;
  else
    insert into person_count (kind, department_id, people)
    select kind, department_id, sum(people) from (
      select kind, department_id, 1 as people from gained union all select kind, department_id, -1 from lost
    ) difference group by 1, 2 having sum(people) <> 0;
  end if;
  return null;
end $$;
create trigger person__count_gained after insert on person referencing new table as gained
  for each statement execute function count_people();
create trigger person__count_lost after delete on person referencing old table as lost
  for each statement execute function count_people();
create trigger person__count_moved after update on person referencing old table as lost new table as gained
  for each statement execute function count_people();

-- Before a picture's bytes are deleted: whether another record has them. Records without a picture pay nothing for it.
create index recognition_record__capture on recognition_record (capture_hash) where capture_hash is not null;
