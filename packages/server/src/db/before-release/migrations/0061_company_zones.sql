-- The enterprise's zone can be changed. Attendance of dates before a change keeps the zone that it was judged in: dates
-- before `until_on` (and not before that of an earlier row) had this one; all others have company.time_zone.
create table company_zone_before (
  until_on date primary key,
  time_zone text not null
);
-- Whether somebody ever chose it: until then it is the host's, and the first steps ask. A house that is in use somewhere else
-- than in UTC has the right one, or its hours had been wrong from the first day.
alter table company add column is_zone_chosen boolean not null default false;
update company set is_zone_chosen = true
  where time_zone not in ('UTC', 'Etc/UTC') and exists (select from recognition_record);
