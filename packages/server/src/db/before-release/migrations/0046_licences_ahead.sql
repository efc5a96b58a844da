-- A renewal that was loaded ahead counts from this day on; one that another took the place of while it waited never does.
alter table licence add column begins_at timestamptz;
alter table licence add column withdrawn_at timestamptz;
-- The latest time that was seen: a trial that is over does not live again when the clock is set back.
alter table installation add column latest_seen_at timestamptz;
