-- A new job id is refused where somebody has it in another case. Not unique: two of before that differ in case alone stay as they are.
create index person__job_id_any_case on person (kind, lower(job_id)) where job_id is not null;
