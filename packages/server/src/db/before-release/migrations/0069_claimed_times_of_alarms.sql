-- What a device claimed of an alarm's beginning, where that is more than a day ahead of the server's clock: such an alarm stands at the
-- time of its arrival (raised_at), as such a record does since 0044. Null for all others.
alter table alarm add column claimed_at timestamptz;

create temporary table moved on commit drop as
select a.id, a.raised_at as stood_at, a.received_at as stands_at from alarm a
where a.raised_at > now() + interval '1 day' and a.raised_at > a.received_at + interval '1 day';

-- What came to an alarm later, too: its latest event, its end and the lines of its trace, which say themselves what was claimed.
with wild as (
  select a.raised_at, a.id, now() + interval '1 day' as after,
    to_char(a.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as arrived
  from alarm a
  where a.raised_at > now() + interval '1 day' or a.last_at > now() + interval '1 day' or a.released_at > now() + interval '1 day'
)
update alarm a set
  claimed_at = m.stood_at,
  raised_at = coalesce(m.stands_at, a.raised_at),
  last_at = case when a.last_at > w.after then greatest(a.received_at, coalesce(m.stands_at, a.raised_at)) else a.last_at end,
  released_at = case when a.released_at > w.after then greatest(a.received_at, coalesce(m.stands_at, a.raised_at)) else a.released_at end,
  has_doubtful_time = true,
  trace = coalesce((
    select jsonb_agg(case when (e.one->>'at')::timestamptz > w.after and e.one->'by' = 'null'
      then e.one || jsonb_build_object('at', w.arrived, 'claimedAt', e.one->>'at') else e.one end order by e.place)
    from jsonb_array_elements(a.trace) with ordinality e(one, place)), a.trace)
from wild w left join moved m on m.id = w.id and m.stood_at = w.raised_at
where a.raised_at = w.raised_at and a.id = w.id;

update alarm_group g set alarm_raised_at = m.stands_at from moved m where g.alarm_id = m.id and g.alarm_raised_at = m.stood_at;
update alarm_notice n set alarm_raised_at = m.stands_at from moved m where n.alarm_id = m.id and n.alarm_raised_at = m.stood_at;
update webhook_delivery d set subject_at = m.stands_at from moved m where d.kind = 'alarm' and d.subject_id = m.id and d.subject_at = m.stood_at;
