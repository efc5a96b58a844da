-- Anti-passback of an area forgives everybody whenever a range of this timetable begins, on the clock of the site.
alter table area_rule add column passback_reset_timetable_id uuid constraint area_rule__reset_timetable references timetable;
create index area_rule__of_reset_timetable on area_rule (passback_reset_timetable_id) where passback_reset_timetable_id is not null;
