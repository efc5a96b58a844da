-- Staff of one type, in each order of the list: where few are of it, nobody walks past all others to find them.
create index person__type_created on person (staff_type, created_at desc, id) where kind = 1 and staff_type is not null;
create index person__type_name on person (staff_type, name_search, id) where kind = 1 and staff_type is not null;
create index person__type_job_id on person (staff_type, job_id nulls first, id) where kind = 1 and staff_type is not null;
