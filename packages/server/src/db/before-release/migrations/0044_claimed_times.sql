-- What a device claimed, where that is more than a day ahead of the server's clock: such a record stands at the time of its arrival
-- (recognised_at), or one terminal with a wrong clock would lead every list for years. Null for all others.
alter table recognition_record add column claimed_at timestamptz;
update recognition_record set claimed_at = recognised_at, recognised_at = received_at
where recognised_at > now() + interval '1 day' and recognised_at > received_at + interval '1 day';
