-- What points at the records that 0044 put where they arrived goes with them; it was left at the time that the device had claimed.
update capture_template t set recognised_at = r.recognised_at, change = nextval('capture_template_change')
from recognition_record r where r.claimed_at is not null and r.id = t.record_id and t.recognised_at = r.claimed_at;
update capture_due d set recognised_at = r.recognised_at
from recognition_record r where r.claimed_at is not null and r.id = d.record_id and d.recognised_at = r.claimed_at;
update alarm_due d set recognised_at = r.recognised_at
from recognition_record r where r.claimed_at is not null and r.id = d.record_id and d.recognised_at = r.claimed_at;
update webhook_delivery d set subject_at = r.recognised_at
from recognition_record r where d.kind = 'record' and r.claimed_at is not null and r.id = d.subject_id and d.subject_at = r.claimed_at;
