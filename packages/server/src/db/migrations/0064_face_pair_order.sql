-- The kinds of both people of a pair, a bit each (1 << person.kind): the list of open pairs has an index for its order, and whoever may not
-- read a kind is not shown its pairs.
alter table face_pair add kinds smallint;
update face_pair f set kinds = (1 << a.kind) | (1 << b.kind) from person a, person b where a.id = f.first_id and b.id = f.second_id;
alter table face_pair alter kinds set not null;
-- 5 is the kind of people on the blacklist.
alter table face_pair add has_blacklisted boolean not null generated always as ((kinds & (1 << 5)) <> 0) stored;

drop index face_pair__list;
create index face_pair__open on face_pair (has_blacklisted, cosine, first_id, second_id) include (kinds) where verdict is null;
drop index face_pair__decided;
create index face_pair__decided on face_pair (decided_at, first_id, second_id) include (kinds) where decided_at is not null;

-- By trigger, so that no way to become another kind forgets it.
create function kinds_of_pair(first_id uuid, second_id uuid) returns smallint language sql stable as
  'select bit_or(1 << kind)::smallint from person where id in ($1, $2)';
create function set_kinds_of_pair() returns trigger language plpgsql as $$
begin
  -- Of somebody who is gone the foreign key says so.
  new.kinds = coalesce(kinds_of_pair(new.first_id, new.second_id), 0);
  return new;
end $$;
create trigger face_pair__kinds before insert on face_pair for each row execute function set_kinds_of_pair();
create function note_kind_in_pairs() returns trigger language plpgsql as $$
begin
  update face_pair set kinds = kinds_of_pair(first_id, second_id) where first_id = new.id or second_id = new.id;
  return null;
end $$;
create trigger person__kind_in_pairs after update of kind on person for each row when (old.kind <> new.kind) execute function note_kind_in_pairs();
