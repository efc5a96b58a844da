-- How many days released alarms are kept; null: for ever.
alter table alarm_setting add column keep_days integer;
