-- People whom doors refuse for a while, and people who have left.

-- Times in which a person is suspended. Past ones stay: they tell what happened.
create table suspension (
  id uuid primary key default uuidv7(),
  person_id uuid not null constraint suspension__person references person on delete cascade,
  from_at timestamptz not null,
  -- This instant is no longer suspended; null: until somebody ends it.
  to_at timestamptz constraint suspension__order check (to_at > from_at),
  reason text,
  created_by text not null,
  created_at timestamptz not null default now(),
  -- Who ended it before its time; null: nobody.
  ended_by text,
  -- Whether devices that know no suspensions were told that it is over.
  is_end_told boolean not null default false
);
create index suspension__of_person on suspension (person_id, from_at desc, id);
create index suspension__end_untold on suspension (to_at) where not is_end_told and to_at is not null;

-- The last day on which doors open for the person: after it they have left. Their records, attendance and data stay.
alter table person add column leaving_on date;

-- What a device says it can do beyond the first version of the link: 'suspensions' …
alter table device add column abilities text[] not null default '{}';
