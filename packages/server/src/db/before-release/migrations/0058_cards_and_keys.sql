-- Cards by one spelling (contract/src/card-number.ts). Where two people hold one card in it, the first keeps it so spelled
-- and the others as it was typed: it opens nothing for any of them until one has another.
with spelled as (
  select id, kind, ic_card, nullif(upper(regexp_replace(normalize(ic_card, NFKC), '[[:space:]:.]', '', 'g')), '') as card
  from person where ic_card is not null
), ranked as (
  select s.id, s.card, s.ic_card,
    row_number() over (partition by s.kind, s.card order by (s.ic_card = s.card) desc, p.created_at, p.id) as place
  from spelled s join person p on p.id = s.id
)
update person p set ic_card = r.card from ranked r
where p.id = r.id and p.ic_card is distinct from r.card and (p.kind <> 1 or r.place = 1);
create index person__card_spelling on person (upper(ic_card)) where kind = 1 and ic_card is not null;

-- How many digits a PIN has; null: it was set when four were enough.
alter table person add column pin_digits smallint;

-- What a card or a PIN becomes by a slow hash with the salt of the installation (ADR 0050), sealed, and of what it was made:
-- the key of another card or PIN than the person's is none. Made in the background.
create table person_key (
  person_id uuid primary key constraint person_key__person references person on delete cascade,
  card text,
  card_key_sealed bytea,
  pin_sealed bytea,
  pin_key_sealed bytea
);
create table person_key_due (
  person_id uuid primary key,
  noted_at timestamptz not null default clock_timestamp(),
  claimed_until timestamptz
);

-- By trigger, so that no way to write a person forgets it. Whoever shares the card, or did, is looked at again too.
create function note_person_key() returns trigger language plpgsql as $$
declare
  before_card text := case when tg_op = 'INSERT' then null else old.ic_card end;
  now_card text := case when tg_op = 'DELETE' then null else new.ic_card end;
begin
  insert into person_key_due (person_id)
    select new.id where tg_op <> 'DELETE'
    union select id from person where kind = 1 and upper(ic_card) in (upper(before_card), upper(now_card))
      and id <> case when tg_op = 'DELETE' then old.id else new.id end
  on conflict (person_id) do update set noted_at = clock_timestamp();
  perform pg_notify('gatehouse_hint', '{"to":"servers","what":"person-keys"}');
  return null;
end $$;
create trigger person__key_inserted after insert on person for each row
  when (new.ic_card is not null or new.pin_sealed is not null) execute function note_person_key();
create trigger person__key_updated after update of ic_card, pin_sealed, kind on person for each row
  when (old.ic_card is distinct from new.ic_card or old.pin_sealed is distinct from new.pin_sealed or old.kind <> new.kind)
  execute function note_person_key();
create trigger person__key_deleted after delete on person for each row
  when (old.ic_card is not null) execute function note_person_key();
insert into person_key_due (person_id) select id from person where ic_card is not null or pin_sealed is not null;

-- In which form the device asked for cards and PINs last: 'plain' is that of before; null: it has not asked yet.
alter table device add column hash_form text;
update device set hash_form = 'plain' where people_cursor is not null;
