-- Refused punches are few among many: their list and their number are read along an index, as those that wait.
create index attendance_punch__refused on attendance_punch (created_at desc, id desc) where state = 'refused';
