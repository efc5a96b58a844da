-- Whether every portrait would still pass the checks of its enterprise, judged again in the background (ADR 0077).
alter table face_template
  -- Names the checks and their level; null, or another name: to be judged.
  add column judged_by text,
  add column judged_at timestamptz;
create index face_template__judged on face_template (judged_by, image_id);

-- What is wrong with a portrait. It stays in use: only people take portraits away.
create table portrait_fault (
  image_id uuid not null constraint portrait_fault__template references face_template on delete cascade,
  -- The name of a check, or `unreadable`.
  reason text not null,
  -- Of the portrait: the list is read in this order.
  uploaded_at timestamptz not null,
  -- One of each portrait is the first: the list of all portraits reads these.
  is_first boolean not null,
  primary key (reason, image_id)
);
create index portrait_fault__image on portrait_fault (image_id);
create index portrait_fault__reason on portrait_fault (reason, uploaded_at desc, image_id desc);
create index portrait_fault__first on portrait_fault (uploaded_at desc, image_id desc) where is_first;

-- People who were asked for a new photograph. The token is in their link alone.
create table portrait_request (
  person_id uuid primary key constraint portrait_request__person references person on delete cascade,
  token_hash bytea not null constraint portrait_request__token unique,
  asked_by text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- Their photograph has come, and waits among the registrations or was decided about.
  answered_at timestamptz
);

-- A link asked the person of `person_id` for this photograph: it is theirs whatever phone number they have.
alter table registration add column was_asked boolean not null default false;
