-- Up to when the ages of records are counted: the time of the last run that dropped old ones, or less where the clock had jumped ahead.
alter table record_setting add column aged_until timestamptz;
