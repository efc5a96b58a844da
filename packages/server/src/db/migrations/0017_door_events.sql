-- Events at doors as their terminals tell them, and the state of each door that follows from them.

-- The last state that a terminal told of its door. A row of its own: events must never wait for whoever edits the device.
create table door_state (
  device_id uuid primary key constraint door_state__device references device on delete cascade,
  -- 'unknown': never told, no contact, or its wire is lost.
  contact text not null default 'unknown' constraint door_state__contact check (contact in ('open', 'closed', 'unknown')),
  contact_since timestamptz,
  -- Since when it has stood open for longer than the setting; null: it does not.
  held_open_since timestamptz,
  -- Since when its fire input is on; null: it is off.
  fire_since timestamptz,
  -- The inputs whose wires are lost.
  lost_inputs text[] not null default '{}',
  stored_sequence bigint not null default 0,
  -- When its last event happened, and when it arrived.
  last_event_at timestamptz,
  reported_at timestamptz
);

-- What happened at doors, under the door that the terminal had then. The device may be gone by now.
create table door_event (
  door_id uuid not null constraint door_event__door references door on delete cascade,
  device_id uuid not null,
  id uuid not null,
  sequence bigint not null,
  at timestamptz not null,
  -- What the device claimed, where that is more than a day ahead of the server's clock (as for records).
  claimed_at timestamptz,
  received_at timestamptz not null,
  kind text not null,
  record_id uuid,
  input text,
  contact text,
  primary key (device_id, id)
);
create index door_event__door on door_event (door_id, at desc, id desc);
-- The confirmation of a passage, for a record that comes later.
create index door_event__record on door_event (record_id) where record_id is not null;
create index door_event__received on door_event (received_at);

-- Places that people are about to take, and doors that are about to open. Each lasts for seconds, so that a crash may lose them
-- all; no references, since what is deleted meanwhile does no harm until then.
create unlogged table passage_claim (
  person_id uuid not null,
  door_id uuid not null,
  -- The area where the person takes a place; null: none.
  area_id uuid,
  -- Whether the door counts as open for the other doors of its interlock.
  is_opening boolean not null,
  -- By the terminal's clock: a record of this instant or a later one ends the claim.
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (person_id, door_id)
);
create index passage_claim__area on passage_claim (area_id) where area_id is not null;
create index passage_claim__door on passage_claim (door_id);
create index passage_claim__expires on passage_claim (expires_at);

-- Each door as a whole: open as soon as one of its terminals says so; a terminal that is offline says nothing. One that told something
-- since it went offline is back, which is noted a moment later.
create view door_contact as
  select r.door_id,
    case when bool_or(s.contact = 'open' and s.is_heard) then 'open'
      when bool_and(s.contact = 'closed' and s.is_heard) filter (where s.contact_since is not null) then 'closed'
      else 'unknown' end as contact,
    max(s.contact_since) filter (where s.is_heard) as since,
    min(s.held_open_since) filter (where s.is_heard) as held_open_since,
    min(s.fire_since) as fire_since,
    max(s.reported_at) as reported_at
  from door_reader r join lateral (
    select t.*, v.is_online or t.reported_at > coalesce(v.online_changed_at, '-infinity') as is_heard
    from door_state t join device v on v.id = t.device_id where t.device_id = r.device_id) s on true
  group by r.door_id;
