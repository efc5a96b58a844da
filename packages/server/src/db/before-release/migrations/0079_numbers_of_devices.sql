-- What the latest alarm messages of each device said: a repeat is recognised by that, not by its number (ADR 0063).
create table alarm_message (
  number bigint generated always as identity primary key,
  device_id uuid not null constraint alarm_message__device references device on delete cascade,
  alarm_id uuid not null,
  state text not null,
  said_at timestamptz not null,
  constraint alarm_message__once unique (device_id, alarm_id, state, said_at)
);
create index alarm_message__latest on alarm_message (device_id, number);

-- A number that no terminal can go on after was never anybody's count. How many records came is known; of alarms the next message
-- says it, and until then nothing is told that a terminal would go by.
update device_record_progress
set stored_sequence = stored_count, restored_sequence = least(restored_sequence, stored_count)
where stored_sequence > 281474976710656 or restored_sequence > 281474976710656;
update device_alarm_progress
set stored_sequence = least(stored_sequence, 281474976710656), restored_sequence = least(restored_sequence, 281474976710656)
where stored_sequence > 281474976710656 or restored_sequence > 281474976710656;
