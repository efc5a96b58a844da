-- The threshold of a door is a policy (ADR 0075), and similarity is the cosine everywhere.

-- How alike the face of an imported picture was: 0 to 100 by a bent scale until now.
alter table import_row alter column alike_score type real using case
  when alike_score >= 92 then 0.56 + (alike_score - 92) * 0.055
  when alike_score >= 85 then 0.48 + (alike_score - 85) * 0.08 / 7
  when alike_score >= 75 then 0.413 + (alike_score - 75) * 0.0067
  else alike_score * 0.0055 end;

-- What the threshold of a device is computed from. It is changed only when the threshold becomes another.
create table device_face_policy (
  device_id uuid primary key references device on delete cascade,
  people integer not null check (people >= 0),
  -- How many times as often as in the measured curve strangers are like people here; null: too few strangers to say.
  factor real check (factor > 0),
  computed_at timestamptz not null
);

-- How alike refused strangers were to the person whom each was most like, as counts: no face can be made of it.
create table stranger_score (
  seen_on date not null,
  hundredth smallint not null check (hundredth between 0 and 100),
  strangers integer not null check (strangers > 0),
  -- The people with whom they were compared, added up over the strangers.
  people bigint not null check (people >= 0),
  primary key (seen_on, hundredth)
);

-- Doors at the threshold that all were installed with follow the policy, which is never laxer; another value that somebody set stays theirs.
update device set settings = settings - 'faceThreshold' where settings -> 'faceThreshold' = '0.49';
update device set settings = settings || '{"faceThresholdBy": "by-hand"}' where settings ? 'faceThreshold';
update settings_template set values = values - 'faceThreshold' || '{"faceThresholdBy": "automatic"}' where values -> 'faceThreshold' = '0.49';
update settings_template set values = values || '{"faceThresholdBy": "by-hand"}' where values ? 'faceThreshold';
